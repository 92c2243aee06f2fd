// Who this browser is, with an account or without, and mail that it is one's turn.
import { get, send } from '../lib/api'

export interface Me {
  accounts: boolean // one can have one here
  name: string // of the account; '' for a guest
  games: number
  mail: { can: boolean; address: string; confirmed: boolean }
}

export const me = {
  look: () => get<Me>('me'),
  up: (name: string, password: string, join: boolean) =>
    send<null>('me/up', { name, password, join }),
  in: (name: string, password: string, join: boolean) =>
    send<null>('me/in', { name, password, join }),
  out: () => send<null>('me/out', {}),
  outEverywhere: (password: string) => send<null>('me/out/everywhere', { password }),
  password: (password: string, new_: string) => send<null>('me/password', { password, new: new_ }),
  delete: (password: string) => send<{ left: number; deleted: number }>('me/delete', { password }),
  mail: (address: string) => send<Me['mail']>('me/mail', { address }),
}

/** What a link in a letter is about. */
export interface Letters {
  address: string
  confirmed: boolean
}

export const letters = {
  look: (key: string) => send<Letters>('mail/look', { key }),
  confirm: (key: string) => send<null>('mail/confirm', { key }),
  stop: (key: string) => send<null>('mail/stop', { key }),
  quiet: (match: string, key: string) => send<null>('notices/stop', { match, key }),
}
