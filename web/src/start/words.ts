// How the start screen names things.
import type { GameInfo } from '../lib/types'

const FITS = 24
/** "Battle for Kursk: The Tigers Are Burning" → "Battle for Kursk"; a name that fits stays whole. */
export const short = (name: string): string =>
  name.length <= FITS ? name : name.split(':')[0]!.trim()

export const HUMAN = 'human'
export const LINK = 'link' // somebody else, who comes by a link
export const FRIEND = 'friend' // a human too, at the same screen

export interface Seat {
  value: string
  label: string
}

/** Who may sit at a side. */
export function seats(bots: string[]): Seat[] {
  return [
    { value: HUMAN, label: 'You' },
    ...bots.map((bot) => ({ value: bot, label: `${capital(bot)} bot` })),
    { value: FRIEND, label: 'A friend here' },
  ]
}

const USUAL = 'sergeant'
/** The bot of whoever does not choose: never one that plays at random where another plays. */
export const usualBot = (info: GameInfo): string =>
  USUAL in info.bots ? USUAL : (Object.keys(info.bots)[0] ?? FRIEND)

/** You against it. */
export const usualSeats = (info: GameInfo): Record<string, string> =>
  Object.fromEntries(info.sides.map((side, n) => [side, n ? usualBot(info) : HUMAN]))

/** As the server wants it: a friend at the same screen is a human like you. */
export const players = (chosen: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(chosen).map(([side, who]) => [side, who === FRIEND ? HUMAN : who]),
  )

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
export const inLetters = (n: number): string => NUMBERS[n] ?? String(n)

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What a file holds, and of which game: told by its first lines. */
export function sniff(text: string): { kind: 'record' | 'position' | ''; game: string } {
  if (/^\s*Kursk record\b/.test(text)) {
    return { kind: 'record', game: /^game:\s*(\S+)/m.exec(text)?.[1] ?? '' }
  }
  const game = /^game\s*=\s*"([^"]+)"/m.exec(text)?.[1] ?? ''
  return { kind: text.trim() ? 'position' : '', game }
}
