// What the person at the screen is looking at: nothing of it is part of the match.
import { getContext, setContext, untrack, type Snippet } from 'svelte'
import type { Disc } from '../board/overview'

export const TABS = ['now', 'battles', 'log', 'rules', 'forces'] as const
export type Tab = (typeof TABS)[number]

export const OVERLAYS = ['zones', 'supply', 'threat', 'control'] as const
export type Overlay = (typeof OVERLAYS)[number]

/** What lies over the board: the menu, or a page called up from it. */
export type Sheet = '' | 'menu' | 'settings' | 'keys' | 'about' | 'statistics' | 'calculator'

export class Desk {
  tab = $state<Tab>('now')
  sheet = $state(false) // on a phone: the sheet is up
  full = $state(false) // ... and shows all it has
  cursor = $state('') // the hex that the keyboard stands on and the inspector speaks of
  overlays = $state<Record<Overlay, boolean>>({
    zones: false,
    supply: false,
    threat: false,
    control: false,
  })
  reach = $state(true)
  bare = $state(false) // counters hidden
  clean = $state(false) // marks hidden
  going = $state(false) // asking which hex to go to
  dialog = $state<Sheet>('')
  #feet = $state.raw<Snippet[]>([])
  reading = $state(false) // the guide has something to read first
  pointed = $state('') // an order of a small menu, looked at
  tags = $state(true) // enemies that can be attacked wear their best column
  trace = $state.raw<string[]>([]) // a way of supply that is shown
  disc = $state.raw<Disc | null>(null) // a disc of strength that is pointed at, or was pressed
  lit = $state.raw<string[]>([]) // hexes that a log line or a refusal points at
  /** Set by the board: bring a hex into the middle, or just into view; or several together. */
  centre: (hex: string) => void = () => undefined
  frame: (hexes: string[]) => void = () => undefined
  whole: () => void = () => undefined // the whole map comes into sight
  show: (hex: string) => void = () => undefined
  /** Set by the board, too: give the map the keyboard. */
  focus: () => void = () => undefined

  /** One answer, one place: these buttons stand at the foot of the panel, until the cleanup. */
  stand(buttons: Snippet): () => void {
    untrack(() => (this.#feet = [...this.#feet, buttons]))
    return () => (this.#feet = this.#feet.filter((one) => one !== buttons))
  }

  /** The buttons at the foot of the panel: of whatever came last. */
  get foot(): Snippet | undefined {
    return this.#feet.at(-1)
  }

  /** Bring the panel forward where something is asked or told. */
  ask(): void {
    this.tab = 'now'
    this.sheet = true
  }

  /** Look at a hex: from the log, a refusal, the table of forces. */
  jump(hex: string, also: string[] = []): void {
    if (!hex) return
    this.cursor = hex
    this.lit = [hex, ...also]
    this.centre(hex)
  }
}

const KEY = Symbol('desk')
export const provideDesk = (desk: Desk): Desk => setContext(KEY, desk)
export const useDesk = (): Desk => getContext<Desk>(KEY)
