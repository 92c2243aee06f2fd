// What the server sends, as the page reads it. The page knows the shape, never the rules.
import type { Terms } from '../far/types'

export interface Seen {
  side: string
  unit?: string // absent: the counter is covered
  step?: number // 0 or absent: full strength
  marks?: string[]
}

export interface View {
  game: string
  side: string
  turn: string
  phase: string
  actor: string
  prompt: string
  rule: string
  stacks: Record<string, Seen[]> // top counter first
  boxes: Record<string, Seen[]>
  control: Record<string, string[]>
  tracks: Record<string, unknown>
  result: string
}

export interface Scene {
  id: string
  seq: number
  game: string
  scenario: string
  side: string
  sides: string[]
  players: Record<string, string>
  view: View
  heading: string
  where: [title: string, rule: string][]
  deciding: boolean
  prompt: string
  rule: string
  able: string[]
  choices: string[]
  words: string[] // orders of one word that are open: end, done, auto …
  sealed: boolean // the choice stays unseen by the other side
  undoable: number
  curtain: boolean
  odds: Record<string, Receipt> // of the choices in a battle that is under way
  stopped: string // why the match cannot be played on; '' if it can
  kind: string // of a small decision, which may be answered once for all
  once: Record<string, string> // the answers once for all, and the orders that they are now
  standing: Standing[] // what the side has answered so
  drops: Record<string, string> // by hex: the orders that withdraw what was announced
}

/** What a side answers to a kind of decision without being asked. */
export interface Standing {
  kind: string
  answer: string
  turn: number // the one turn in which it holds; 0: until it is stopped
}

/** A hex that may be attacked, by how many at the most, and on which column. */
export interface Target {
  hex: string
  units: number
  column: string
  promise: number // 2 good, 1 even, 0 poor
}

export interface News {
  says: string
  rule?: string
  hexes?: string[]
  to?: string
  fought?: { hex: string; attackers: string[]; defenders: string[]; column: string; result: string }
  points?: number // by which it moves the victory track, where that is told at once
}

export interface Told {
  seq: number
  actor: string
  order: string // empty where it is covered
  heading: string // "Turn 3. German: Combat (11.1)"
  news: News[]
}

export interface Refusal {
  rule: string
  says: string
  units?: string[]
  hexes?: string[]
  instead?: string
  order?: string // that does what is said instead
}

export interface Why {
  legal: boolean
  refusal: Refusal | null
}

/** Something that would make it possible, now (`order`) or later. */
export interface Help {
  says: string
  rule?: string
  order?: string
  hexes?: string[]
}

/** Why units cannot end, or attack, in a hex. */
export interface WhyNot {
  hex: string
  order: string
  refusal: Refusal
  more?: string
  helps?: Help[]
}

export interface Traced {
  supplied: boolean
  rule: string
  says: string
  path?: string[]
}

/** A kind of movement: how far it leads, or why nowhere. */
export interface Kind {
  verb: string
  hexes?: number
  points?: string
  refusal?: Refusal
}

export interface Condition {
  kinds?: Kind[]
  supply?: Traced
}

/** What awaits units at the end of a way. */
export interface Ending {
  cost?: string
  points?: string
  left?: string
  stop?: Refusal
  whose?: string
  supply?: Traced
  shots?: { hex: string; column: string }[]
}

export interface Line {
  label: string
  value: string
  rule?: string
  note?: string
}

export interface Outcome {
  result: string
  chance: string // an exact fraction
  rolls?: number[]
  follows?: string
  instead?: string[] // what the defender may make of it
}

export interface Case {
  label: string
  chance: string
  column: string
}

export interface Receipt {
  attack: Line[]
  defence: Line[]
  totals: [string, string]
  odds: string
  shifts: Line[]
  net: number
  column: string
  outcomes: Outcome[]
  provenance: string
  cases?: Case[]
  note?: string
}

export interface Way {
  cost: string
  path: string[]
  stop?: boolean // it must stop there
}
export type Ways = Record<string, Record<string, Way>> // by kind of movement, then hex

export interface Band {
  to: number
  says: string
  side?: string
}

/** How a track is drawn as a scale, while the other tracks show what `when` says. */
export interface TrackScale {
  track: string
  title: string
  low: number
  high: number
  bands: Band[]
  start: number | null
  says: string
  when: Record<string, boolean | string | number>
}

/** How a mark on a counter shows, and what people call it. */
export interface Mark {
  shows: 'done' | 'cut' | 'badge' | 'words' | 'nothing'
  says: string
  badge: string
}

/** What a game says of itself. */
export interface Card {
  line: string
  source: string
  scale: string
  length: string
  hours: [least: number, most: number] | null
  weight: number
  picture: string
  reconstructed: string[]
  charts: Record<string, string>
  turns: { turn: string; date: string }[]
  victory: TrackScale[]
  strip: Record<string, string> // tracks worth a place at the foot of the board, and their titles
  words: Record<string, string> // orders in plain words: "Hold: defend better"
  marks: Record<string, Mark>
}

export interface GameInfo {
  title: string
  name: string
  about: string
  sides: string[]
  scenarios: Record<string, string>
  options: Record<string, string[]>
  bots: Record<string, string> // the weakest first, with what each is like
  temperaments: Record<string, string> // that a bot may have here
  card: Card
  sources: Record<string, Record<string, number>> // map, counters: how many from where
  supply: boolean // has the game such a thing?
}

export interface ChartRow {
  label: string
  cells: string[]
  provenance: string
  guessed: string[]
  rule: string
  note: string
}

export interface Chart {
  name: string
  title: string
  rolled: boolean // a results table: its rows are rolls
  columns: string[]
  rows: ChartRow[]
  results: Record<string, string>
  provenance: string
  rule: string
  note: string
}

export interface Listed {
  id: string
  game: string
  title: string
  status: string
  over: boolean
  players: Record<string, string> // by side: human, or the name of a bot
  names: Record<string, string> // by side: of people who have told theirs
  mine: string[] // the sides for which this browser sits
  turn: string // the side that decides
  moved: number // when the last order was given, in seconds; 0 if that is not known
}

export interface NewMatch {
  name?: string // what you are called
  terms?: Terms
  game?: string
  scenario?: string
  options?: Record<string, string>
  players?: Record<string, string>
  position?: string
  record?: string
}

export interface Counter {
  id: string
  name: string
  side: string
  type: string
  strengths: string[]
  moves: string
  size: string
  formation: string
  label: string
  setup: string
  arrives: string
  flags: string[]
  provenance: string
  note: string
  more: Record<string, string>
}

export interface Section {
  number: string
  says: string
  status: string
  reason?: string
}

export interface Place {
  x: number
  y: number
  words: string[]
  sides: Record<string, string[]> // by compass point
  place: string
  rank: string // of the place: city, town, village
}

export interface HexMap {
  width: number
  height: number
  size: number
  pointed: boolean
  hexes: Record<string, Place>
}

export interface Source {
  is: string
  name: string
  provenance: string
  note: string
  rule: string
}
