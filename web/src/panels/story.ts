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
export const phaseOf = (heading: string): string => within(heading).replace(/ \([^)]*\)$/, '')

/** The same with its rule: a phase and a question in it may have one name. */
const within = (heading: string): string =>
  heading.slice(turnOf(heading).length).replace(/^[:.] /, '')

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

export interface Roll {
  seq: number // of its last die
  faces: number[]
  says: string // what followed, in the game's words
}

/** The throws that came last, one right after the other, newest first. Dice that fall together are
 *  told together, with the last of them. */
export function lastRolls(log: Told[]): Roll[] {
  const last = log.findLastIndex((told) => told.actor === 'dice')
  const first = log.slice(0, Math.max(last, 0)).findLastIndex((told) => told.actor !== 'dice') + 1
  const found: Roll[] = []
  let faces: number[] = []
  for (const { seq, order, news } of log.slice(first, last + 1)) {
    faces.push(Number(order.split(' ')[1]))
    if (!news.length && seq < log[last]!.seq) continue
    found.unshift({ seq, faces, says: news.map((one) => one.says).join(' ') })
    faces = []
  }
  return found
}

export interface Passage {
  phase: string
  items: (Told1 | { battle: Fought; lines: Told1[] })[]
}

/** The lines of a turn by phase, and within it by battle; newest first, as they come. */
export function passages(lines: Told1[], fought: Fought[]): Passage[] {
  const of = new Map(fought.flatMap((battle) => battle.orders.map((seq) => [seq, battle] as const)))
  const items: Passage['items'] = []
  for (const line of lines) {
    const battle = of.get(line.seq)
    const last = items.at(-1)
    if (!battle) items.push(line)
    else if (last && 'battle' in last && last.battle === battle) last.lines.push(line)
    else items.push({ battle, lines: [line] })
  }
  const found: Passage[] = []
  for (const item of items) {
    // what is asked and rolled in a battle belongs to the phase in which it began
    const phase = 'battle' in item ? item.lines.at(-1)!.phase : item.phase
    const passage = found.at(-1)
    if (passage?.phase === phase) passage.items.push(item)
    else found.push({ phase, items: [item] })
  }
  return found
}

/** Does a line speak of what is sought? */
/** `shown`: what the log has in place of news. */
export const speaksOf = (line: Told1, sought: string, shown = ''): boolean =>
  [line.order, line.phase, shown, ...line.news.map((news) => news.says)].some((text) =>
    text.toLowerCase().includes(sought.toLowerCase()),
  )

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
  attackers: string[]
  defenders: string[] // as far as they are known by the result
  column: string
  result: string // the last, where a die changed an earlier one
  points: number // by which it moved the victory track, where that is told
  says: string[] // what came of it
  rule: string
  faces: number[]
  orders: number[] // all that belong to it
  dice: number[] // those of them that were rolled
}

type IsHex = (word: string) => boolean

/** The battles of some orders, first to last. */
export const battles = (log: Told[], among: (told: Told) => boolean, isHex: IsHex): Fought[] =>
  followed(log, isHex, among).found

/** The battle in which somebody is asked something now. */
export function underWay(log: Told[], heading: string, isHex: IsHex): Fought | null {
  const { last, over } = followed(log, isHex)
  return last && !over(heading) ? last : null
}

/** A battle goes on until somebody is asked again what was asked when it began, or what belongs to
 *  another turn, or to a phase that had its own end; one that was announced is taken up again by an
 *  order that names its hex. */
function followed(
  log: Told[],
  isHex: IsHex,
  among: (told: Told) => boolean = () => true,
): { found: Fought[]; last: Fought | undefined; over: (heading: string) => boolean } {
  const phases = new Set<string>() // those that somebody ended while nothing was fought
  const over = (heading: string) =>
    heading === asked || turnOf(heading) !== turnOf(asked) || phases.has(within(heading))
  const found: Fought[] = []
  let fought: Fought | undefined
  let asked = ''
  let given: Told | undefined // the last order
  let rolls: Told[] = [] // since then
  for (const told of standing(log)) {
    const { seq, order, actor } = told
    if (actor === 'dice') {
      rolls.push(told)
      if (fought) roll(fought, told)
    } else {
      given = told
      rolls = []
      if (over(told.heading)) fought = undefined
      const words = order.split(/\s+/)
      const hex = order.split(/[\s,]+/).find(isHex) ?? ''
      if (words.includes('with')) {
        fought = undefined
        if (among(told)) {
          fought = begun(seq, hex, order, actor)
          found.push(fought)
        }
        asked = told.heading
      } else if (!fought && hex && words.length === 2) {
        fought = found.findLast((one) => one.hex === hex)
        asked = told.heading
      } else if (!fought && order === 'end') phases.add(within(told.heading))
    }
    // not every battle begins with an attack: an overrun is known by its result
    const at = told.news.find((news) => news.fought)?.fought?.hex
    if (at && at !== fought?.hex && given && among(given)) {
      if (!fought) asked = given.heading // else it grew out of another
      fought = begun(given.seq, at, given.order, given.actor)
      for (const one of rolls) roll(fought, one)
      found.push(fought)
    }
    if (fought) hear(fought, told)
  }
  return { found, last: fought, over }
}

const begun = (seq: number, hex: string, order: string, actor: string): Fought => ({
  ...{ seq, hex, order, actor },
  ...{ attackers: /\bwith (\S+)/.exec(order)?.[1]?.split(',') ?? [], defenders: [] },
  ...{ column: '', result: '', points: 0, says: [], rule: '', faces: [], orders: [], dice: [] },
})

function roll(fought: Fought, { seq, order }: Told): void {
  fought.faces.push(Number(order.split(' ')[1]))
  fought.dice.push(seq)
}

function hear(fought: Fought, { seq, news }: Told): void {
  fought.orders.push(seq)
  for (const { says, rule, fought: told, points } of news) {
    fought.says.push(says)
    fought.points += points ?? 0
    if (!told) continue
    const { attackers, defenders, column, result } = told
    Object.assign(fought, { attackers, column, result, rule })
    if (!fought.defenders.length) fought.defenders = defenders
  }
}
