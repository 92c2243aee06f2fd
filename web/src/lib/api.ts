// The server's questions and answers. See /api/schema for all of them.
import { whole, type Change } from './changes'
import { few } from './few'
import type {
  Chart,
  Condition,
  Counter,
  Ending,
  GameInfo,
  HexMap,
  Listed,
  NewMatch,
  Receipt,
  Refusal,
  Scene,
  Section,
  Source,
  Target,
  Told,
  Ways,
  Why,
  WhyNot,
} from './types'

/** An answer the server gave, but not the one hoped for: `message` is for people. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly refusal: Refusal | null = null,
  ) {
    super(message)
  }
}

type Query = Record<string, string | number>

// as seen from the page: a proxy may have put all of it under a path
function url(path: string, query: Query = {}): string {
  const asked = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))
  return `api/${path}` + (asked.size ? `?${asked}` : '')
}

async function complaint(answer: Response): Promise<Refused> {
  const text = await answer.text()
  try {
    const said = JSON.parse(text) as { detail?: string; refusal?: Refusal }
    const words = said.refusal?.says ?? said.detail ?? answer.statusText
    return new Refused(words, answer.status, said.refusal ?? null)
  } catch {
    return new Refused(text || answer.statusText, answer.status)
  }
}

/** Ask the server; when there is nobody there, say so in words. */
async function ask(address: string, with_?: RequestInit): Promise<Response> {
  try {
    return await fetch(address, with_)
  } catch {
    throw new Refused('The server does not answer. Try again in a moment.', 0)
  }
}

export async function get<T>(path: string, query: Query = {}): Promise<T> {
  const answer = await ask(url(path, query))
  if (!answer.ok) throw await complaint(answer)
  return (await answer.json()) as T
}

export async function text(path: string, query: Query = {}): Promise<string> {
  const answer = await ask(url(path, query))
  if (!answer.ok) throw await complaint(answer)
  return answer.text()
}

/** Tell the server how something is to be from now on. */
export async function put(path: string, body: unknown): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await ask(url(path, {}), { method: 'PUT', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw await complaint(answer)
}

export async function post(path: string, body: unknown, query: Query = {}): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await ask(url(path, query), sent)
  if (!answer.ok && answer.status !== LATE) throw await complaint(answer)
  return answer
}

const LATE = 409

/** Tell the server something that is no order of a match. */
export async function send<T>(path: string, body: unknown): Promise<T> {
  const answer = await post(path, body)
  if (!answer.ok) throw await complaint(answer)
  const told = await answer.text()
  return (told ? JSON.parse(told) : null) as T
}

/** How things stand after an order; `late` if it came too late and was not carried out. */
export interface After {
  scene: Scene
  late: boolean
}

async function act(path: string, body: object, known: Scene): Promise<After> {
  const { side, seq } = known
  const answer = await post(path, { ...body, side, seq }, { since: seq })
  const told = (await answer.json()) as Scene | Change
  return { scene: whole(told, known), late: answer.status === LATE }
}

export const part = encodeURIComponent

/** A browser has six lines to a server and one hand to paint with: pictures of the shelf must not
    hold them all while somebody wants to begin. They come one by one, when there is nothing else to
    do: each is a piece of a map, and takes a moment to be painted. */
const onCards = few(1)
const BREATH = 100 // milliseconds between two, for whoever wants to press something
let wanted: Promise<unknown> = Promise.resolve()

/** This comes before pictures of the shelf. What becomes of it, whoever asked for it is told. */
export function first(coming: Promise<unknown>): void {
  wanted = Promise.allSettled([wanted, coming])
}

async function atLeisure(): Promise<void> {
  await new Promise((soon) => setTimeout(soon, BREATH))
  for (let now; now !== wanted;) await (now = wanted)
  await new Promise<void>((come) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(() => come(), { timeout: 1000 })
      : setTimeout(come),
  )
}

export const shelf = {
  games: () => get<GameInfo[]>('games'),
  game: (title: string) => get<GameInfo>(`games/${part(title)}`),
  rules: (title: string) => get<Record<string, Section>>(`games/${part(title)}/rules`),
  counters: (title: string) => get<Record<string, Counter>>(`games/${part(title)}/counters`),
  hexes: (title: string) => get<HexMap>(`games/${part(title)}/hexes`),
  sources: (title: string, hex: string) => get<Source[]>(`games/${part(title)}/hexes/${part(hex)}`),
  map: (title: string, theme: string, layer: 'under' | 'over' | '' = '') =>
    text(`games/${part(title)}/map.svg`, { theme, layer }),
  charts: (title: string) => get<Chart[]>(`games/${part(title)}/charts`),
  /** `wanted`: is there still somebody who looks at it when its turn has come? */
  card: (title: string, theme: string, width: number, height: number, wanted: () => boolean) =>
    onCards(async () => {
      await atLeisure()
      return wanted() ? text(`games/${part(title)}/card.svg`, { theme, width, height }) : ''
    }),
  sprite: (title: string, theme: string) => text(`games/${part(title)}/counters.svg`, { theme }),
}

export const matches = {
  mine: () => get<Listed[]>('matches'),
  entitle: (id: string, title: string) => post(`matches/${part(id)}/title`, { title }),
  leave: (id: string) => post(`matches/${part(id)}/leave`, {}),
  begin: async (wanted: NewMatch) => {
    const answer = post('matches', wanted)
    first(answer)
    return (await (await answer).json()) as {
      id: string
      links: Record<string, string> // for seats that wait for somebody
    }
  },
}

/** One match, as the sides see it for which this browser holds a seat. */
export function matchApi(id: string) {
  const at = `matches/${part(id)}`
  return {
    scene: (side: string, moment = -1) => get<Scene>(at, { side, at: moment }),
    /** How things stand now, for whoever knows how they stood. */
    newer: async (known: Scene) => {
      const { side, seq } = known
      return whole(await get<Scene | Change>(at, { side, since: seq }), known)
    },
    log: (side: string, after = 0) => get<Told[]>(`${at}/log`, { side, after }),
    orders: (side: string, about: string) => get<string[]>(`${at}/orders`, { side, about }),
    targets: (side: string) => get<Target[]>(`${at}/targets`, { side }),
    reach: (side: string, unit: string) => get<Ways>(`${at}/reach`, { side, unit }),
    why: (side: string, order: string) => get<Why>(`${at}/why`, { side, order }),
    whyNot: (side: string, units: string[], hex: string, kind: string) =>
      get<WhyNot | null>(`${at}/whynot`, { side, units: units.join(), hex, kind }),
    condition: (side: string, units: string[]) =>
      get<Condition>(`${at}/condition`, { side, units: units.join() }),
    ending: (side: string, units: string[], kind: string, way: string[]) =>
      get<Ending>(`${at}/ending`, { side, units: units.join(), kind, way: way.join(' ') }),
    odds: (side: string, order: string) => get<Receipt>(`${at}/odds`, { side, order }),
    overlay: (side: string, kind: string) =>
      get<Record<string, string[]>>(`${at}/overlay/${kind}`, { side }),
    give: (known: Scene, order: string, client: string) =>
      act(`${at}/orders`, { order, client }, known),
    undo: (known: Scene, steps: number) => act(`${at}/undo`, { steps }, known),
    /** Answer a kind of decision once for all; '' to be asked again. */
    once: (side: string, kind: string, answer: string, turn: boolean) =>
      put(`${at}/standing`, { side, kind, answer, turn }),
    events: (side: string, after: number) => new EventSource(url(`${at}/events`, { side, after })),
    record: (side = '') => text(`${at}/record`, { side }),
    position: (side = '') => text(`${at}/position`, { side }),
    /** The address of a sheet to print. */
    sheet: (side: string) => url(`${at}/position.pdf`, { side }),
    /** The address of a picture of the position. */
    picture: (side: string) => url(`${at}/position.png`, { side }),
  }
}

export type MatchApi = ReturnType<typeof matchApi>
