// How people far away are spoken of.
import { capital } from '../start/words'
import type { Delay, Person, Terms } from './types'

const pad = (n: number): string => String(n).padStart(2, '0')
const DAY = 86_400_000

/** "9:40" today; "14 November" before. */
export function when(seconds: number, now = Date.now()): string {
  const then = new Date(seconds * 1000)
  const today = new Date(now).toDateString() === then.toDateString()
  if (today) return `${then.getHours()}:${pad(then.getMinutes())}`
  const year = now - then.getTime() > 300 * DAY ? ` ${then.getFullYear()}` : ''
  return `${then.getDate()} ${then.toLocaleString('en', { month: 'long' })}${year}`
}

/** "1 d 22 h", "3 h 05 min", "12:07". */
export function span(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds))
  const [days, hours] = [Math.floor(left / 86_400), Math.floor(left / 3600) % 24]
  const minutes = Math.floor(left / 60) % 60
  if (days) return `${days} d ${hours} h`
  if (hours) return `${hours} h ${pad(minutes)} min`
  return `${minutes}:${pad(left % 60)}`
}

const OUT = { bot: 'Then the computer decides.', lost: 'Then the game is lost.' }
export function agreed(terms: Terms): string {
  if (terms.clock === 'none') return 'No clock.'
  const each = terms.clock === 'days' ? 'a decision' : 'for the whole game, each'
  return `${span(terms.amount)} ${each}. ${OUT[terms.out]}`
}

export const DELAYS: [string, Delay][] = [
  ['Live', { orders: 0, minutes: 0 }],
  ['5 orders later', { orders: 5, minutes: 0 }],
  ['20 orders later', { orders: 20, minutes: 0 }],
  ['10 minutes later', { orders: 0, minutes: 10 }],
  ['An hour later', { orders: 0, minutes: 60 }],
  ['A day later', { orders: 0, minutes: 1440 }],
]

/** "10 minutes later"; '' for live. */
export function later(delay: Delay): string {
  const { orders, minutes } = delay
  if (!orders && !minutes) return ''
  const same = DELAYS.find(([, each]) => each.orders === orders && each.minutes === minutes)
  return same ? same[0] : minutes ? `${minutes} minutes later` : `${orders} orders later`
}

export function presence(person: Person, lost = false): string {
  if (person.waits) return 'nobody yet'
  if (lost) return 'unknown'
  if (person.leave * 1000 > Date.now()) return `on holiday until ${when(person.leave)}`
  if (person.there) return 'there'
  return person.seen ? `away since ${when(person.seen)}` : 'away'
}

export function called(person: Person): string {
  if (person.you) return 'You'
  if (person.waits) return person.name || 'Open seat' // whoever has left has no name of his own
  if (person.side && person.player !== 'human') return `${capital(person.player)} computer`
  return person.name || (person.side ? 'A friend' : 'A guest')
}
