// An attack being put together: the defender's hex, who may join, who does, and the odds.
import { Refused } from '../lib/api'
import type { Desk } from '../lib/desk.svelte'
import { attack, force, isAttack, type Order } from '../lib/notation'
import type { Table } from '../lib/table.svelte'
import type { Receipt, Refusal } from '../lib/types'

export class Assault {
  target = $state('')
  offered = $state.raw<Order[]>([])
  attackers = $state.raw<string[]>([])
  extra = $state('') // words after the units: support that an order may ask for
  receipt = $state.raw<Receipt | null>(null)
  problem = $state.raw<Refusal | null>(null)
  #asked = 0

  constructor(
    readonly table: Table,
    readonly desk: Desk,
  ) {}

  /** The units that may take part. */
  get eligible(): string[] {
    return [...new Set(this.offered.flatMap(force))]
  }

  /** What may be added to an order of these attackers, as the server offers it. */
  get extras(): string[] {
    const fitting = this.offered.filter((order) =>
      force(order).every((unit) => this.attackers.includes(unit)),
    )
    return [...new Set(fitting.map(tail))].filter(Boolean)
  }

  get order(): string {
    if (!this.target || !this.attackers.length) return ''
    const same = this.offered.find(
      (order) =>
        tail(order) === this.extra &&
        force(order).length === this.attackers.length &&
        force(order).every((unit) => this.attackers.includes(unit)),
    )
    const verb = this.offered[0]?.verb ?? 'attack'
    return same?.text ?? attack(verb, this.target, this.attackers, this.extra)
  }

  /** Take aim at a hex with whoever may attack it. False: nobody may. */
  async begin(hex: string, preferred: string[], about: Order[]): Promise<boolean> {
    const offered = about.filter((order) => isAttack(order) && order.hexes[0] === hex)
    if (!offered.length) return false
    this.target = hex
    this.offered = offered
    this.extra = offered.some((order) => !tail(order)) ? '' : tail(offered[0]!)
    const mine = preferred.filter((unit) => this.eligible.includes(unit))
    const largest = offered.map(force).reduce((a, b) => (b.length > a.length ? b : a))
    this.attackers = mine.length ? mine : largest
    this.desk.ask()
    await this.reckon()
    return true
  }

  /** A hex is pressed while an attack is put together. False: it has nothing to do with it. */
  press(hex: string): boolean {
    if (hex === this.target) return true
    const here = (this.table.scene.view.stacks[hex] ?? []).flatMap((seen) =>
      seen.unit && this.eligible.includes(seen.unit) ? seen.unit : [],
    )
    if (!here.length) {
      this.drop()
      return false
    }
    const all = here.every((unit) => this.attackers.includes(unit))
    this.set(
      all
        ? this.attackers.filter((unit) => !here.includes(unit))
        : [...new Set([...this.attackers, ...here])],
    )
    return true
  }

  toggle(unit: string): void {
    const rest = this.attackers.filter((other) => other !== unit)
    this.set(rest.length < this.attackers.length ? rest : [...this.attackers, unit])
  }

  set(attackers: string[], extra = this.extra): void {
    this.attackers = attackers
    this.extra = this.extras.includes(extra) ? extra : ''
    void this.reckon()
  }

  async reckon(): Promise<void> {
    const turn = ++this.#asked
    const { api, side } = this.table
    const { order } = this
    this.problem = null
    if (!order) {
      this.receipt = null
      return
    }
    const refusal = await this.table.whyNot(order)
    const receipt = refusal ? null : await api.odds(side, order).catch(unknown)
    if (turn !== this.#asked) return
    this.problem = refusal
    this.receipt = receipt
  }

  drop(): void {
    this.#asked++
    this.target = ''
    this.offered = []
    this.attackers = []
    this.extra = ''
    this.receipt = null
    this.problem = null
  }
}

/** Not every game has odds for every attack. */
function unknown(error: unknown): null {
  if (error instanceof Refused) return null
  throw error
}

const tail = (order: Order): string => {
  const words = order.text.split(' ')
  return words.slice(words.indexOf('with') + 2).join(' ')
}
