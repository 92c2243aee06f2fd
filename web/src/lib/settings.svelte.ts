// What a person prefers, kept in the browser.

type Theme = 'system' | 'light' | 'dark'
type Motion = 'system' | 'reduced'
export type Speed = 'step' | 'slow' | 'normal' | 'fast'

interface Kept {
  theme: Theme
  contrast: boolean
  motion: Motion
  numbers: boolean // hex numbers
  counters: 'small' | 'usual' | 'large'
  speed: Speed // how the opponent's orders are shown
  learned: string[] // lessons that were finished
}

const KEY = 'kursk.settings'
const USUAL: Kept = {
  theme: 'system',
  contrast: false,
  motion: 'system',
  numbers: true,
  counters: 'usual',
  speed: 'normal',
  learned: [],
}

function stored(): Kept {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) }
  } catch {
    return USUAL // a browser may forbid storage; the page works without
  }
}

const prefers = (query: string): boolean => matchMedia(query).matches

class Settings {
  kept = $state<Kept>(stored())
  #dark = $state(prefers('(prefers-color-scheme: dark)'))
  #still = $state(prefers('(prefers-reduced-motion: reduce)'))
  phone = $state(prefers('(max-width: 760px)'))

  constructor() {
    const follow = (query: string, set: (now: boolean) => void) =>
      matchMedia(query).addEventListener('change', (event) => set(event.matches))
    follow('(prefers-color-scheme: dark)', (now) => (this.#dark = now))
    follow('(prefers-reduced-motion: reduce)', (now) => (this.#still = now))
    follow('(max-width: 760px)', (now) => (this.phone = now))
  }

  get theme(): 'light' | 'dark' {
    if (this.kept.theme !== 'system') return this.kept.theme
    return this.#dark ? 'dark' : 'light'
  }

  get still(): boolean {
    return this.kept.motion === 'reduced' || this.#still
  }

  set<K extends keyof Kept>(key: K, value: Kept[K]): void {
    this.kept[key] = value
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept))
    } catch {
      return
    }
  }

  flipTheme(): void {
    this.set('theme', this.theme === 'light' ? 'dark' : 'light')
  }
}

export const settings = new Settings()
