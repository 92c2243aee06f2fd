// How counters look. Each is drawn once, as a symbol, and shown by reference. A large game has
// thousands of symbols: they come into the page when they are first wanted.

const NAME = /^ id="([^"]+)"/

let symbols = new Map<string, string>()
let sheet: SVGSVGElement | null = null // where those that were wanted hang
const wanted = new Set<string>()
let fresh: string[] = []

/** The drawings of a game, as the server sends them: whatever is shown looks like this from now. */
export function lay(drawn: string): void {
  symbols = new Map()
  for (const one of drawn.split('<symbol').slice(1)) {
    const name = NAME.exec(one)?.[1]
    if (name) symbols.set(name, `<symbol${one.slice(0, one.lastIndexOf('</symbol>'))}</symbol>`)
  }
  if (sheet) sheet.innerHTML = ''
  hang([...wanted])
}

/** A reference to a symbol, which is there before anything is painted. */
export function face(name: string): string {
  if (!wanted.has(name)) {
    wanted.add(name)
    if (!fresh.length) queueMicrotask(() => hang(fresh))
    fresh.push(name)
  }
  return `#${name}`
}

function hang(names: string[]): void {
  fresh = []
  if (!sheet) {
    sheet = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    sheet.style.display = 'none'
    document.body.append(sheet)
  }
  sheet.insertAdjacentHTML('beforeend', names.map((name) => symbols.get(name) ?? '').join(''))
}
