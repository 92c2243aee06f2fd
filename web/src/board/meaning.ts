// What a list of hexes means on the map, and where several units can go.
import type { Geometry } from '../lib/geometry'
import { share } from '../lib/notation'
import type { Ways } from '../lib/types'

/** Is a list of hexes a way on the map, from where the unit stands? */
export function isWay(geometry: Geometry, from: string, hexes: string[]): boolean {
  if (!from || hexes.length < 2) return true
  return hexes.every((hex, n) => geometry.touch(n ? hexes[n - 1]! : from, hex))
}

export const sameUnits = (some: string[], others: string[]): boolean =>
  some.length === others.length && some.every((unit) => others.includes(unit))

/** Where all of several units can go; the dearest pays. */
export function shared(all: Ways[]): Ways {
  const [first = {}, ...rest] = all
  const found: Ways = {}
  for (const [kind, ways] of Object.entries(first)) {
    found[kind] = {}
    for (const [hex, way] of Object.entries(ways)) {
      const others = rest.map((kinds) => kinds[kind]?.[hex])
      if (others.every((other) => other !== undefined)) {
        found[kind][hex] = others.reduce((a, b) => (share(b.cost) > share(a.cost) ? b : a), way)
      }
    }
  }
  return found
}
