// A match on the table: how it stands for one side, what happened, and the ways to act.
import { getContext, setContext } from 'svelte'
import { matchApi, Refused, type After, type MatchApi } from './api'
import { GameKit, pictures, sprite } from './game.svelte'
import { read, type Order } from './notation'
import { settings } from './settings.svelte'
import { standing } from '../panels/story'
import type { Refusal, Scene, Told } from './types'

const PAUSE = 2000 // milliseconds
/** Nobody was there, or somebody who had no time: another answer may come. */
const passes = ({ status }: Refused) => !status || status >= 500 || status === 429

export type Line = 'open' | 'lost' // the stream from the server

/** The side that decides, if it sits at this screen; else any that does. */
function seatOf({ side, sides, view }: Scene): string {
  return sides.includes(view.actor) ? view.actor : (sides[0] ?? side)
}

export class Table {
  readonly api: MatchApi
  scene = $state.raw<Scene>(undefined as unknown as Scene)
  kit: GameKit = undefined as unknown as GameKit
  log = $state.raw<Told[]>([])
  past = $state.raw<Scene | null>(null) // a moment of the replay, in place of the present
  line = $state<Line>('open')
  busy = $state(false)
  refusal = $state.raw<{ order: string; refusal: Refusal } | null>(null)
  notice = $state('') // a passing word: "Somebody was quicker", a server's complaint
  curtain = $state('') // the side that the screen is to be handed to
  horizon = $state(Infinity) // the last order that may be told yet
  caption = $state('') // what happened at the moment of the past that is shown
  /** Hears of every event, to show it in its turn (replay/). */
  watch: ((told: Told) => void) | null = null
  /** Hears that something changed that is no order: who is there, what was said (far/). */
  stirred: ((what: string) => void) | null = null
  #stream: EventSource | null = null
  #later = 0

  private constructor(readonly id: string) {
    this.api = matchApi(id)
  }

  /** Sit down at a match. `side` "" means: as the match suggests. */
  static async open(id: string, side = ''): Promise<Table> {
    const table = new Table(id)
    const first = await table.api.scene(side)
    const kit = GameKit.open(first.game)
    // the drawings are large: they come while the rest is asked for, and the board waits for them
    void Promise.allSettled([
      pictures(first.game, settings.theme),
      sprite(first.game, settings.theme),
    ])
    const seat = side || seatOf(first)
    const [scene, log] = await Promise.all([
      seat === first.side ? first : table.api.scene(seat),
      table.api.log(seat),
    ])
    table.kit = await kit
    table.log = log
    table.scene = scene
    if (scene.sides.length > 1 && scene.curtain && scene.view.actor) table.curtain = scene.side
    table.listen()
    return table
  }

  close(): void {
    clearTimeout(this.#later)
    this.#stream?.close()
    this.#stream = null
  }

  // -- how it stands ----------------------------------------------------------------------

  /** What the board shows: the present, or a moment of the replay. */
  get shown(): Scene {
    return this.past ?? this.scene
  }

  get side(): string {
    return this.scene.side
  }

  get deciding(): boolean {
    return this.scene.deciding && !this.past && !this.curtain
  }

  get over(): boolean {
    return this.scene.view.actor === ''
  }

  /** The log as far as it may be told: while something is shown, nothing of what came after. */
  get told(): Told[] {
    return this.horizon === Infinity
      ? this.log
      : this.log.filter((told) => told.seq <= this.horizon)
  }

  read = (text: string): Order => read(text, this.kit)

  /** The menu, read: only where it is short enough to be sent whole. */
  get choices(): Order[] {
    return this.scene.choices.map(this.read)
  }

  hexOf = (unit: string): string => {
    for (const [hex, stack] of Object.entries(this.shown.view.stacks)) {
      if (stack.some((seen) => seen.unit === unit)) return hex
    }
    return ''
  }

  // -- acting -----------------------------------------------------------------------------

  // What this screen ordered and took back, while nothing else has happened since `#own`.
  #given: string[] = []
  #undone = $state.raw<string[]>([])
  #own = $state(-1)

  /** The order that was taken back last, while it can simply be given again. */
  get undone(): string {
    return this.#own === this.scene.seq ? (this.#undone.at(-1) ?? '') : ''
  }

  /** The order that would be taken back first. */
  get undoes(): string {
    if (!this.scene.undoable || this.past) return ''
    return standing(this.log).findLast((told) => told.actor === this.side)?.order ?? ''
  }

  /** Give an order. True if it was carried out; else `refusal` or `notice` says why not. */
  async give(order: string, again = false): Promise<boolean> {
    const before = this.scene.seq
    if (!(await this.#give(order))) return false
    this.#given = [...(before === this.#own ? this.#given : []), order]
    this.#undone = again ? this.#undone.slice(0, -1) : []
    this.#own = this.scene.seq
    return true
  }

  async redo(): Promise<void> {
    if (this.undone) await this.give(this.undone, true)
  }

  async #give(order: string): Promise<boolean> {
    if (this.busy || this.past) return false
    this.busy = true
    this.refusal = null
    try {
      const client = crypto.randomUUID?.() ?? String(Math.random()).slice(2)
      return this.#settle(await this.api.give(this.scene, order, client))
    } catch (error) {
      if (error instanceof Refused && error.refusal) {
        this.refusal = { order, refusal: this.kit.refusal(error.refusal) }
      } else {
        this.complain(error)
      }
      return false
    } finally {
      this.busy = false
    }
  }

  #settle({ scene, late }: After): boolean {
    if (late) this.notice = 'The game had moved on. Look again, then decide.'
    this.take(scene)
    return !late
  }

  async undo(steps = 1): Promise<void> {
    if (this.busy || this.past || !this.scene.undoable) return
    this.busy = true
    this.refusal = null
    const known = this.#own === this.scene.seq && this.#given.length >= steps
    try {
      if (!this.#settle(await this.api.undo(this.scene, steps))) return
      const back = known ? this.#given.slice(-steps).reverse() : []
      this.#undone = known ? [...this.#undone, ...back] : []
      this.#given = known ? this.#given.slice(0, -steps) : []
      this.#own = this.scene.seq
    } catch (error) {
      this.complain(error)
    } finally {
      this.busy = false
    }
  }

  /** Answer a kind of decision once for all, in this turn or in the game; '': be asked again. */
  async once(kind: string, answer: string, turn = false): Promise<void> {
    if (this.busy || this.past) return
    this.busy = true
    try {
      await this.api.once(this.side, kind, answer, turn)
      this.take(await this.api.scene(this.side))
    } catch (error) {
      this.complain(error)
    } finally {
      this.busy = false
    }
  }

  /** The rule against an order; null if it may be given. */
  async whyNot(order: string): Promise<Refusal | null> {
    const { refusal } = await this.api.why(this.side, order)
    return refusal && this.kit.refusal(refusal)
  }

  complain(error: unknown): void {
    this.notice = error instanceof Error ? error.message : String(error)
  }

  /** A newer scene has come. */
  take(scene: Scene): void {
    if (scene.side !== this.scene.side || scene.seq < this.scene.seq) return
    this.scene = scene
    const actor = scene.view.actor
    if (actor !== scene.side && scene.sides.includes(actor)) void this.sit(actor)
  }

  /** On one screen: the other side decides now. Hide what only one may see until it is there. */
  async sit(side: string): Promise<void> {
    const scene = await this.api.scene(side)
    if (scene.curtain) this.curtain = side
    this.scene = scene
    this.log = await this.api.log(side)
    this.listen()
  }

  lift(): void {
    this.curtain = ''
  }

  // -- replay -----------------------------------------------------------------------------

  async goTo(seq: number): Promise<void> {
    this.past = seq >= this.scene.seq ? null : await this.api.scene(this.side, seq)
  }

  // -- the stream -------------------------------------------------------------------------

  listen(): void {
    this.#stream?.close()
    const heard = this.log.at(-1)?.seq ?? 0
    if (heard > this.scene.seq) this.#refresh() // somebody acted between the two answers
    const stream = this.api.events(this.side, heard)
    this.#stream = stream
    stream.addEventListener('open', () => {
      if (this.line === 'lost') {
        this.notice = ''
        this.stirred?.('')
        this.#refresh() // what we have heard of may not have come
      }
      this.line = 'open'
    })
    stream.addEventListener('error', () => {
      if (this.#stream !== stream) return
      this.line = 'lost'
      // where a proxy answered in the server's place a browser gives up, and we do not
      if (stream.readyState === EventSource.CLOSED) this.#tryLater()
    })
    stream.addEventListener('stir', (event) => {
      const { what } = JSON.parse(event.data as string) as { what: string }
      this.stirred?.(what)
    })
    stream.addEventListener('order', (event) => {
      if (this.#stream === stream) this.hear(JSON.parse(event.data as string) as Told)
    })
  }

  hear(told: Told): void {
    if (told.seq <= (this.log.at(-1)?.seq ?? 0)) return
    this.log = [...this.log, told]
    this.watch?.(told)
    if (told.seq > this.scene.seq) this.#refresh()
  }

  /** Nobody answers: what we missed is asked for again. */
  #tryLater(): void {
    clearTimeout(this.#later)
    this.#later = this.#stream ? window.setTimeout(() => this.#refresh(), PAUSE) : 0
  }

  #asking = false
  #again = false

  /** Fetch the newest scene; while one is on its way, remember to ask once more. */
  #refresh(): void {
    if (this.#asking) {
      this.#again = true
      return
    }
    this.#asking = true
    this.api
      .newer(this.scene)
      .then((scene) => {
        this.take(scene)
        if (this.#stream?.readyState === EventSource.CLOSED) this.listen()
      })
      .catch((error: unknown) => {
        this.complain(error)
        if (error instanceof Refused && passes(error)) this.#tryLater()
      })
      .finally(() => {
        this.#asking = false
        if (this.#again) {
          this.#again = false
          this.#refresh()
        }
      })
  }
}

const KEY = Symbol('table')
export const provideTable = (table: Table): Table => setContext(KEY, table)
export const useTable = (): Table => getContext<Table>(KEY)
