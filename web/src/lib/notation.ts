// Orders are text: a verb, then units and hexes, comma lists without blanks, and small words.
// This file knows that much and no more.

import type { Outcome } from './types'

export interface Order {
  text: string
  verb: string
  units: string[]
  hexes: string[]
  words: string[] // whatever is neither, in order
}

/** What tells a unit from a hex: the lists of the game that is played. */
export interface Names {
  isUnit(word: string): boolean
  isHex(word: string): boolean
}

export function read(text: string, names: Names): Order {
  const [verb = '', ...rest] = text.trim().split(/\s+/)
  const order: Order = { text, verb, units: [], hexes: [], words: [] }
  for (const word of rest) {
    for (const one of word.split(',')) {
      if (names.isUnit(one)) order.units.push(one)
      else if (names.isHex(one)) order.hexes.push(one)
      else order.words.push(one)
    }
  }
  return order
}

/** Where an order leads: its last hex. An attack names its hex first, and has only that one. */
export const destination = (order: Order): string => order.hexes.at(-1) ?? ''

export const isAttack = (order: Order): boolean => /\bwith\b/.test(order.text)

/** Who attacks: the units named right after "with"; what follows them is support. */
export const force = (order: Order): string[] =>
  /\bwith (\S+)/.exec(order.text)?.[1]?.split(',') ?? []

export const move = (verb: string, units: string[], path: string[]): string =>
  `${verb} ${units.join(',')} ${path.join(' ')}`

export const attack = (verb: string, hex: string, units: string[], tail = ''): string =>
  `${verb} ${hex} with ${units.join(',')}${tail ? ` ${tail}` : ''}`

/** An order for a button: "retreat" → "Retreat", "lose b1" → "Lose b1". */
export function words(text: string, called: (unit: string) => string = (unit) => unit): string {
  const [verb = '', ...rest] = text.split(/\s+/)
  const said = rest.map((word) => word.split(',').map(called).join(', ')).join(' ')
  return (verb.charAt(0).toUpperCase() + verb.slice(1) + (said ? ` ${said}` : '')).replaceAll(
    '_',
    ' ',
  )
}

/** An order for the name of a button: "6 Pz to 2513", "attack on 2614", "Stay". */
export function briefly(order: Order, label: (unit: string) => string): string {
  const units = order.units.map(label).join(', ')
  if (isAttack(order)) return `attack on ${order.hexes[0]}`
  const goal = destination(order)
  if (units && goal) return `${units} to ${goal}`
  return words(order.text, label)
}

/** "3/8" → 0.375, for bars. */
export function share(chance: string): number {
  const [top = '0', bottom = '1'] = chance.split('/')
  return Number(top) / Number(bottom)
}

const PARTS: Record<string, string> = { '1/2': '½', '1/3': '⅓', '2/3': '⅔', '1/4': '¼', '3/4': '¾' }

/** Points as they are printed: "3/2" → "1½". */
export function points(value: string): string {
  const [top, bottom] = value.split('/').map(Number)
  if (!bottom || !top) return value
  const whole = Math.floor(top / bottom)
  const part = PARTS[`${top - whole * bottom}/${bottom}`]
  return part ? `${whole || ''}${part}` : value
}

/** The difference of two sums of points, exactly: "2" and "3/2" → "1/2". */
export function less(value: string, by: string): string {
  const [a = 0, b = 1] = value.split('/').map(Number)
  const [c = 0, d = 1] = by.split('/').map(Number)
  const [top, bottom] = [a * d - c * b, b * d]
  const common = divisor(Math.abs(top), bottom)
  return bottom === common ? `${top / common}` : `${top / common}/${bottom / common}`
}

const divisor = (a: number, b: number): number => (b ? divisor(b, a % b) : a || 1)

export const percent = (chance: string): string => `${Math.round(100 * share(chance))}%`

/** A result of the table, with what the defender may make of it: "DR or EX". */
export const result = (outcome: Outcome, or = ' or '): string =>
  [outcome.result, ...(outcome.instead ?? [])].join(or)
