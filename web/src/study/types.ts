// What the server tells whoever looks back or thinks ahead.
import type { Receipt, Refusal } from '../lib/types'

/** A try: a copy of a match to try things out in. */
export interface Tried {
  id: string
  of: string // the match
  at: number // and the order after which it was left
  heading: string
  side: string
  against: string // a bot, or ''
  dice: Dice
  guessed: boolean // covered counters were dealt by chance
  now: string
}
export type Dice = 'new' | 'same' | 'chosen'

export interface Tally {
  turn: string
  points: number
  lost: Record<string, number>
  ground: Record<string, number>
  strength: Record<string, number>
}

export interface Differs {
  unit: string
  happened: string
  tried: string
}

export interface Compared {
  seq: number
  heading: string
  now: string
  happened: Tally
  tried: Tally
  differs: Differs[]
  orders: string[]
}

export type Ending = 'eliminated' | 'retreat' | 'both' | 'failed'

export interface Fought {
  seq: number
  last: number
  turn: string
  side: string
  hex: string
  units: string[]
  column: string
  faces: number[]
  result: string
  lost: Record<string, number>
  ending: Ending
  worth: number | null
  expected: number | null
}

/** A moment at which the game turned. */
export interface Turning {
  seq: number
  turn: string
  side: string
  order: string // '' where it is covered
  hex: string // where it was fought; '' for any other order
  points: number // by which the standing of the first side changed
  luck: number | null // in steps, for whoever attacked
}

export interface Account {
  turns: Tally[]
  fought: Fought[]
  turning: Turning[]
}

export interface Hint {
  bot: string
  order: string
  because: { says: string; worth: number }[]
  others: { order: string; worth: number }[]
  odds: Receipt | null
  thoughts: Thoughts | null
}

/** What a bot had in mind when it made a plan. */
export interface Thoughts {
  plan: string
  weighed: {
    says: string
    gain: number
    spread: number
    worlds: number
    share: number | null
  }[]
  believes: { hex: string; counters: number; factors: number; least: number; most: number }[]
}

export interface Planned {
  seq: number
  side: string
  thoughts: Thoughts
}

export interface Danger {
  hex: string
  units: string[]
  odds: string
  attackers: string[]
  cut: string
  rule: string
}

export interface WhatIf {
  order: string
  receipt: Receipt | null
  refusal: Refusal | null
}

export interface Paragraph {
  number: string
  says: string
  status: string
  reason: string
  title: string
  places: string[]
  tests: number
}

export interface Chapter {
  number: string
  title: string
  sections: Paragraph[]
}
