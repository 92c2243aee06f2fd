// What the player is about to order: the units in hand, where they would go, whom they would
// attack. It knows the notation and what the server offers; whether an order may be given is
// the server's to say.
import { getContext, setContext, untrack } from 'svelte'
import { menu } from '../dialogs/choices'
import type { Desk } from '../lib/desk.svelte'
import { destination, isAttack, move, type Order } from '../lib/notation'
import type { Table } from '../lib/table.svelte'
import type { Way, Ways, WhyNot } from '../lib/types'
import { Assault } from './assault.svelte'
import { isWay, sameUnits, shared } from './meaning'
import { Outlook } from './outlook.svelte'
import { Targets } from './targets.svelte'

export class Hand {
  units = $state.raw<string[]>([])
  orders = $state.raw<Order[]>([]) // open to the units in hand
  kinds = $state.raw<Ways>({}) // by kind of movement, where the units in hand can go
  path = $state.raw<string[]>([])
  drawn = $state(false) // the path was drawn by hand, step by step
  verb = $state('') // of the movement that is meant, where there are several
  why = $state.raw<WhyNot | null>(null)
  deploying = $state(false) // units are being set up, each in a hex of the player's choice
  readonly assault: Assault
  readonly outlook: Outlook
  readonly targets: Targets
  #asked = 0 // answers to older questions are dropped

  readonly table: Table
  readonly desk: Desk

  constructor(table: Table, desk: Desk) {
    this.table = table
    this.desk = desk
    this.assault = new Assault(table, desk)
    this.outlook = new Outlook(table, this)
    this.targets = new Targets(table)
    let seq = table.scene.seq
    let side = table.side
    $effect(() => {
      if (table.scene.seq === seq && table.side === side) return
      ;[seq, side] = [table.scene.seq, table.side]
      untrack(() => this.clear())
    })
    const setting = $derived(table.deciding && table.scene.words.includes('auto'))
    $effect(() => {
      if (!setting) this.deploying = false
      else untrack(() => void this.#looksAhead())
    })
    $effect(() => {
      if (table.scene.seq >= 0 && this.#lone)
        untrack(() => void this.take([this.#lone]).then(() => desk.show(this.origin)))
    })
  }

  /** The one unit that a decision is about, where it must go somewhere and the map asks whither. */
  readonly #lone = $derived.by(() => {
    const { deciding, scene, choices } = this.table
    const [only, other] = scene.able
    if (!deciding || !only || other || scene.words.length || menu(scene, choices).length) return ''
    return choices.length && choices.every((order) => order.hexes.length) ? only : ''
  })

  /** What setting up means here: units are sent to hexes, or something is done to them. */
  async #looksAhead(): Promise<void> {
    const [unit] = this.table.scene.able
    const orders = unit ? await this.ordersAbout(unit).catch(() => []) : []
    this.deploying = orders.some((order) => order.hexes.length > 0)
  }

  // -- what is held -----------------------------------------------------------------------

  get origin(): string {
    return this.units[0] ? this.table.hexOf(this.units[0]) : ''
  }

  readonly able = $derived.by(() => new Set(this.table.deciding ? this.table.scene.able : []))

  /** Where they can go by the kind of movement that is meant, or by any. */
  readonly ways = $derived.by(
    () =>
      this.kinds[this.kind] ??
      (Object.assign(
        {},
        ...plainFirst(Object.keys(this.kinds))
          .map((kind) => this.kinds[kind])
          .reverse(),
      ) as Record<string, Way>),
  )

  /** The orders that send them somewhere. A group without orders of its own may try its first
   * unit's, wherever all of it can go. */
  readonly sendings = $derived.by(() => {
    const sending = this.orders.filter((order) => order.hexes.length && !isAttack(order))
    if (!this.units.length) return this.#ofPlaces([...this.table.choices, ...this.orders])
    const own = sending.filter((order) => sameUnits(order.units, this.units))
    if (own.length || this.units.length < 2) return own
    const first = sending.filter((order) => sameUnits(order.units, this.units.slice(0, 1)))
    return first.filter((order) => destination(order) in (this.kinds[order.verb] ?? {}))
  })

  /** Orders about a hex and no unit: choose an objective, turn over a reserve … */
  #ofPlaces(orders: Order[]): Order[] {
    if (!this.table.deciding) return []
    return orders.filter((order) => order.hexes.length === 1 && !order.units.length)
  }

  /** The kinds of order that send them, a plain move first: that is meant unless another is
   * chosen. */
  readonly verbs = $derived(plainFirst([...new Set(this.sendings.map((order) => order.verb))]))

  /** The kind that is meant: chosen, else the plain one. The map shows one kind at a time. */
  get kind(): string {
    return this.verb || (this.verbs[0] ?? '')
  }

  /** How many hexes each kind of order leads to. */
  readonly counts = $derived.by(() => {
    const found = new Map<string, Set<string>>()
    for (const order of this.sendings) {
      found.set(order.verb, (found.get(order.verb) ?? new Set()).add(destination(order)))
    }
    return new Map([...found].map(([verb, hexes]) => [verb, hexes.size]))
  })

  /** The order that is meant by pressing a hex. */
  #meant(hex: string): Order | undefined {
    const offered = this.destinations.get(hex) ?? []
    const verb = [this.verb, ...this.verbs].find((one) => offered.some(({ verb }) => verb === one))
    return offered.find((order) => order.verb === verb)
  }

  /** The hexes they may be sent to, with the orders that lead there. */
  readonly destinations = $derived.by(() => {
    const found = new Map<string, Order[]>()
    for (const order of this.sendings) {
      const other = order.verb !== this.kind
      if (other && (order.verb in this.kinds || this.verb)) continue
      const hex = destination(order)
      found.set(hex, [...(found.get(hex) ?? []), order])
    }
    return found
  })

  /** Units are set down, not marched: each order names the one hex where it is to stand. */
  get placing(): boolean {
    const orders = [...this.destinations.values()].flat()
    const far = (hex: string) => !this.table.kit.geometry.touch(this.origin, hex)
    const setting = this.table.scene.words.includes('auto')
    return (
      orders.length > 0 &&
      orders.every((order) => order.hexes.length === 1) &&
      (setting || orders.some((order) => far(order.hexes[0]!)))
    )
  }

  /** Orders for the units in hand that lead nowhere: dig in, lose a step … */
  get actions(): Order[] {
    return this.orders.filter((order) => order.units.length && !order.hexes.length)
  }

  /** The order that Enter would give. */
  get pending(): string {
    const goal = this.path.at(-1)
    const [only, second] = this.actions
    if (!goal) return only && !second && !this.destinations.size ? only.text : ''
    const meant = this.#meant(goal)
    if (meant && !this.drawn && sameUnits(meant.units, this.units)) return meant.text
    const verb = this.verb || meant?.verb || this.verbs[0] || 'move'
    return move(verb, this.units, this.path)
  }

  // -- taking units up --------------------------------------------------------------------

  async ordersAbout(about: string): Promise<Order[]> {
    const { choices } = this.table
    if (choices.length) {
      return choices.filter((order) => [...order.units, ...order.hexes].includes(about))
    }
    return (await this.table.api.orders(this.table.side, about)).map(this.table.read)
  }

  /** The units in a hex that can act. */
  ready(hex: string): string[] {
    const stack = this.table.scene.view.stacks[hex] ?? []
    return stack.flatMap((seen) => (seen.unit && this.able.has(seen.unit) ? seen.unit : []))
  }

  async take(units: string[]): Promise<void> {
    const turn = ++this.#asked
    const [first] = units
    this.drop()
    this.assault.drop()
    this.units = units
    if (!first || !this.table.deciding) return
    this.desk.tab = 'now'
    const hex = this.table.hexOf(first)
    if (hex) this.desk.cursor = hex
    try {
      const orders = await this.ordersAbout(first)
      const going = !!hex && orders.some((order) => order.hexes.length && !isAttack(order))
      const { api, side } = this.table
      const ways = going ? await Promise.all(units.map((unit) => api.reach(side, unit))) : []
      if (turn !== this.#asked) return
      this.kinds = shared(ways)
      this.orders = orders
    } catch (error) {
      this.table.complain(error)
    }
  }

  toggle(unit: string): void {
    const rest = this.units.filter((other) => other !== unit)
    void this.take(rest.length < this.units.length ? rest : [...this.units, unit])
  }

  drop(): void {
    this.path = []
    this.drawn = false
    this.verb = ''
    this.why = null
    this.kinds = {}
    this.orders = []
    this.units = []
  }

  clear(): void {
    this.#asked++
    this.drop()
    this.assault.drop()
  }

  /** Nothing in hand, nothing asked. */
  get empty(): boolean {
    const { units, path, why, assault } = this
    return !units.length && !path.length && !why && !assault.target && !this.table.refusal
  }

  /** Escape: back by one step. */
  back(): void {
    if (this.why || this.table.refusal) {
      this.why = null
      this.table.refusal = null
    } else if (this.path.length) {
      this.path = []
      this.drawn = false
    } else {
      this.clear()
    }
  }

  // -- setting them down ------------------------------------------------------------------

  #grabbed = '' // a unit that is to be set up: taken up as soon as it is dragged
  #lifting: Promise<void> | null = null

  /** May something be dragged from here? */
  grab(hex: string): boolean {
    this.#grabbed = ''
    this.#lifting = null
    if (this.units.length && hex === this.origin) return true
    if (this.deploying) this.#grabbed = this.ready(hex)[0] ?? ''
    return !!this.#grabbed
  }

  /** Dragged over a hex: a way is drawn, or a place is meant. */
  drag(hex: string): void {
    if (this.#grabbed && !this.#lifting) this.#lifting = this.take([this.#grabbed])
    if (!hex) return
    if (!this.placing && !this.#grabbed) return this.step(hex)
    if (this.destinations.has(hex)) this.aim(hex)
    else this.path = []
  }

  /** Let go over a hex. */
  async letGo(hex: string): Promise<void> {
    await this.#lifting
    if (!this.placing || hex === this.origin) return
    if (this.destinations.has(hex)) {
      this.aim(hex)
      await this.commit()
    } else await this.ask(hex)
  }

  // -- sending them -----------------------------------------------------------------------

  aim(hex: string): void {
    const { geometry } = this.table.kit
    const meant = this.#meant(hex)
    this.drawn = false
    this.why = null
    this.path = meant && isWay(geometry, this.origin, meant.hexes) ? meant.hexes : [hex]
    const way = this.ways[hex]
    if (this.path.length === 1 && way && way.path.at(-1) === hex) this.path = way.path
  }

  /** Draw the way by steps: on to a hex that touches the last, or back along the way. */
  step(hex: string): void {
    const back = this.path.indexOf(hex)
    if (hex === this.origin) this.path = []
    else if (back >= 0) this.path = this.path.slice(0, back + 1)
    else if (this.table.kit.geometry.touch(this.path.at(-1) ?? this.origin, hex)) {
      this.path = [...this.path, hex]
    } else return
    this.drawn = this.path.length > 0
    this.why = null
    void this.#check()
  }

  async #check(): Promise<void> {
    const order = this.pending
    if (!order) return
    const refusal = await this.table.whyNot(order).catch(() => null)
    if (refusal && order === this.pending) {
      this.why = { hex: this.path.at(-1) ?? '', order, refusal }
    }
  }

  async commit(): Promise<void> {
    const order = this.assault.target ? this.assault.order : this.pending
    if (order) await this.give(order)
  }

  async give(order: string): Promise<void> {
    const goal = destination(this.table.read(order)) || this.desk.cursor
    if (await this.table.give(order)) this.clear()
    else if (this.table.refusal) {
      this.why = { hex: goal, ...this.table.refusal } satisfies WhyNot
    }
  }

  // -- the board is pressed ---------------------------------------------------------------

  async press(hex: string, drawing = false): Promise<void> {
    const { table, desk } = this
    desk.cursor = hex
    desk.lit = []
    table.refusal = null
    this.why = null
    if (!table.deciding) return
    if (drawing && this.units.length && hex === this.origin && !this.path.length) {
      return this.take(this.ready(hex))
    }
    if (drawing && this.units.length) return this.step(hex)
    if (this.assault.target && this.assault.press(hex)) return
    if (this.destinations.has(hex)) {
      if (this.path.at(-1) === hex && !this.drawn) return this.commit()
      return this.aim(hex)
    }
    if (this.drawn && this.path.at(-1) === hex) return this.commit()
    const ready = this.ready(hex)
    if (ready.length) {
      const next = ready[(ready.indexOf(this.units[0] ?? '') + 1) % ready.length]!
      if (next !== this.units[0]) return this.take([next])
      return this.pending ? this.commit() : this.clear()
    }
    const about = await this.ordersAbout(hex)
    if (await this.assault.begin(hex, this.units, about)) return
    if (this.#ofPlaces(about).length) {
      this.drop()
      this.orders = about
      return this.aim(hex)
    }
    const enemies = (table.scene.view.stacks[hex] ?? []).some((seen) => seen.side !== table.side)
    if (this.units.length || enemies) return this.ask(hex)
  }

  /** Why not there? */
  async ask(hex: string): Promise<void> {
    try {
      const { api, side, kit } = this.table
      const why = await api.whyNot(side, this.units, hex, this.units.length ? this.kind : '')
      if (why) this.why = { ...why, refusal: kit.refusal(why.refusal) }
    } catch (error) {
      this.table.complain(error)
    }
  }

  /** Mean an order that was proposed: its way is shown, and Enter gives it. */
  propose(text: string): void {
    const order = this.table.read(text)
    if (isAttack(order)) {
      void this.press(order.hexes[0] ?? '')
      return
    }
    this.why = null
    if (this.verbs.includes(order.verb)) this.verb = order.verb
    const goal = destination(order)
    if (this.destinations.has(goal)) this.aim(goal)
    this.desk.cursor = goal
  }

  // -- from unit to unit ------------------------------------------------------------------

  next(by: 1 | -1 = 1): void {
    const { able } = this.table.scene
    if (!this.table.deciding || !able.length) return
    const now = able.indexOf(this.units[0] ?? '')
    const unit = able[(now + by + able.length + (now < 0 && by < 0 ? 1 : 0)) % able.length]!
    const hex = this.table.hexOf(unit)
    void this.take([unit])
    if (hex) this.desk.show(hex)
  }
}

const plainFirst = (verbs: string[]): string[] => [
  ...verbs.filter((verb) => verb === 'move'),
  ...verbs.filter((verb) => verb !== 'move'),
]

const KEY = Symbol('hand')
export const provideHand = (hand: Hand): Hand => setContext(KEY, hand)
export const useHand = (): Hand => getContext<Hand>(KEY)
