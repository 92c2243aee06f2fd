// The arrow that shows a way: its shaft lies under the counters, its tip over them.
import { dot, type Geometry } from '../lib/geometry'

export interface Arrow {
  shaft: string
  tip: string // a transform
}

/** `full`: the last hex holds counters, so the arrow stops beside them. */
export function arrow(geometry: Geometry, hexes: string[], full: boolean): Arrow {
  const points = hexes.map((hex) => geometry.at(hex))
  const [last, before] = [points.at(-1), points.at(-2)]
  const leads = hexes.every((hex, n) => !n || geometry.touch(hexes[n - 1]!, hex))
  if (!last || !before || !leads) return { shaft: '', tip: '' } // only along a real way
  const gap = Math.hypot(last.x - before.x, last.y - before.y)
  const towards = { x: (last.x - before.x) / gap, y: (last.y - before.y) / gap }
  const short = (by: number) => ({ x: last.x - towards.x * by, y: last.y - towards.y * by })
  const end = full ? 25 : 4
  return {
    shaft: `M${[...points.slice(0, -1), short(end + 7)].map(dot).join('L')}`,
    tip: `translate(${dot(short(end))}) rotate(${turn(towards.x, towards.y)})`,
  }
}

export interface Thrust {
  shaft: string
  head: string // a transform
}

/** An attack from one hex into the next. Its head covers no strength: in one row it lies in the
 *  gap, else on the top row of the lower counter, which has no number. */
export function thrust(geometry: Geometry, from: string, to: string): Thrust {
  const [a, b] = [geometry.at(from), geometry.at(to)]
  const gap = Math.hypot(b.x - a.x, b.y - a.y)
  const [dx, dy] = [(b.x - a.x) / gap, (b.y - a.y) / gap]
  const part = Math.abs(dy) < 0.2 ? 0.5 : dy < 0 ? 0.33 : 0.67 // of the way
  const at = { x: a.x + dx * gap * part, y: a.y + dy * gap * part }
  return {
    shaft: `M${dot(a)}L${dot(at)}`,
    head: `translate(${dot(at)}) rotate(${turn(dx, dy)})`,
  }
}

const turn = (x: number, y: number): string => ((Math.atan2(y, x) * 180) / Math.PI).toFixed(1)
