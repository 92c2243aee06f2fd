// Questions about seats, links and talk.
import { get, send } from '../lib/api'
import type { Delay, Leads, Notices, People, Request, Said } from './types'

const part = encodeURIComponent

export const links = {
  look: (link: string) => send<Leads>('links/look', { link }),
  open: (link: string, name: string, watch: boolean) =>
    send<{ id: string; side: string }>('links/open', { link, name, watch }),
}

export function farApi(id: string) {
  const at = `matches/${part(id)}`
  return {
    people: (side: string) => get<People>(`${at}/people`, { side }),
    invite: (side: string) => send<{ link: string }>(`${at}/links`, { side }),
    revoke: (side: string) => send<null>(`${at}/links/revoke`, { side }),
    delay: (delay: Delay) => send<null>(`${at}/delay`, delay),
    free: (side: string) => send<{ link: string }>(`${at}/free`, { side }),
    hand: (side: string, player: string) => send<null>(`${at}/hand`, { side, player }),
    rename: (side: string, name: string) => send<null>(`${at}/name`, { side, name }),
    said: (side: string, after: number) => get<Said[]>(`${at}/talk`, { side, after }),
    say: (side: string, text: string) => send<null>(`${at}/talk`, { side, text }),
    asked: (side: string) => get<Request | null>(`${at}/takeback`, { side }),
    ask: (side: string, seq: number, order: number) =>
      send<Request>(`${at}/takeback`, { side, seq, order }),
    answer: (side: string, seq: number, order: number, allow: boolean) =>
      send<null>(`${at}/takeback/answer`, { side, seq, order, allow }),
    holiday: (side: string, days: number) => send<null>(`${at}/holiday`, { side, days }),
    notices: (side: string) => get<Notices>(`${at}/notices`, { side }),
    want: (side: string, webhook: string) => send<null>(`${at}/notices`, { side, webhook }),
    rematch: (side: string) => send<{ id: string }>(`${at}/rematch`, { side }),
  }
}
