// What a press on the map would mean as an order, and what a list of hexes means on the map.
import type { Geometry } from '../lib/geometry'
import { attack, move, share } from '../lib/notation'
import type { View, Way, Ways } from '../lib/types'
import type { Hand } from './hand.svelte'

/** The order somebody who presses a hex would like to give; "" if there is none. */
export function wouldBe(hand: Hand, hex: string): string {
  const { table, units } = hand
  const { geometry } = table.kit
  const { view } = table.scene
  const stack = view.stacks[hex] ?? []
  const marching = units.length > 0 && hand.verbs.length > 0
  if (!marching && stack.some((seen) => seen.side !== table.side)) {
    const near = units.length ? units : beside(geometry, view, table.side, hex)
    return near.length ? attack('attack', hex, near) : ''
  }
  const mine = units.length ? units : stack.flatMap((seen) => seen.unit ?? []).slice(0, 1)
  const from = mine[0] ? table.hexOf(mine[0]) : ''
  if (!from) return ''
  const verb = hand.verb || hand.verbs[0] || 'move'
  if (hand.placing) return move(verb, mine, [hex])
  const path =
    from === hex
      ? geometry.neighbours(hex).slice(0, 1)
      : wayTo(geometry, view, table.side, hand.ways, from, hex)
  return path.length ? move(verb, mine, path) : ''
}

/** A side's units next to a hex. */
function beside(geometry: Geometry, view: View, side: string, hex: string): string[] {
  return geometry
    .neighbours(hex)
    .flatMap((there) =>
      (view.stacks[there] ?? []).flatMap((seen) => (seen.side === side && seen.unit) || []),
    )
}

/** A shortest way round the enemy, through what the unit can reach as far as that goes. */
function wayTo(
  geometry: Geometry,
  view: View,
  side: string,
  ways: Record<string, Way>,
  from: string,
  hex: string,
): string[] {
  const open = (id: string) =>
    id === hex || !(view.stacks[id] ?? []).some((seen) => seen.side !== side)
  const before = new Map<string, string>([[from, '']])
  for (const here of before.keys()) {
    if (here === hex) break
    const near = geometry.neighbours(here).filter((id) => !before.has(id) && open(id))
    near.sort((a, b) => Number(b in ways) - Number(a in ways))
    for (const id of near) before.set(id, here)
  }
  const path: string[] = []
  for (let here = hex; here && here !== from; here = before.get(here) ?? '') path.unshift(here)
  return path
}

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
