// The past, moment by moment; and the other side's orders, shown no faster than one can follow.
import { getContext, setContext, untrack } from 'svelte'
import type { Desk } from '../lib/desk.svelte'
import { settings, type Speed } from '../lib/settings.svelte'
import type { Table } from '../lib/table.svelte'
import type { Told } from '../lib/types'
import { digest, nothing, type Digest } from '../panels/digest'
import { news, standing, turnOf } from '../panels/story'
import { pause } from './pace'

type Mode = '' | 'replay' | 'watch'

export class Replay {
  mode = $state<Mode>('')
  at = $state(0) // the order after which the board stands
  playing = $state(false)
  queue = $state.raw<Told[]>([]) // orders of the other side, not shown yet
  unseen = $state(0) // orders since the reader's last turn, when he came
  digest = $state.raw<Digest | null>(null) // what the other side's turn has changed
  #digested = 0 // up to which order
  #wanted = -1
  #fetching = false
  #timer: ReturnType<typeof setTimeout> | undefined

  readonly table: Table
  readonly desk: Desk

  constructor(table: Table, desk: Desk) {
    this.table = table
    this.desk = desk
    this.at = table.scene.seq
    const came = table.scene.seq
    this.unseen = this.#since().at(-1)?.seq === came ? this.#since().length : 0
    table.watch = (told) => this.#hears(told)
    $effect(() => () => {
      clearTimeout(this.#timer)
      table.watch = null
    })
    $effect(() => {
      if (table.curtain) untrack(() => this.close())
    })
    $effect(() => {
      if (table.scene.seq > came) this.unseen = 0 // the reader plays on
    })
    $effect(() => {
      if (!table.scene.deciding || this.mode || table.curtain) return
      const { log } = table
      untrack(() => void this.#sum(log))
    })
    $effect(() => {
      const last = table.log.findLast((told) => table.scene.sides.includes(told.actor))
      if (this.digest && last && last.seq > this.digest.upTo) this.digest = null // he has acted
    })
  }

  get end(): number {
    return this.table.scene.seq
  }

  /** What may be read now: while the past is shown, nothing of what came after. */
  get log(): Told[] {
    const { log } = this.table
    return this.mode === 'watch' ? log.filter((told) => told.seq <= this.at) : log
  }

  #since(): Told[] {
    const { log, scene } = this.table
    if (scene.sides.length !== 1) return []
    const [after, upTo] = news(standing(log), scene.sides)
    return log.filter((told) => told.seq > after && told.seq <= upTo && told.news.length)
  }

  /** When the other side has done: what has changed since the reader's own turn. */
  async #sum(log: Told[]): Promise<void> {
    const { scene, api, kit } = this.table
    const [mine] = scene.sides
    if (!mine || scene.sides.length !== 1 || this.#theirs(scene.heading)) return
    const span = news(standing(log), scene.sides)
    const acted = log.findLast((told) => told.actor === mine)
    if (!span[1] || span[1] === this.#digested || (acted && acted.seq > span[1])) return
    this.#digested = span[1]
    try {
      const { view } = await api.scene(mine, span[0])
      const { geometry, isHex, info } = kit
      const told = digest(log, span, view, scene.view, { geometry, isHex, card: info.card })
      if (this.#digested === span[1] && !nothing(told)) this.digest = told
    } catch (error) {
      this.table.complain(error)
    }
  }

  #theirs(heading: string): boolean {
    const turn = turnOf(heading).toLowerCase()
    return this.table.kit.sides.some(
      (side) => !this.table.scene.sides.includes(side) && turn.endsWith(` ${side}`),
    )
  }

  // -- replay -----------------------------------------------------------------------------

  /** Show the moment after an order. */
  async open(seq: number): Promise<void> {
    this.#stop()
    this.queue = []
    this.unseen = 0
    this.mode = 'replay'
    this.desk.sheet = false
    this.table.thrown = null
    await this.goTo(seq)
  }

  /** Play what happened since the reader's last turn. */
  async since(): Promise<void> {
    const first = this.#since()[0]
    await this.open(first ? first.seq - 1 : 0)
    this.play()
  }

  close(): void {
    this.#stop()
    this.queue = []
    this.unseen = 0
    this.mode = ''
    this.#wanted = -1
    this.at = this.end
    this.table.caption = ''
    this.table.past = null
  }

  /** Only the newest wish is fetched: a slider asks for more than it needs. */
  async goTo(seq: number): Promise<void> {
    this.at = Math.min(Math.max(seq, 0), this.end)
    this.#wanted = this.at
    if (this.#fetching) return
    this.#fetching = true
    try {
      while (this.#wanted >= 0) {
        const wish = this.#wanted
        this.#wanted = -1
        await this.#show(wish)
      }
    } catch (error) {
      this.table.complain(error)
    } finally {
      this.#fetching = false
    }
  }

  async #show(seq: number): Promise<void> {
    const scene = await this.table.api.scene(this.table.side, seq)
    if (!this.mode) return
    this.table.past = scene
    const told = this.table.log[seq - 1]
    this.table.caption = told?.news.map((news) => news.says).join(' ') ?? ''
    const hexes = told?.news.flatMap((news) => news.hexes ?? []) ?? []
    this.desk.lit = hexes
    if (hexes.length) this.desk.show(hexes.at(-1)!)
  }

  step(by: number): void {
    this.#stop()
    void this.goTo(this.#eventful(this.at, by))
  }

  /** The next order that has something to tell: covered ones are passed over. */
  #eventful(from: number, by: number): number {
    const { log } = this.table
    for (let seq = from + by; seq > 0 && seq < this.end; seq += by) {
      const told = log[seq - 1]
      if (told?.news.length || told?.order) return seq
    }
    return by > 0 ? this.end : 0
  }

  play(): void {
    if (this.at >= this.end) this.at = 0
    this.playing = true
    void this.#run()
  }

  async #run(): Promise<void> {
    if (!this.playing) return
    const next = this.#eventful(this.at, 1)
    await this.goTo(next)
    if (next >= this.end) {
      this.playing = false
      return
    }
    this.#later(() => void this.#run(), pause(settings.kept.speed, 1, this.#rolled(next)))
  }

  toggle(): void {
    if (this.playing) this.#stop()
    else this.play()
  }

  #stop(): void {
    this.playing = false
    clearTimeout(this.#timer)
  }

  #later(then: () => void, ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(then, ms)
  }

  #rolled = (seq: number): boolean => this.table.log[seq - 1]?.actor === 'dice'

  // -- the other side's orders ---------------------------------------------------------------

  /** An order was given. True: it is held back, to be shown in its turn. */
  #hears(told: Told): boolean {
    const { table } = this
    const mine = !told.actor || told.actor === 'dice' || table.scene.sides.includes(told.actor)
    if (this.mode === 'replay' || !table.scene.sides.length) return false
    if (this.mode !== 'watch' && (mine || settings.kept.speed === 'fast')) return false
    this.queue = [...this.queue, told]
    if (this.mode !== 'watch') {
      this.mode = 'watch'
      this.unseen = 0
      table.past = table.scene
      this.at = table.scene.seq
      this.playing = settings.kept.speed !== 'step'
      if (this.playing) void this.#advance()
    } else if (this.playing && this.queue.length === 1 && !this.#timing) void this.#advance()
    return true
  }

  #timing = false

  async #advance(): Promise<void> {
    this.#timing = true
    const [told, ...rest] = this.queue
    if (!told) {
      this.#timing = false
      return this.close()
    }
    this.queue = rest
    this.at = told.seq
    const silent = !told.news.length && !told.order
    if (!silent) {
      await this.#show(told.seq).catch((error: unknown) => this.table.complain(error))
      if (told.actor === 'dice') this.table.dice(told)
    }
    if (this.mode !== 'watch') {
      this.#timing = false
      return
    }
    const wait = silent ? 0 : pause(settings.kept.speed, rest.length, told.actor === 'dice')
    this.#later(() => {
      this.#timing = false
      if (this.playing) void this.#advance()
      else if (!this.queue.length) this.close()
    }, wait)
  }

  /** In step mode: the next of the other side's orders. */
  next(): void {
    if (!this.#timing) void this.#advance()
  }

  pace(speed: Speed): void {
    settings.set('speed', speed)
    if (this.mode !== 'watch') return
    if (speed === 'fast') return this.close()
    this.playing = speed !== 'step'
    if (this.playing && !this.#timing) void this.#advance()
  }
}

const KEY = Symbol('replay')
export const provideReplay = (replay: Replay): Replay => setContext(KEY, replay)
export const useReplay = (): Replay => getContext<Replay>(KEY)
