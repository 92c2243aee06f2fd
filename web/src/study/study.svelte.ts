// Looking back and thinking ahead: the try that this screen may be, hints, dangers, the account.
import { getContext, setContext, untrack } from 'svelte'
import { matchApi, Refused } from '../lib/api'
import { go } from '../lib/route.svelte'
import type { Table } from '../lib/table.svelte'
import { isTry, studies } from './api'
import type { Account, Compared, Danger, Dice, Hint, Tried } from './types'

export type Compare = 'happened' | 'both' | 'tried'

export class Study {
  tried = $state.raw<Tried | null>(null) // what this screen is a try of
  compared = $state.raw<Compared | null>(null)
  compare = $state<Compare | ''>('') // how the two are shown; '': not at all
  tries = $state.raw<Tried[]>([]) // of the match on this screen
  leaving = $state(false) // asking how a try is to begin
  hint = $state.raw<Hint | null>(null)
  thinking = $state(false)
  minding = $state(false) // what the computers have in mind is shown
  danger = $state(false) // units in danger are marked
  dangers = $state.raw<Danger[]>([])
  account = $state.raw<Account | null>(null)
  charts = $state(false) // the reader prefers the charts to the book
  section = $state('') // of the rulebook, that was asked for
  #accounted = ''

  readonly table: Table

  constructor(table: Table) {
    this.table = table
    if (isTry(table.id)) {
      studies.tried(table.id).then((tried) => (this.tried = tried), this.#complain)
    } else if (table.scene.sides.length) {
      studies.tries(table.id).then((tries) => (this.tries = tries), this.#complain)
    }
    $effect(() => {
      if (table.scene.seq >= 0) untrack(() => (this.hint = null)) // it was for another moment
    })
    $effect(() => {
      const { seq, side } = table.scene
      if (!this.danger || !side) return
      let stale = false
      studies.dangers(table.id, side).then((found) => {
        if (!stale) this.dangers = found
      }, this.#complain)
      return () => (stale = seq >= 0)
    })
    $effect(() => {
      if (this.tried && this.compare && table.scene.seq >= 0) untrack(() => void this.#compares())
    })
    $effect(() => this.#happened())
  }

  /** What happened, in place of what is tried, while the reader wants to see that. */
  #happened(): (() => void) | undefined {
    const { tried, compared, compare, table } = this
    if (!tried || !compared || compare !== 'happened') return undefined
    let stale = false
    matchApi(tried.of)
      .scene(tried.side, compared.seq)
      .then((scene) => {
        if (!stale) table.past = scene
      }, this.#complain)
    return () => {
      stale = true
      table.past = null
    }
  }

  #complain = (error: unknown): void => this.table.complain(error)

  async #compares(): Promise<void> {
    try {
      this.compared = await studies.compared(this.table.id)
    } catch (error) {
      this.#complain(error)
    }
  }

  /** The account of the game up to now, fetched once a moment. */
  async reckon(): Promise<void> {
    const { id, scene } = this.table
    const key = `${scene.side} ${scene.seq}`
    if (this.#accounted === key) return
    this.#accounted = key
    try {
      this.account = await studies.account(id, scene.side)
    } catch (error) {
      this.#accounted = ''
      this.#complain(error)
    }
  }

  /** What would the bot do? */
  async ask(): Promise<void> {
    const { id, scene } = this.table
    if (this.thinking || !this.table.deciding) return
    this.thinking = true
    try {
      const hint = await studies.hint(id, scene.side)
      if (this.table.scene.seq === scene.seq) this.hint = hint
    } catch (error) {
      this.#complain(error)
    } finally {
      this.thinking = false
    }
  }

  /** Whoever thinks is to decide with what it has. */
  hurry = (): void => {
    const { id, scene } = this.table
    studies.hurry(id, scene.side).catch(this.#complain)
  }

  /** Leave the game for a try; it opens on a screen of its own. */
  async leave(at: number, against: string, dice: Dice): Promise<void> {
    try {
      const { id, side } = this.table
      const tried = await studies.leave(id, { side, at, against, dice })
      go(`play/${tried.id}`)
    } catch (error) {
      this.#complain(error)
    }
  }

  back(): void {
    if (this.tried) go(`play/${this.tried.of}`)
  }

  async throwAway(tried: Tried): Promise<void> {
    try {
      await studies.away(tried.id)
    } catch (error) {
      if (!(error instanceof Refused && error.status === 404)) this.#complain(error)
    }
    this.tries = this.tries.filter((one) => one.id !== tried.id)
    if (this.tried?.id === tried.id) this.back()
  }
}

const KEY = Symbol('study')
export const provideStudy = (study: Study): Study => setContext(KEY, study)
export const useStudy = (): Study => getContext<Study>(KEY)
