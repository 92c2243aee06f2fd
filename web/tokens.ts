// The colours live in one file, read by Python for the map and by the page for the chrome.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const FILE = new URL('../src/kursk/draw/tokens.json', import.meta.url)
const MODULE = 'virtual:tokens.css'

type Colours = Record<string, string>
interface Tokens {
  interface: { light: Colours; dark: Colours }
  gold: Colours
  counters: { target: string; badge: string }
  map: { light: Colours; dark: Colours }
}

function variables(colours: Colours, before = ''): string {
  return Object.entries(colours)
    .map(([name, value]) => `--${before}${name.replaceAll(' ', '-')}:${value};`)
    .join('')
}

/** The few map colours that the page itself draws with. */
const sheet = ({ paper = '', ink = '', name = '' }: Colours): string =>
  variables({ paper, ink, name }, 'map-')

export function css(text: string): string {
  const { interface: chrome, gold, counters, map } = JSON.parse(text) as Tokens
  const { gold: yellow, ...rest } = gold
  const fixed = variables({ gold: yellow ?? '' }) + variables(rest, 'gold-')
  const marks = variables({ target: counters.target, badge: counters.badge })
  return [
    `:root{${fixed}${marks}${variables(chrome.light)}${sheet(map.light)}color-scheme:light}`,
    `[data-theme='dark']{${variables(chrome.dark)}${sheet(map.dark)}color-scheme:dark}`,
  ].join('\n')
}

export function tokens(): Plugin {
  return {
    name: 'tokens',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return undefined
      this.addWatchFile(FILE.pathname)
      return css(readFileSync(FILE, 'utf8'))
    },
  }
}
