// The server's answers for whoever looks back or thinks ahead.
import { get, part, post } from '../lib/api'
import type {
  Account,
  Chapter,
  Compared,
  Danger,
  Dice,
  Hint,
  Planned,
  Tried,
  WhatIf,
} from './types'

const json = async <T>(answer: Promise<Response>): Promise<T> => (await answer).json() as Promise<T>

export const isTry = (id: string): boolean => id.startsWith('try-')

export const studies = {
  leave: (id: string, how: { side: string; at: number; against: string; dice: Dice }) =>
    json<Tried>(post(`matches/${part(id)}/tries`, how)),
  tries: (id: string) => get<Tried[]>(`matches/${part(id)}/tries`),
  tried: (id: string) => get<Tried>(`tries/${part(id)}`),
  away: (id: string) => post(`tries/${part(id)}/away`, {}),
  compared: (id: string) => get<Compared>(`tries/${part(id)}/compared`),
  hint: (id: string, side: string) => get<Hint>(`matches/${part(id)}/hint`, { side }),
  plans: (id: string, side: string) => get<Planned[]>(`matches/${part(id)}/plans`, { side }),
  hurry: (id: string, side: string) => post(`matches/${part(id)}/hurry`, { side }),
  dangers: (id: string, side: string) => get<Danger[]>(`matches/${part(id)}/dangers`, { side }),
  account: (id: string, side: string) => get<Account>(`matches/${part(id)}/account`, { side }),
  whatIf: (
    id: string,
    supposed: {
      side: string
      attacker: string
      hex: string
      units: Record<string, string>
      empty: boolean
    },
  ) => json<WhatIf>(post(`matches/${part(id)}/what-if`, supposed)),
  book: (title: string) => get<Chapter[]>(`games/${part(title)}/book`),
}
