// The log as people read it: what stood is told, what was taken back is not; grouped by phase.
import type { News, Told } from '../lib/types'

export interface Told1 {
  seq: number
  actor: string
  order: string
  news: News[]
  fresh: boolean // since the reader's last turn
}

export interface Chapter {
  heading: string
  lines: Told1[]
}

/** The events that still stand: an undo takes the one before it away. */
export function standing(log: Told[]): Told[] {
  const kept: Told[] = []
  for (const told of log) {
    if (told.order === 'undo' && !told.actor) kept.pop()
    else kept.push(told)
  }
  return kept
}

/** The number of the last order before the other side's latest orders: what comes after it is
 *  news to the reader. The last number of all where the other side has not acted. */
export function lastRead(log: Told[], mine: string[]): number {
  const other = log.findLastIndex((told) => told.actor && !own(told, mine))
  if (other < 0) return log.at(-1)?.seq ?? 0
  const before = log.slice(0, other).findLastIndex((told) => mine.includes(told.actor))
  return before < 0 ? 0 : log[before]!.seq
}

const own = (told: Told, mine: string[]): boolean =>
  told.actor === 'dice' || mine.includes(told.actor)

/** Newest first, by the heading under which things happened. */
export function chapters(log: Told[], mine: string[]): Chapter[] {
  const kept = standing(log)
  const read = mine.length === 1 ? lastRead(kept, mine) : Infinity
  const found: Chapter[] = []
  for (const told of kept.toReversed()) {
    if (!told.news.length && !told.order) continue
    let chapter = found.at(-1)
    if (chapter?.heading !== told.heading) {
      chapter = { heading: told.heading, lines: [] }
      found.push(chapter)
    }
    const { seq, actor, order, news } = told
    chapter.lines.push({ seq, actor, order, news, fresh: seq > read })
  }
  return found.filter((chapter) => chapter.lines.length)
}

/** "Turn 3. German: Combat (11.1)" → its words and its rule. */
export function heading(text: string): { says: string; rule: string } {
  const found = /^(.*?)\s*\(([\d.A-Z-]+)\)$/.exec(text)
  return found ? { says: found[1]!, rule: found[2]! } : { says: text, rule: '' }
}

export type Part = { text: string } | { hex: string }

/** A sentence with the hexes it speaks of cut out, so that they can be pressed. */
export function parts(says: string, hexes: string[] = []): Part[] {
  if (!hexes.length) return [{ text: says }]
  const names = hexes.map((hex) => hex.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return says
    .split(new RegExp(`\\b(${names})\\b`))
    .map((text, n) => (n % 2 ? { hex: text } : { text }))
    .filter((part) => 'hex' in part || part.text)
}

export interface Fought {
  seq: number
  hex: string
  order: string
  actor: string
  says: string[] // what came of it
  faces: number[]
}

/** The battles of the latest phase in which there were any, first to last. */
export function battles(log: Told[], heading: string, isHex: (word: string) => boolean): Fought[] {
  const found: Fought[] = []
  for (const told of standing(log)) {
    const { order, actor } = told
    if (/\bwith\b/.test(order) && actor !== 'dice') {
      if (sameTurn(told.heading, heading)) {
        const hex = order.split(/\s+/).find(isHex) ?? ''
        found.push({ seq: told.seq, hex, order, actor, says: [], faces: [] })
      }
    } else if (found.length && actor === 'dice') {
      found.at(-1)!.faces.push(Number(order.split(' ')[1]))
    }
    const last = found.at(-1)
    if (last) last.says.push(...told.news.map((news) => news.says))
  }
  return found
}

const sameTurn = (one: string, other: string): boolean => one.split('.')[0] === other.split('.')[0]
