// Where hexes lie on the sheet, in map units, and which touch.
import type { HexMap } from './types'

export interface Point {
  x: number
  y: number
}

export class Geometry {
  readonly ids: string[]
  readonly pitch: number // between the centres of two neighbours
  readonly radius: number // from a centre to a corner
  readonly #near = new Map<string, string[]>()
  readonly #cells = new Map<string, string[]>() // coarse squares, to find the hex at a point

  constructor(readonly map: HexMap) {
    this.ids = Object.keys(map.hexes)
    this.pitch = this.#smallestGap()
    this.radius = this.pitch / Math.sqrt(3)
    for (const id of this.ids) this.#cell(this.at(id)).push(id)
  }

  at(id: string): Point {
    return this.map.hexes[id] ?? { x: 0, y: 0 }
  }

  #smallestGap(): number {
    const [first, ...rest] = this.ids.map((id) => this.at(id))
    if (!first) return 60
    return Math.min(...rest.map((point) => Math.hypot(point.x - first.x, point.y - first.y)), 1e6)
  }

  #cell(point: Point): string[] {
    const key = `${Math.floor(point.x / this.pitch)} ${Math.floor(point.y / this.pitch)}`
    const found = this.#cells.get(key) ?? []
    this.#cells.set(key, found)
    return found
  }

  /** The hex at a point of the sheet, or "". */
  hit(point: Point): string {
    let [best, nearest] = ['', this.radius]
    for (const dx of [-1, 0, 1]) {
      for (const dy of [-1, 0, 1]) {
        const there = { x: point.x + dx * this.pitch, y: point.y + dy * this.pitch }
        for (const id of this.#cell(there)) {
          const { x, y } = this.at(id)
          const gap = Math.hypot(x - point.x, y - point.y)
          if (gap < nearest) [best, nearest] = [id, gap]
        }
      }
    }
    return best
  }

  neighbours(id: string): string[] {
    const known = this.#near.get(id)
    if (known) return known
    const { x, y } = this.at(id)
    const found: string[] = []
    for (const dx of [-1, 0, 1]) {
      for (const dy of [-1, 0, 1]) {
        for (const other of this.#cell({ x: x + dx * this.pitch, y: y + dy * this.pitch })) {
          const there = this.at(other)
          const gap = Math.hypot(there.x - x, there.y - y)
          if (gap > 0 && gap < 1.3 * this.pitch) found.push(other)
        }
      }
    }
    this.#near.set(id, found)
    return found
  }

  touch(one: string, other: string): boolean {
    return this.neighbours(one).includes(other)
  }

  /** The neighbour that lies nearest to a direction (dx, dy), or the hex itself at an edge. */
  towards(id: string, dx: number, dy: number): string {
    const { x, y } = this.at(id)
    const length = Math.hypot(dx, dy)
    let [best, most] = [id, 0.3]
    for (const other of this.neighbours(id)) {
      const there = this.at(other)
      const along = ((there.x - x) * dx + (there.y - y) * dy) / (length * this.pitch)
      if (along > most + 1e-6) [best, most] = [other, along]
    }
    return best
  }

  corners(id: string, scale = 1): Point[] {
    const { x, y } = this.at(id)
    const turn = this.map.pointed ? Math.PI / 6 : 0
    return [0, 1, 2, 3, 4, 5].map((k) => ({
      x: x + scale * this.radius * Math.cos(turn + (k * Math.PI) / 3),
      y: y + scale * this.radius * Math.sin(turn + (k * Math.PI) / 3),
    }))
  }

  /** One closed path around each hex of a set. */
  fill(ids: Iterable<string>, scale = 1): string {
    let path = ''
    for (const id of ids) {
      if (id in this.map.hexes) path += `M${this.corners(id, scale).map(dot).join('L')}Z`
    }
    return path
  }

  /** The rim of a set of hexes: the sides on which a neighbour is not in the set. */
  rim(ids: Iterable<string>): string {
    const within = new Set(ids)
    let path = ''
    for (const id of within) {
      if (!(id in this.map.hexes)) continue
      const corners = this.corners(id)
      const { x, y } = this.at(id)
      const inside = this.neighbours(id).filter((other) => within.has(other))
      corners.forEach((corner, k) => {
        const next = corners[(k + 1) % 6]!
        const middle = { x: (corner.x + next.x) / 2, y: (corner.y + next.y) / 2 }
        const shared = inside.some((other) => {
          const there = this.at(other)
          return Math.hypot((there.x + x) / 2 - middle.x, (there.y + y) / 2 - middle.y) < 2
        })
        if (!shared) path += `M${dot(corner)}L${dot(next)}`
      })
    }
    return path
  }
}

export const dot = (point: Point): string => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`
