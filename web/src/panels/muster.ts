// The order of battle as rows: every counter that the reader can name, where it is, how it is.
import { inWords } from '../board/marks'
import { movesAt } from '../board/words'
import type { GameKit } from '../lib/game.svelte'
import type { Scene, Seen } from '../lib/types'

export interface Row {
  key: string
  seen: Seen
  unit: string
  name: string
  side: string
  type: string
  formation: string
  strength: string
  moves: string
  where: string // a hex, or the name of a box
  hex: string // "" where it is off the map
  marks: string
}

export type Column = 'name' | 'type' | 'strength' | 'moves' | 'where'

export function rows(scene: Scene, kit: GameKit): Row[] {
  const found: Row[] = []
  const add = (seen: Seen, where: string, hex: string, n: number) => {
    const counter = seen.unit ? kit.counters[seen.unit] : undefined
    found.push({
      key: seen.unit ?? `${where} ${seen.side} ${n}`,
      seen,
      unit: seen.unit ?? '',
      name: counter?.name ?? 'Covered',
      side: seen.side,
      type: counter?.type ?? '',
      formation: counter?.formation ?? '',
      strength: counter?.strengths[seen.step ?? 0] ?? '',
      moves: counter ? movesAt(counter, seen.step ?? 0) : '',
      where,
      hex,
      marks: inWords(kit, seen).join(', '),
    })
  }
  for (const [hex, stack] of Object.entries(scene.view.stacks)) {
    stack.forEach((seen, n) => add(seen, hex, hex, n))
  }
  for (const [box, these] of Object.entries(scene.view.boxes)) {
    these.forEach((seen, n) => add(seen, box, '', n))
  }
  return found
}

export interface Wanted {
  side: string // "" both
  text: string
  place: string // "" anywhere, "map", or a box
}

export function wanted(all: Row[], { side, text, place }: Wanted): Row[] {
  const sought = text.trim().toLowerCase()
  return all.filter(
    (row) =>
      (!side || row.side === side) &&
      (!place || (place === 'map' ? !!row.hex : row.where === place)) &&
      (!sought ||
        [row.name, row.unit, row.type, row.formation, row.where, row.marks].some((word) =>
          word.toLowerCase().includes(sought),
        )),
  )
}

/** Numbers by their size ("0/3" by its first), words by the alphabet; what is equal by name. */
export function sorted(all: Row[], by: Column, down: boolean): Row[] {
  const turn = down ? -1 : 1
  return all.toSorted((a, b) => turn * compare(a[by], b[by]) || compare(a.name, b.name))
}

function compare(a: string, b: string): number {
  const [x, y] = [parseFloat(a), parseFloat(b)]
  if (!Number.isNaN(x) && !Number.isNaN(y) && x !== y) return x - y
  return a.localeCompare(b, 'en', { numeric: true })
}
