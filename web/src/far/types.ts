// Who is at a match, and what they say, as the server tells it.
import type { Told } from '../lib/types'

export interface Person {
  side: string // '': watches
  player: string
  name: string
  you: boolean
  waits: boolean // nobody has come yet
  there: boolean
  since: number // seconds since 1970
  seen: number
  leave: number // on holiday until then
  link: number // when a link was made that nobody has used
}

export interface People {
  host: boolean
  seats: Person[]
  watchers: Person[]
  next: string // the match played after it
  watch: number // when the link to watch was made
  terms: Terms
  now: number // by the server's clock
  due: number // when the time ends of whoever decides; 0: never
  left: Record<string, number> // seconds in each bank, without the decision in hand
  delay: Delay // of who watches
}

/** How much later somebody who watches sees it; both 0: live. */
export interface Delay {
  orders: number
  minutes: number
}

/** What the players have agreed on. */
export interface Terms {
  clock: 'none' | 'bank' | 'days'
  amount: number // seconds
  out: 'bot' | 'lost'
  back: 'consent' | 'never'
}

export interface Said {
  number: number
  side: string
  text: string
  at: number
}

export interface Request {
  side: string
  seq: number
  orders: Told[]
  dice: boolean
  learned: boolean
}

export interface Leads {
  id: string
  game: string
  title: string
  status: string
  side: string
  free: boolean
  yours: string
  host: string
}

/** Addresses that the server may tell whose turn it is, and the one that is told. */
export interface Notices {
  hosts: string[]
  webhook: string
}
