// How the units in hand stand, and how they would at the end of the way that is meant: asked of
// the server whenever either changes.
import type { Table } from '../lib/table.svelte'
import type { Condition, Ending, Kind } from '../lib/types'
import type { Hand } from './hand.svelte'

export interface KindOfWay extends Kind {
  count: number // of hexes that it leads to
}

export class Outlook {
  condition = $state.raw<Condition>({})
  ending = $state.raw<Ending | null>(null)
  readonly #hand: Hand

  constructor(table: Table, hand: Hand) {
    this.#hand = hand
    $effect(() => {
      const [units, seq] = [hand.units, table.scene.seq]
      const placed = units.length && units.every((unit) => table.hexOf(unit))
      if (!placed || !table.deciding) {
        this.condition = {}
        return
      }
      return latest(table.api.condition(table.side, units), (found) => {
        if (table.scene.seq === seq) this.condition = found
      })
    })
    $effect(() => {
      const { units, path, kind } = hand
      this.ending = null
      if (!units.length || !path.length || !(kind in hand.kinds)) return
      return latest(table.api.ending(table.side, units, kind, path), (found) => {
        this.ending = found
      })
    })
  }

  /** The kinds of movement, the empty ones too, and whatever else sends the units somewhere. */
  get kinds(): KindOfWay[] {
    const { counts, verbs } = this.#hand
    const told = this.condition.kinds ?? []
    const more = verbs.filter((verb) => !told.some((kind) => kind.verb === verb))
    return [...told, ...more.map((verb) => ({ verb }))].map((kind) => ({
      ...kind,
      count: counts.get(kind.verb) ?? 0,
    }))
  }
}

/** An answer that counts only while it is still asked for. A question that fails tells nothing. */
function latest<T>(asked: Promise<T>, then: (found: T) => void): () => void {
  let stale = false
  asked.then(
    (found) => !stale && then(found),
    () => undefined,
  )
  return () => (stale = true)
}
