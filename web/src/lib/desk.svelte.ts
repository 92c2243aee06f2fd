// What the person at the screen is looking at: nothing of it is part of the match.
import { getContext, setContext } from 'svelte'

export const TABS = ['inspect', 'battles', 'log', 'charts', 'forces'] as const
export type Tab = (typeof TABS)[number]

export const OVERLAYS = ['zones', 'supply', 'threat', 'control'] as const
export type Overlay = (typeof OVERLAYS)[number]

/** What lies over the board: the menu, or a page called up from it. */
export type Sheet = '' | 'menu' | 'settings' | 'keys' | 'about'

export class Desk {
  tab = $state<Tab>('inspect')
  sheet = $state(false) // on a phone: the bottom sheet is up
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
  covered = $state(0) // pixels at the foot of the map, under what floats there
  reading = $state(false) // the guide has something to read first
  pointed = $state('') // an order of a small menu, looked at
  lit = $state.raw<string[]>([]) // hexes that a log line or a refusal points at
  /** Set by the board: bring a hex into the middle, or just into view. */
  centre: (hex: string) => void = () => undefined
  show: (hex: string) => void = () => undefined
  /** Set by the board, too: give the map the keyboard. */
  focus: () => void = () => undefined

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
