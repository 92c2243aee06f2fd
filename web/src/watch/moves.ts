// The other side's orders as things to show: moves with their ways, battles, and other news. It
// reads orders and where counters stood before and after; whether an order may be given, and what
// it does, is the server's to know.
import type { Geometry } from '../lib/geometry'
import { destination, isAttack, type Order } from '../lib/notation'
import type { News, Seen, Told, View } from '../lib/types'
import { battles, standing, type Fought } from '../panels/story'

export interface Move {
  seq: number
  side: string
  units: string[] // none where the counter is covered
  path: string[] // from where it stood; only its end where it came from elsewhere
  way: boolean // the path is the way itself; else only its two ends
  kind: string // "move", "road", "retreat" …
}

export interface Clash {
  seq: number // its first order
  last: number // its last
  battle: Fought
  moves: Move[] // retreats and advances
}

export interface Account {
  moves: Move[]
  battles: Clash[]
  news: { seq: number; news: News }[] // whatever else was told
}

export interface Field {
  geometry: Geometry
  read: (text: string) => Order
  isHex: (word: string) => boolean
}

/** Some orders of a log: what they were, from how things stood before and how they stand now. */
export function account(
  log: Told[],
  among: (told: Told) => boolean,
  [before, now]: [View, View],
  field: Field,
): Account {
  const fought = battles(log, among, field.isHex)
  const of = new Map(fought.flatMap((one) => one.orders.map((seq) => [seq, one] as const)))
  const clashes = new Map<Fought, Clash>()
  const found: Account = { moves: [], battles: [], news: [] }
  const stood = places(before)
  const stands = places(now)
  for (const told of standing(log).filter(among)) {
    const { seq } = told
    const battle = of.get(seq)
    const move = moved(told, stood, stands, field)
    for (const unit of move?.units ?? []) stood.set(unit, move!.path.at(-1)!)
    if (battle) {
      const clash = clashes.get(battle) ?? { seq, last: seq, battle, moves: [] }
      if (!clashes.has(battle)) found.battles.push(clash)
      clashes.set(battle, clash)
      clash.last = seq
      if (move) clash.moves.push(move)
    } else if (move) found.moves.push(move)
    else found.news.push(...told.news.map((news) => ({ seq, news })))
  }
  // an attack that was only announced has not been fought yet
  found.battles = found.battles.filter(({ battle }) => battle.dice.length || battle.result)
  return found
}

function moved(
  { seq, actor, order: text, news }: Told,
  stood: Map<string, string>,
  stands: Map<string, string>,
  { geometry, read }: Field,
): Move | null {
  if (!actor || actor === 'dice') return null
  const order = read(text)
  const told = news.find((one) => one.hexes?.length === 2)?.hexes ?? []
  if (!text) {
    // covered: where a counter came to, if that is told, and nothing else
    const to = told[1]
    return to ? { seq, side: actor, units: [], path: [to], way: false, kind: 'covered' } : null
  }
  const [unit] = order.units
  const goal = destination(order)
  if (!unit || !goal || isAttack(order)) return null
  // an order may name a hex for other reasons: whoever moved stands elsewhere now, or is gone
  const from = stood.get(unit) ?? (told[1] === goal ? told[0]! : '')
  const ends = stands.get(unit)
  if (from === goal || (ends === from && from)) return null
  const hexes = order.hexes[0] === from ? order.hexes.slice(1) : order.hexes
  const path = from ? [from, ...hexes] : hexes.slice(-1)
  const way = path.every((hex, n) => !n || geometry.touch(path[n - 1]!, hex))
  const { units, verb: kind } = order
  return { seq, side: actor, units, kind, way, path: way ? path : [path[0]!, goal] }
}

/** Where the counters stand that can be told apart. */
function places(view: View): Map<string, string> {
  const found = new Map<string, string>()
  for (const [hex, stack] of Object.entries(view.stacks)) {
    for (const seen of stack) if (seen.unit) found.set(seen.unit, hex)
  }
  return found
}

/** The stacks after a move: whoever went lies on top where he came to. */
export function carried(stacks: View['stacks'], move: Move): View['stacks'] {
  const [from, to] = [move.path[0]!, move.path.at(-1)!]
  if (!move.units.length || move.path.length < 2) return stacks
  const here = stacks[from] ?? []
  const gone = move.units.map(
    (unit): Seen => here.find((seen) => seen.unit === unit) ?? { side: move.side, unit },
  )
  const left = here.filter((seen) => !gone.includes(seen))
  return { ...stacks, [from]: left, [to]: [...gone, ...(stacks[to] ?? [])] }
}
