// Which games are shown on the shelf. Kept in the address: "#/?length=evening&weight=light".
import type { Card } from '../lib/types'

export const LENGTHS = {
  '': 'Any',
  hour: 'Up to 1 h',
  afternoon: '1 to 3 h',
  evening: 'An evening or more',
}
export const WEIGHTS = { '': 'Any', light: 'Light 1–2', middle: 'Middle 3', heavy: 'Heavy 4–5' }

const HOURS: Record<string, [from: number, to: number]> = {
  hour: [0, 1],
  afternoon: [1, 3],
  evening: [3.01, 99],
}
const PIPS: Record<string, [from: number, to: number]> = {
  light: [1, 2],
  middle: [3, 3],
  heavy: [4, 5],
}

/** A game that spans a limit belongs to both; of one that tells nothing, nothing is known. */
export function fits(card: Card, length: string, weight: string): boolean {
  const [from, to] = HOURS[length] ?? [0, 99]
  const [light, heavy] = PIPS[weight] ?? [0, 5]
  const [least, most] = card.hours ?? [0, 99]
  return least <= to && most >= from && card.weight >= light && card.weight <= heavy
}

export const keep = (length: string, weight: string): string => {
  const asked = new URLSearchParams()
  if (length) asked.set('length', length)
  if (weight) asked.set('weight', weight)
  return asked.size ? `#/?${asked}` : '#/'
}

export function kept(hash: string): { length: string; weight: string } {
  const asked = new URLSearchParams(hash.split('?')[1] ?? '')
  const of = (key: string, among: object): string => {
    const value = asked.get(key) ?? ''
    return value in among ? value : ''
  }
  return { length: of('length', LENGTHS), weight: of('weight', WEIGHTS) }
}
