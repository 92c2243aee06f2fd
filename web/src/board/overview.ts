// The whole map at a glance: stacks gathered into discs of strength, names of the chief places
// beside them, the line between the two sides. Sizes are of the screen, whatever the scale.
import type { Geometry, Point } from '../lib/geometry'
import type { Counter, View } from '../lib/types'

export interface Disc extends Point {
  side: string
  strength: number
  covered: number // counters that nobody can read
  units: string[]
  hexes: string[]
  radius: number // in pixels
}

const JOIN = 96 // map units within which neighbours of one side are one disc
const MOST = 15 // pixels

/** What is printed on a counter, as far as it is a number: "10", "0/3" → 3. */
export function printed(counter: Counter | undefined, step = 0): number {
  const told = counter?.strengths[step] ?? ''
  return Math.max(0, ...(told.match(/\d+/g) ?? []).map(Number))
}

export function discs(
  view: View,
  counters: Record<string, Counter>,
  geometry: Geometry,
  join = JOIN,
): Disc[] {
  const found: Disc[] = []
  const stacks = Object.entries(view.stacks).filter(([, stack]) => stack.length)
  stacks.sort(
    ([a], [b]) => geometry.at(a).y - geometry.at(b).y || geometry.at(a).x - geometry.at(b).x,
  )
  for (const [hex, stack] of stacks) {
    const side = stack[0]!.side
    const at = geometry.at(hex)
    const near = found.find(
      (disc) =>
        disc.side === side && disc.hexes.every((other) => gap(geometry.at(other), at) <= join),
    )
    const disc = near ?? { side, strength: 0, covered: 0, units: [], hexes: [], radius: 0, ...at }
    if (!near) found.push(disc)
    disc.hexes.push(hex)
    for (const seen of stack) {
      if (!seen.unit) disc.covered++
      else {
        disc.units.push(seen.unit)
        disc.strength += printed(counters[seen.unit], seen.step)
      }
    }
    disc.x = disc.hexes.reduce((sum, each) => sum + geometry.at(each).x, 0) / disc.hexes.length
    disc.y = disc.hexes.reduce((sum, each) => sum + geometry.at(each).y, 0) / disc.hexes.length
  }
  for (const disc of found) disc.radius = Math.min(MOST, 6.2 + 0.92 * Math.sqrt(disc.strength))
  return found
}

/** The disc on a hex, or else the one that was pushed over it. */
export function discAt(found: Disc[], hex: string, at: Point, k: number): Disc | null {
  const over = found.filter((disc) => gap(disc, at) <= (disc.radius + 4) / k)
  over.sort((a, b) => gap(a, at) - gap(b, at))
  return over[0] ?? found.find((disc) => disc.hexes.includes(hex)) ?? null
}

const gap = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** Push discs apart that would overlap at this scale; they stay near where they belong. */
export function apart(found: Disc[], k: number): Disc[] {
  const moved = found.map((disc) => ({ ...disc }))
  for (let round = 0; round < 24; round++) {
    let still = true
    for (let i = 0; i < moved.length; i++) {
      for (let j = i + 1; j < moved.length; j++) {
        const [a, b] = [moved[i]!, moved[j]!]
        const wanted = (a.radius + b.radius + 1.2) / k
        const now = gap(a, b)
        if (now >= wanted) continue
        still = false
        const [dx, dy] = now > 0.01 ? [(b.x - a.x) / now, (b.y - a.y) / now] : [1, 0]
        const push = (wanted - now) / 2
        a.x -= dx * push
        a.y -= dy * push
        b.x += dx * push
        b.y += dy * push
      }
    }
    if (still) break
  }
  return moved
}

export interface Name extends Point {
  text: string
  city: boolean
  mark: Point
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const RANKS = ['major city', 'city', 'town', 'minor town']
const TURNS = 16
const OFF = 1e6 // worse than any overlap: the edge of the window would cut the name

/**
 * Names of the chief places, off the discs and off each other; lesser ones only where there is
 * room: a map with great cities has many others.
 * `beside`: pixels left and right of the sheet, and above and below, that can be seen, too.
 */
export function names(
  geometry: Geometry,
  found: Disc[],
  k: number,
  beside: Point = { x: Infinity, y: Infinity },
): Name[] {
  const { width, height } = geometry.map
  const beyond = ({ left, right, top, bottom }: Box): boolean =>
    Math.max(-left, right - width) * k > beside.x || Math.max(-top, bottom - height) * k > beside.y
  const places = Object.values(geometry.map.hexes)
    .filter(({ rank }) => RANKS.includes(rank))
    .sort((a, b) => RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank))
  const taken: Box[] = found.map(({ x, y, radius }) => around({ x, y }, radius / k, radius / k))
  const chosen: Name[] = []
  const chief = places[0]?.rank
  for (const { x, y, place, rank } of places) {
    const city = rank === chief && rank.endsWith('city')
    const text = city ? place.toUpperCase() : place
    const [wide, high] = [(text.length * (city ? 10.6 : 7.4)) / 2 / k, (city ? 8 : 7) / k]
    let [best, least] = [null as Point | null, city ? Infinity : 0.05]
    for (let turn = 0; turn < TURNS; turn++) {
      const angle = (turn * 2 * Math.PI) / TURNS
      const at = {
        x: x + Math.cos(angle) * (wide + 8 / k),
        y: y + Math.sin(angle) * (high + 9 / k),
      }
      const box = around(at, wide, high)
      const cut = beyond(box) ? OFF : 0
      const cost = cut + taken.reduce((sum, other) => sum + shared(box, other), 0) * k * k
      if (cost < least) [best, least] = [at, cost]
      if (!cost) break
    }
    if (!best) continue
    chosen.push({ ...best, text, city, mark: { x, y } })
    taken.push(around(best, wide, high))
  }
  return chosen
}

const around = ({ x, y }: Point, wide: number, high: number): Box => ({
  left: x - wide,
  right: x + wide,
  top: y - high,
  bottom: y + high,
})

const shared = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))

export type Level = 'far' | 'mid' | 'near'

/** Which level of detail a scale has; near a change, the one that it had. */
export function level(k: number, before: Level): Level {
  if (k < (before === 'far' ? 0.42 : 0.38)) return 'far'
  if (k < (before === 'near' ? 0.78 : 0.82)) return 'mid'
  return 'near'
}
