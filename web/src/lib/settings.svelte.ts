// What a person prefers, kept in the browser.

type Theme = 'system' | 'light' | 'dark'
type Motion = 'system' | 'reduced'
export type Speed = 'slow' | 'normal' | 'quick' | 'fast' // the last: not shown at all

interface Kept {
  theme: Theme
  contrast: boolean
  motion: Motion
  numbers: boolean // hex numbers
  counters: 'small' | 'usual' | 'large'
  speed: Speed // how the opponent's orders are shown
  sounds: boolean
  halts: boolean // before the die of each of his battles
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
  sounds: false,
  halts: false,
  learned: [],
}

function stored(): Kept {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) }
  } catch {
    return USUAL // a browser may forbid storage; the page works without
  }
}

const LYING = '(max-height: 499px) and (orientation: landscape)'
const PHONE = `(max-width: 760px), ${LYING}`

const prefers = (query: string): boolean => matchMedia(query).matches

class Settings {
  kept = $state<Kept>(stored())
  #dark = $state(prefers('(prefers-color-scheme: dark)'))
  #still = $state(prefers('(prefers-reduced-motion: reduce)'))
  phone = $state(prefers(PHONE)) // a hand's breadth: one thing at a time, under the thumbs
  wide = $state(prefers(LYING)) // ... and it lies on its side

  constructor() {
    const follow = (query: string, set: (now: boolean) => void) =>
      matchMedia(query).addEventListener('change', (event) => set(event.matches))
    follow('(prefers-color-scheme: dark)', (now) => (this.#dark = now))
    follow('(prefers-reduced-motion: reduce)', (now) => (this.#still = now))
    follow(PHONE, (now) => (this.phone = now))
    follow(LYING, (now) => (this.wide = now))
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

/** How many times as fast as at the slowest. */
export const pace = (): number =>
  ({ slow: 1, normal: 2, quick: 4, fast: 4 })[settings.kept.speed] ?? 1
