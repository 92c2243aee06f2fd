// The past as a line: stretches of each side's turns, and where one jumps to.
import type { Told } from '../lib/types'
import { standing, turnOf } from '../panels/story'

export interface Stretch {
  turn: string // "3", "A"
  side: string // whose turn it was; '' for what both do
  from: number // after this order …
  to: number // … up to this one
}

/** The log by turn and side. Orders that were taken back have no place in it. */
export function stretches(log: Told[], sides: string[]): Stretch[] {
  const found: Stretch[] = []
  let before = 0
  for (const told of standing(log)) {
    const heading = turnOf(told.heading)
    const turn = /^Turn (\S+?)(\.|$)/.exec(heading)?.[1] ?? ''
    const side = sides.find((one) => heading.toLowerCase().endsWith(` ${one}`)) ?? ''
    const last = found.at(-1)
    if (last && last.turn === turn && last.side === side) last.to = told.seq
    else found.push({ turn, side, from: before, to: told.seq })
    before = told.seq
  }
  return found
}

/** The turns, each with the moment at which it begins. */
export function turns(lane: Stretch[]): { turn: string; from: number; to: number }[] {
  const found: { turn: string; from: number; to: number }[] = []
  for (const { turn, from, to } of lane) {
    const last = found.at(-1)
    if (last?.turn === turn) last.to = to
    else found.push({ turn, from, to })
  }
  return found
}

/** The next of some moments, on or back; where there is none, the end or the beginning. */
export function next(moments: number[], at: number, by: 1 | -1, end: number): number {
  const found = by > 0 ? moments.find((one) => one > at) : moments.findLast((one) => one < at)
  return found ?? (by > 0 ? end : 0)
}
