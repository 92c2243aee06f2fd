// Your games: whose turn it is, against whom, since when.
import type { Listed } from '../lib/types'
import { capital } from './words'

export const myTurn = (match: Listed): boolean =>
  !match.over && (match.mine.includes(match.turn) || !match.turn)

/** My turn first, then what is under way, then the newest. */
export function ordered(matches: Listed[]): Listed[] {
  const rank = (match: Listed) => (match.over ? 2 : myTurn(match) ? 0 : 1)
  return [...matches].sort((a, b) => rank(a) - rank(b) || b.moved - a.moved)
}

export function against(match: Listed): string {
  const others = Object.entries(match.players).filter(([side]) => !match.mine.includes(side))
  if (!match.mine.length) return others.map(([, who]) => capital(who)).join(' against ')
  if (!others.length) return 'Two at one screen'
  const who = others.map(([side, player]) =>
    player === 'human' ? match.names[side] || 'a friend' : `the ${player}`,
  )
  return `${match.mine.map(capital).join(' and ')} against ${who.join(' and ')}`
}

const DAY = 86_400

/** "today 9:40", "yesterday 21:15", "9 November"; "" if it is not known. */
export function since(moved: number, now: Date): string {
  if (!moved) return ''
  const then = new Date(moved * 1000)
  const time = `${then.getHours()}:${String(then.getMinutes()).padStart(2, '0')}`
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime() / 1000
  if (moved >= midnight) return `today ${time}`
  if (moved >= midnight - DAY) return `yesterday ${time}`
  const year = then.getFullYear() === now.getFullYear() ? undefined : ('numeric' as const)
  return then.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year })
}
