// What the page knows of battles to come: announced ones, odds that a choice would bring, and how
// good a column is.
import { isAttack, type Order } from '../lib/notation'
import type { Desk } from '../lib/desk.svelte'
import type { Table } from '../lib/table.svelte'
import type { Receipt } from '../lib/types'

/** The attacks that a game keeps on its list until they are fought. */
export function announced(table: Table): Order[] {
  const kept = table.shown.view.tracks['battles']
  if (!Array.isArray(kept)) return []
  return kept.map((text) => table.read(String(text))).filter(isAttack)
}

export interface Prospect {
  order: string
  receipt: Receipt
}

/** Of the choices in a battle under way, the one that is looked at: what it would bring. */
export function prospect(table: Table, desk: Desk): Prospect | null {
  const odds = table.deciding ? table.scene.odds : {}
  const order = desk.pointed in odds ? desk.pointed : Object.keys(odds)[0]
  return order ? { order, receipt: odds[order]! } : null
}

/** "≤ 3:2" → 1.5, "36-42" → 36; a column without numbers is the worst. */
export function ratio(column: string): number {
  const [a, b] = /(\d+)(?::(\d+))?/.exec(column)?.slice(1).map(Number) ?? []
  return (a ?? 0) / (b || 1)
}

/** A column in a narrow place: "≤ 3:2" → "≤3:2", "0 or less" → "≤0". */
export const brief = (column: string): string =>
  column
    .replace(/^(\S+) or less$/, '≤$1')
    .replace(/^(\S+) or more$/, '≥$1')
    .replace(/^no battle$/, '–')
    .replace(/\s/g, '')
