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
  if (!last || !before || hexes.at(-1) === hexes.at(-2)) return { shaft: '', tip: '' }
  const gap = Math.hypot(last.x - before.x, last.y - before.y)
  const towards = { x: (last.x - before.x) / gap, y: (last.y - before.y) / gap }
  const short = (by: number) => ({ x: last.x - towards.x * by, y: last.y - towards.y * by })
  const end = full ? 25 : 4
  return {
    shaft: `M${[...points.slice(0, -1), short(end + 7)].map(dot).join('L')}`,
    tip: `translate(${dot(short(end))}) rotate(${turn(towards.x, towards.y)})`,
  }
}

export function between(geometry: Geometry, from: string, to: string): string {
  const [a, b] = [geometry.at(from), geometry.at(to)]
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  return `translate(${dot(middle)}) rotate(${turn(b.x - a.x, b.y - a.y)})`
}

const turn = (x: number, y: number): string => ((Math.atan2(y, x) * 180) / Math.PI).toFixed(1)
