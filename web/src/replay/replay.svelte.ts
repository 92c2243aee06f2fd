// The past, moment by moment.
import { getContext, setContext, untrack } from 'svelte'
import type { Desk } from '../lib/desk.svelte'
import { settings, type Speed } from '../lib/settings.svelte'
import type { Table } from '../lib/table.svelte'
import type { Told } from '../lib/types'
import { news, standing } from '../panels/story'
import { pause } from './pace'

type Mode = '' | 'replay'

export class Replay {
  mode = $state<Mode>('')
  at = $state(0) // the order after which the board stands
  playing = $state(false)
  #wanted = -1
  #fetching = false
  #timer: ReturnType<typeof setTimeout> | undefined

  readonly table: Table
  readonly desk: Desk

  constructor(table: Table, desk: Desk) {
    this.table = table
    this.desk = desk
    this.at = table.scene.seq
    $effect(() => () => clearTimeout(this.#timer))
    $effect(() => {
      if (table.curtain) untrack(() => this.close())
    })
  }

  get end(): number {
    return this.table.scene.seq
  }

  #since(): Told[] {
    const { log, scene } = this.table
    if (scene.sides.length !== 1) return []
    const [after, upTo] = news(standing(log), scene.sides)
    return log.filter((told) => told.seq > after && told.seq <= upTo && told.news.length)
  }

  // -- replay -----------------------------------------------------------------------------

  /** Show the moment after an order. */
  async open(seq: number): Promise<void> {
    this.#stop()
    this.mode = 'replay'
    this.desk.sheet = false
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
    this.#later(() => void this.#run(), pause(settings.kept.speed, this.#rolled(next)))
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
}

const KEY = Symbol('replay')
export const provideReplay = (replay: Replay): Replay => setContext(KEY, replay)
export const useReplay = (): Replay => getContext<Replay>(KEY)
