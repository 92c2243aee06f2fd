// Those who are at the match besides whoever sits at this screen.
import { getContext, setContext } from 'svelte'
import type { Table } from '../lib/table.svelte'
import { farApi } from './api'
import { keep, keyOf } from './keys'
import type { People, Person, Request, Said } from './types'

export type Open = '' | 'seats' | 'back' | 'chat'
const AGAIN = 30_000 // milliseconds: whoever falls silent is away

export class Company {
  readonly api: ReturnType<typeof farApi>
  people = $state.raw<People | null>(null)
  said = $state.raw<Said[]>([])
  request = $state.raw<Request | null>(null)
  open = $state<Open>('')
  problem = $state('')
  #asked = $state(0) // when people were asked for
  #read = $state(0) // the last thing said that was on the screen

  constructor(readonly table: Table) {
    this.api = farApi(table.id)
  }

  /** Hear of what changes, until the screen is left. */
  attend(): () => void {
    this.table.stirred = (what) => void this.look(what)
    void this.look('')
    const timer = setInterval(() => this.far && void this.look('people'), AGAIN)
    return () => {
      this.table.stirred = null
      clearInterval(timer)
    }
  }

  /** Whose clock runs, and how long: by this browser's clock, set right by the server's. */
  get due(): number {
    const { people } = this
    return people?.due ? people.due - people.now + this.#asked : 0
  }

  /** Seconds left of a side's time for the whole game; of whoever decides the clock tells. */
  bank(side: string): number {
    const { people, table } = this
    return table.scene.view.actor === side ? 0 : (people?.left[side] ?? 0)
  }

  /** Does somebody play from elsewhere, or is one to come? */
  get far(): boolean {
    return !!this.people?.seats.some((seat) => seat.player === 'human' && !seat.you)
  }

  get side(): string {
    return this.table.side
  }

  /** Whoever plays the other side. */
  get other(): Person | null {
    return this.people?.seats.find((seat) => seat.side !== this.side) ?? null
  }

  person(side: string): Person | null {
    return this.people?.seats.find((seat) => seat.side === side) ?? null
  }

  get unread(): number {
    const new_ = this.said.filter((one) => one.number > this.#read && one.side !== this.side)
    return this.open === 'chat' ? 0 : new_.length
  }

  read(): void {
    this.#read = this.said.at(-1)?.number ?? 0
  }

  async look(what: string): Promise<void> {
    const { side } = this
    try {
      if (what === '' || what === 'people') await this.#people()
      if (!side || !this.far) return
      if (what === '' || what === 'talk') {
        const new_ = await this.api.said(side, this.said.at(-1)?.number ?? 0)
        const known = this.said.at(-1)?.number ?? 0
        this.said = [...this.said, ...new_.filter((one) => one.number > known)]
        if (this.open === 'chat' || what === '') this.read()
      }
      if (what === '' || what === 'takeback') this.request = await this.api.asked(side)
    } catch {
      return // the line is lost, and the prompt says so; or the seat is somebody else's now
    }
  }

  async #people(): Promise<void> {
    this.people = await this.api.people(this.side)
    this.#asked = Date.now() / 1000
    for (const seat of this.people.seats) {
      if (!seat.link && keyOf(this.table.id, seat.side)) keep(this.table.id, seat.side, '')
    }
    if (!this.people.watch && keyOf(this.table.id, '')) keep(this.table.id, '', '')
  }

  /** Do something, and tell what the server has against it. */
  async try(work: () => Promise<unknown>): Promise<boolean> {
    this.problem = ''
    try {
      await work()
      await this.look('')
      return true
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error)
      return false
    }
  }
}

const KEY = Symbol('company')
export const provideCompany = (company: Company): Company => setContext(KEY, company)
export const useCompany = (): Company => getContext<Company>(KEY)
