// Whose ground is whose, and the line between: as the game tells it where it tells it of most
// hexes, else by who stands nearest. A way to look at a position, not a rule.
import { dot, type Geometry, type Point } from '../lib/geometry'
import type { View } from '../lib/types'

const REACH = 6 // hexes around a unit that are taken for its side's

export type Owners = Map<string, string>

/** Does the game tell of most hexes whose they are? */
export const charted = (view: View, geometry: Geometry): boolean =>
  2 * Object.values(view.control).flat().length > geometry.ids.length

export function owners(view: View, geometry: Geometry): Owners {
  if (!charted(view, geometry)) return nearest(view, geometry)
  return new Map(
    Object.entries(view.control).flatMap(([side, hexes]) => hexes.map((hex) => [hex, side])),
  )
}

/** By the nearest unit; where both sides are as near, nobody's. */
function nearest(view: View, geometry: Geometry): Owners {
  const found: Owners = new Map()
  let rim = Object.entries(view.stacks).flatMap(([hex, [top]]) => (top ? [[hex, top.side]] : []))
  for (const [hex, side] of rim) found.set(hex!, side!)
  for (let far = 0; far < REACH && rim.length; far++) {
    const next = new Map<string, string>()
    for (const [hex, side] of rim) {
      for (const other of geometry.neighbours(hex!)) {
        if (found.has(other)) continue
        const rival = next.get(other)
        next.set(other, rival === undefined || rival === side ? side! : '')
      }
    }
    for (const [hex, side] of next) found.set(hex, side)
    rim = [...next].filter(([, side]) => side)
  }
  return found
}

/** The hexsides between two sides' ground, each by its two corners. */
function hexsides(ground: Owners, geometry: Geometry): [Point, Point][] {
  const found: [Point, Point][] = []
  for (const [hex, side] of ground) {
    if (!side || !(hex in geometry.map.hexes)) continue
    const { x, y } = geometry.at(hex)
    const corners = geometry.corners(hex)
    for (const other of geometry.neighbours(hex)) {
      const theirs = ground.get(other)
      if (!theirs || theirs === side || other < hex) continue
      const there = geometry.at(other)
      const middle = { x: (x + there.x) / 2, y: (y + there.y) / 2 }
      const near = corners
        .map((corner) => ({ corner, gap: Math.hypot(corner.x - middle.x, corner.y - middle.y) }))
        .sort((a, b) => a.gap - b.gap)
      found.push([near[0]!.corner, near[1]!.corner])
    }
  }
  return found
}

/** The line between two sides' ground, as a path on the sheet. */
export const front = (ground: Owners, geometry: Geometry): string =>
  hexsides(ground, geometry)
    .map(([from, to]) => `M${dot(from)}L${dot(to)}`)
    .join('')

/** The same from afar: drawn with a soft pen, from the middle of one hexside to the next. */
export function sweep(ground: Owners, geometry: Geometry): string {
  const corners = new Map<string, { corner: Point; middles: Point[] }>()
  for (const [from, to] of hexsides(ground, geometry)) {
    for (const corner of [from, to]) {
      const key = `${Math.round(corner.x)} ${Math.round(corner.y)}`
      if (!corners.has(key)) corners.set(key, { corner, middles: [] })
      corners.get(key)!.middles.push(between(from, to))
    }
  }
  return [...corners.values()]
    .map(({ corner, middles: [one, other, third] }) =>
      other && !third
        ? `M${dot(one!)}Q${dot(between(corner, between(one!, other)))} ${dot(other)}`
        : [one!, other, third].map((each) => each && `M${dot(corner)}L${dot(each)}`).join(''),
    )
    .join('')
}

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** The hexes that have come from one side to another: where that is told, or somebody stands. */
export function taken(from: string, [before, now]: [View, View], geometry: Geometry): string[] {
  const [was, is] = [owners(before, geometry), owners(now, geometry)]
  const told = charted(now, geometry)
  return [...is]
    .filter(([hex, side]) => side && side !== from && was.get(hex) === from)
    .filter(([hex, side]) => told || now.stacks[hex]?.[0]?.side === side)
    .map(([hex]) => hex)
}
