// Ways as they lie on the map: rounded at each hex, and beside each other where they share a way.
import { dot, type Geometry, type Point } from '../lib/geometry'
import type { Move } from './moves'

const APART = 11 // map units
const HEAD = 9 // the shaft ends this much before the tip
const BESIDE = 25 // and the tip so much before the middle of a hex with counters

export interface Trail {
  move: Move
  shaft: string
  head: string // a transform
}

export function trails(moves: Move[], geometry: Geometry): Trail[] {
  const used = new Map<string, number>() // how many go from a hex to the next
  return moves.flatMap((move) => {
    if (move.path.length < 2) return []
    const steps = move.path.slice(1).map((hex, n) => [move.path[n], hex].sort().join(' '))
    const lane = Math.max(...steps.map((step) => used.get(step) ?? 0))
    for (const step of steps) used.set(step, lane + 1)
    const aside = APART * Math.ceil(lane / 2) * (lane % 2 ? 1 : -1)
    return trail(move, geometry, aside) ?? []
  })
}

export function trail(move: Move, geometry: Geometry, aside = 0): Trail | null {
  const points = shifted(
    move.path.map((hex) => geometry.at(hex)),
    aside,
  )
  const [last, before] = [points.at(-1), points.at(-2)]
  if (!last || !before) return null
  const gap = Math.hypot(last.x - before.x, last.y - before.y) || 1
  const [dx, dy] = [(last.x - before.x) / gap, (last.y - before.y) / gap]
  const back = (by: number): Point => ({ x: last.x - dx * by, y: last.y - dy * by })
  const turn = ((Math.atan2(dy, dx) * 180) / Math.PI).toFixed(1)
  return {
    move,
    shaft: rounded([...points.slice(0, -1), back(BESIDE + HEAD)]),
    head: `translate(${dot(back(BESIDE))}) rotate(${turn})`,
  }
}

/** Where a counter is, when so much of its way is behind it. */
export function along(path: string[], part: number, geometry: Geometry): Point {
  const steps = path.length - 1
  const n = Math.min(Math.floor(part * steps), steps - 1)
  const [a, b] = [geometry.at(path[n]!), geometry.at(path[n + 1]!)]
  const rest = part * steps - n
  return { x: a.x + (b.x - a.x) * rest, y: a.y + (b.y - a.y) * rest }
}

function shifted(points: Point[], aside: number): Point[] {
  if (!aside) return points
  const [first, last] = [points[0]!, points.at(-1)!]
  const gap = Math.hypot(last.x - first.x, last.y - first.y) || 1
  const [dx, dy] = [(-(last.y - first.y) / gap) * aside, ((last.x - first.x) / gap) * aside]
  return points.map(({ x, y }) => ({ x: x + dx, y: y + dy }))
}

function rounded(points: Point[]): string {
  const middle = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  let path = `M${dot(points[0]!)}`
  points.slice(1, -1).forEach((point, n) => {
    path += `L${dot(middle(points[n]!, point))}Q${dot(point)} ${dot(middle(point, points[n + 2]!))}`
  })
  return `${path}L${dot(points.at(-1)!)}`
}
