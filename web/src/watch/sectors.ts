// Things gathered by where they are: the camera goes from sector to sector, not from one end of the
// map to the other for each order.
import type { Geometry } from '../lib/geometry'
import { placeNear } from '../panels/digest'
import type { Move } from './moves'

export interface Sector {
  title: string // "Oboyan and Prokhorovka"
  moves: Move[]
  hexes: string[] // all that lie in it
}

const ACROSS = 14 // hexes
const MOST = 5

interface Box<T> {
  items: T[]
  left: number
  top: number
  right: number
  bottom: number
}

export const sectors = (moves: Move[], geometry: Geometry): Sector[] =>
  gathered(moves, ({ path }) => path, geometry).map((box) => ({
    title: named(box.items, geometry),
    moves: box.items.sort((a, b) => a.seq - b.seq),
    hexes: inside(box, geometry),
  }))

/** The boxes of a few clusters, north to south: small ones, unless there would be too many. */
export function gathered<T>(
  items: T[],
  hexes: (item: T) => string[],
  geometry: Geometry,
): Box<T>[] {
  let boxes = items.map((item): Box<T> => {
    const points = hexes(item).map((hex) => geometry.at(hex))
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
    const [left, right] = [Math.min(...xs), Math.max(...xs)]
    return { items: [item], left, right, top: Math.min(...ys), bottom: Math.max(...ys) }
  })
  for (;;) {
    const [one, other] = nearest(boxes, geometry.pitch * ACROSS)
    if (!one || !other) break
    boxes = [...boxes.filter((box) => box !== one && box !== other), both(one, other)]
  }
  return boxes.sort((a, b) => a.top + a.bottom - b.top - b.bottom || a.left - b.left)
}

/** The two that make the smallest box together: while it is small enough, or there are many. */
function nearest<T>(boxes: Box<T>[], across: number): [Box<T>?, Box<T>?] {
  let least = boxes.length > MOST ? Infinity : across
  let found: [Box<T>?, Box<T>?] = []
  boxes.forEach((one, n) =>
    boxes.slice(n + 1).forEach((other) => {
      const { left, right, top, bottom } = both(one, other)
      const size = Math.max(right - left, bottom - top)
      if (size < least) [least, found] = [size, [one, other]]
    }),
  )
  return found
}

const both = <T>(a: Box<T>, b: Box<T>): Box<T> => ({
  items: [...a.items, ...b.items],
  left: Math.min(a.left, b.left),
  right: Math.max(a.right, b.right),
  top: Math.min(a.top, b.top),
  bottom: Math.max(a.bottom, b.bottom),
})

/** The hexes of a box, and those around them. */
function inside<T>({ left, right, top, bottom }: Box<T>, geometry: Geometry): string[] {
  const edge = geometry.pitch * 1.1
  return geometry.ids.filter((hex) => {
    const { x, y } = geometry.at(hex)
    return x > left - edge && x < right + edge && y > top - edge && y < bottom + edge
  })
}

/** By the two places where most of it happens. */
function named(moves: Move[], geometry: Geometry): string {
  const counts = new Map<string, number>()
  for (const { path } of moves) {
    const { name } = placeNear(path.at(-1)!, geometry)
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const first = [...counts].sort(([, a], [, b]) => b - a).slice(0, 2)
  return first.map(([name]) => name).join(' and ') || 'The map'
}
