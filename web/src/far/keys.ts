// Links that this browser made and nobody has used: the server knows only their hashes. And what
// somebody is called.

const LINKS = 'kursk.links'
const NAME = 'kursk.name'

function read(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(LINKS) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

const at = (id: string, side: string): string => `${id}/${side}`
export const keyOf = (id: string, side: string): string => read()[at(id, side)] ?? ''

export function keep(id: string, side: string, key: string): void {
  const { [at(id, side)]: _, ...others } = read()
  try {
    localStorage.setItem(LINKS, JSON.stringify(key ? { ...others, [at(id, side)]: key } : others))
  } catch {
    return // a browser may forbid storage: the link is shown this once
  }
}

/** The part after # is sent to nobody: no log and no referrer can tell it. */
export const address = (key: string): string =>
  `${location.origin}${location.pathname}#/join/${key}`

export function myName(): string {
  try {
    return localStorage.getItem(NAME) ?? ''
  } catch {
    return ''
  }
}

export function callMe(name: string): void {
  try {
    localStorage.setItem(NAME, name)
  } catch {
    return
  }
}
