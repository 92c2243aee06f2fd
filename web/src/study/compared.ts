// Two tallies side by side.
import type { Tally } from './types'

export interface Row {
  name: string
  happened: number
  tried: number
}

/** What can be counted of both, by name. */
export function rows(
  happened: Tally,
  tried: Tally,
  sides: string[],
  called: (side: string) => string,
): Row[] {
  const found: Row[] = [{ name: 'Points', happened: happened.points, tried: tried.points }]
  const kinds = [
    ['steps lost', 'lost'],
    ['units on the map', 'strength'],
    ['hexes held', 'ground'],
  ] as const
  for (const [words, kind] of kinds) {
    for (const side of sides) {
      if (!(side in happened[kind]) || !(side in tried[kind])) continue
      const [was, is] = [happened[kind][side]!, tried[kind][side]!]
      found.push({ name: `${called(side)} ${words}`, happened: was, tried: is })
    }
  }
  return found
}
