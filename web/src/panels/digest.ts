// What the other side's turn has changed: two views compared, and the log between them. Nothing
// here knows a rule.
import type { Geometry } from '../lib/geometry'
import type { Order } from '../lib/notation'
import type { Card, Seen, Told, View } from '../lib/types'
import { scales } from './scales'
import { account, type Move } from '../watch/moves'
import { taken } from './front'
import { battles, standing, turnOf, type Fought } from './story'

export interface Spot {
  place: string // "Belev", "south of Belev"
  hexes: string[]
}

export interface Changed {
  seen: Seen
  hex: string // where it stood
  now: string // the box in which it lies, if one is told
}

export interface Digest {
  after: number // the last order before it
  upTo: number // its last order
  turn: string // "Turn 3. Soviet"
  points: { title: string; from: number; to: number }[]
  causes: { points: number; says: string; rule: string }[] // where points are told at once
  moves: Move[] // the other side's
  battles: Fought[]
  own: Fought[] // the reader's, in his turn before it
  gained: Spot[]
  lost: Spot[]
  gone: Changed[]
  weaker: Changed[]
  come: Changed[]
}

export interface Ground {
  geometry: Geometry
  card: Card
  isHex: (word: string) => boolean
  read: (text: string) => Order
}

export function digest(
  log: Told[],
  [after, upTo]: [number, number],
  [before, now]: [View, View],
  { geometry, card, isHex, read }: Ground,
): Digest {
  const within = (told: Told) => told.seq > after && told.seq <= upTo
  const stood = standing(log)
  const last = stood.findLast((told) => within(told) && told.order && told.actor !== 'dice')
  const mine = now.side
  const other = Object.keys(now.control).find((side) => side !== mine) ?? ''
  const before_ = turnOf(stood.find((told) => told.seq === after)?.heading ?? '')
  const [were, are] = [standings(before), standings(now)]
  const was = new Map(scales(card, before.tracks).map(({ track, at }) => [track, at]))
  return {
    after,
    upTo,
    turn: turnOf(last?.heading ?? ''),
    causes: items(before, now) ?? told(stood.filter(within)),
    moves: account(log, within, [before, now], { geometry, isHex, read }).moves,
    battles: fought(log, within, isHex),
    own: fought(log, (told) => told.seq <= after && turnOf(told.heading) === before_, isHex),
    gained: spots(taken(other, [before, now], geometry), geometry),
    lost: spots(taken(mine, [before, now], geometry), geometry),
    points: scales(card, now.tracks).flatMap(({ track, title, at }) => {
      const from = was.get(track)
      return from === undefined || from === at ? [] : { title, from, to: at }
    }),
    // another's unit that is not seen any more may lie covered: it is gone where a box shows it
    gone: [...were.values()]
      .filter(({ seen }) => !are.has(seen.unit!))
      .map((one) => ({ ...one, now: boxOf(now, one.seen.unit!) }))
      .filter((one) => one.now || one.seen.side === mine),
    weaker: [...are.values()].filter(({ seen }) => {
      const then = were.get(seen.unit!)
      return then && (seen.step ?? 0) > (then.seen.step ?? 0)
    }),
    come: [...are.values()].filter(({ seen }) => boxOf(before, seen.unit!)),
  }
}

type Causes = Digest['causes']

/** Points that were told as they came. */
const told = (log: Told[]): Causes =>
  log.flatMap(({ news }) =>
    news.flatMap(({ points, says, rule = '' }) =>
      points ? { points, rule, says: says.replace(/: [+-]\d+ VP\.$/, '') } : [],
    ),
  )

/** By how much each item of a score has changed, in a game that counts by items. */
function items(before: View, now: View): Causes | null {
  const [was, is] = [before, now].map(({ tracks }) => tracks['points'] as Record<string, number>)
  if (!was || !is || typeof is !== 'object' || Object.keys(is).some((key) => key in now.control))
    return null
  return Object.entries(is).flatMap(([says, at]) => {
    const points = at - (was[says] ?? 0)
    return points ? { points, says, rule: '' } : []
  })
}

/** Battles that came to a result. */
const fought = (log: Told[], among: (told: Told) => boolean, isHex: Ground['isHex']): Fought[] =>
  battles(log, among, isHex).filter((one) => one.dice.length || one.result)

export const nothing = (found: Digest): boolean =>
  ![
    found.points,
    found.moves,
    found.battles,
    found.gained,
    found.lost,
    found.gone,
    found.weaker,
    found.come,
  ].some((part) => part.length)

/** Who is known to stand where. */
function standings(view: View): Map<string, Changed> {
  const found = new Map<string, Changed>()
  for (const [hex, stack] of Object.entries(view.stacks)) {
    for (const seen of stack) if (seen.unit) found.set(seen.unit, { seen, hex, now: '' })
  }
  return found
}

const boxOf = (view: View, unit: string): string =>
  Object.entries(view.boxes).find(([, inside]) => inside.some((seen) => seen.unit === unit))?.[0] ??
  ''

/** Hexes gathered about the places that people know them by, the largest first. */
export function spots(hexes: string[], geometry: Geometry): Spot[] {
  const found = new Map<string, string[]>()
  for (const hex of hexes) {
    const near = placeNear(hex, geometry)
    found.set(near.name, [...(found.get(near.name) ?? []), hex])
  }
  return [...found]
    .map(([place, inside]) => ({ place, hexes: inside.sort() }))
    .sort((a, b) => b.hexes.length - a.hexes.length || (a.place < b.place ? -1 : 1))
}

export interface Near {
  name: string
  way: string // "south of", or "" where the hex has the name itself
}

const WINDS = [
  'east',
  'south-east',
  'south',
  'south-west',
  'west',
  'north-west',
  'north',
  'north-east',
]

/** The nearest place with a name. */
export function placeNear(hex: string, geometry: Geometry): Near {
  const own = geometry.map.hexes[hex]?.place
  if (own) return { name: own, way: '' }
  const { x, y } = geometry.at(hex)
  let [best, nearest] = ['', Infinity]
  for (const id of geometry.ids) {
    if (!geometry.map.hexes[id]?.place) continue
    const there = geometry.at(id)
    const gap = Math.hypot(there.x - x, there.y - y)
    if (gap < nearest) [best, nearest] = [id, gap]
  }
  if (!best) return { name: '', way: '' }
  const { x: left, y: top } = geometry.at(best)
  const wind = WINDS[(Math.round(Math.atan2(y - top, x - left) / (Math.PI / 4)) + 8) % 8]!
  return { name: geometry.map.hexes[best]!.place!, way: `${wind} of` }
}

/** "Belev", "South of Belev". */
export function spoken(hex: string, geometry: Geometry): string {
  const { name, way } = placeNear(hex, geometry)
  if (!name) return ''
  const words = way ? `${way} ${name}` : name
  return words.charAt(0).toUpperCase() + words.slice(1)
}
