// What plots are made of: figures by turn, axes with round numbers, luck battle by battle.
import type { Account, Fought, Tally } from './types'

/** Round numbers from below the least to above the greatest, zero among them. */
export function ticks(least: number, most: number, about = 4): number[] {
  const [low, high] = [Math.min(least, 0), Math.max(most, 0)]
  const rough = Math.max(high - low, 1) / about
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough)!
  const whole = Math.max(step, 1)
  const first = Math.floor(low / whole)
  const last = Math.ceil(high / whole)
  return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * whole)
}

/** The steps that each side lost in each turn; what came back counts as nothing lost. */
export function losses(turns: Tally[], side: string): number[] {
  return turns.map((now, n) => Math.max((now.lost[side] ?? 0) - (turns[n - 1]?.lost[side] ?? 0), 0))
}

/** Hexes that the first side controls more than when the account begins. */
export function ground(turns: Tally[], side: string): number[] {
  const first = turns[0]?.ground[side] ?? 0
  return turns.map((now) => (now.ground[side] ?? 0) - first)
}

export interface Luck {
  battle: Fought
  by: number // result less expectation, for the reader
  sum: number // up to there
}

/** What the dice gave a side beyond what they owed it, battle by battle. */
export function luck({ fought }: Account, side: string): Luck[] {
  let sum = 0
  return fought.flatMap((battle) => {
    if (battle.worth === null || battle.expected === null) return []
    const by = (battle.worth - battle.expected) * (battle.side === side ? 1 : -1)
    sum += by
    return { battle, by, sum }
  })
}

/** In how many games of ten the dice favour somebody as much: by the spread of the battles. */
export function ordinary(lucks: Luck[]): number {
  const spread = Math.sqrt(lucks.reduce((all, { by }) => all + by * by, 0))
  if (!spread) return 10
  const far = Math.abs(lucks.at(-1)?.sum ?? 0) / spread
  return Math.round(10 * 2 * (1 - normal(far)))
}

/** The share of a normal distribution below so many deviations (Abramowitz and Stegun 26.2.17). */
function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * x)
  const sum =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * sum
}

export const signed = (value: number, digits = 0): string =>
  `${value < 0 ? '−' : value > 0 ? '+' : ''}${Math.abs(value).toFixed(digits)}`
