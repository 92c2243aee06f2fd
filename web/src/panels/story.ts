// The log as people read it: what stood is told, what was taken back is not; grouped by phase.
import type { News, Told } from '../lib/types'

export interface Told1 {
  seq: number
  actor: string
  order: string
  phase: string
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

/** The orders of the other side's latest turn: after the first number, up to the second. Both
 *  are 0 while there is none, or before the reader has done anything. */
export function news(log: Told[], mine: string[]): [after: number, upTo: number] {
  const own = (told: Told) =>
    mine.some((side) => turnOf(told.heading).endsWith(` ${capital(side)}`))
  const last = log.findLastIndex((told) => !own(told) && !mine.includes(told.actor))
  const before = log.slice(0, Math.max(last, 0)).findLastIndex(own)
  if (last < 0 || before < 0) return [0, 0]
  return [log[before]!.seq, log[last]!.seq]
}

/** "Turn 3. German: Combat (11.1)" → "Turn 3. German"; without a side, "Turn 3". */
export const turnOf = (heading: string): string =>
  heading.includes(': ') ? heading.split(': ')[0]! : heading.split('. ')[0]!

/** "Turn 3. German: Combat (11.1)" → "Combat". */
export const phaseOf = (heading: string): string =>
  heading
    .slice(turnOf(heading).length)
    .replace(/^[:.] /, '')
    .replace(/ \([^)]*\)$/, '')

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Newest first, by the turn in which things happened. */
export function chapters(log: Told[], mine: string[]): Chapter[] {
  const kept = standing(log)
  const [after, upTo] = mine.length === 1 ? news(kept, mine) : [0, 0]
  const found: Chapter[] = []
  for (const told of kept.toReversed()) {
    if (!told.news.length && !told.order) continue
    let chapter = found.at(-1)
    if (chapter?.heading !== turnOf(told.heading)) {
      chapter = { heading: turnOf(told.heading), lines: [] }
      found.push(chapter)
    }
    const { seq, actor, order } = told
    const [phase, fresh] = [phaseOf(told.heading), seq > after && seq <= upTo]
    chapter.lines.push({ seq, actor, order, phase, news: told.news, fresh })
  }
  return found.filter((chapter) => chapter.lines.length)
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

/** The battles of some orders, first to last. One goes on until somebody is asked again what was
 *  asked when it began; one that was announced is taken up again by an order that names its hex. */
export function battles(
  log: Told[],
  among: (told: Told) => boolean,
  isHex: (word: string) => boolean,
): Fought[] {
  const found: Fought[] = []
  let fought: Fought | undefined
  let asked = ''
  for (const told of standing(log)) {
    const { seq, order, actor } = told
    if (actor === 'dice') {
      fought?.faces.push(Number(order.split(' ')[1]))
    } else {
      if (told.heading === asked) fought = undefined
      const words = order.split(/\s+/)
      const hex = words.find(isHex) ?? ''
      if (words.includes('with')) {
        fought = undefined
        if (among(told)) {
          fought = { seq, hex, order, actor, says: [], faces: [] }
          found.push(fought)
        }
        asked = told.heading
      } else if (!fought && hex && words.length === 2) {
        fought = found.findLast((one) => one.hex === hex)
        asked = told.heading
      }
    }
    fought?.says.push(...told.news.map((news) => news.says))
  }
  return found
}

/** Orders of the turn of a heading. */
export const ofTurn =
  (heading: string) =>
  (told: Told): boolean =>
    told.heading.split('.')[0] === heading.split('.')[0]
