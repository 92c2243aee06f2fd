// Where the page is: "#/" the start, "#/play/ID" a match, "#/learn" the guided game.

class Route {
  parts = $state<string[]>(split())

  constructor() {
    addEventListener('hashchange', () => (this.parts = split()))
  }

  get screen(): string {
    return this.parts[0] ?? ''
  }

  get match(): string {
    return this.screen === 'play' ? (this.parts[1] ?? '') : ''
  }
}

const split = (): string[] =>
  location.hash
    .replace(/^#\/?|\?.*$/g, '')
    .split('/')
    .filter(Boolean)
    .map(decodeURIComponent)

export const route = new Route()
export const go = (path: string): void => void (location.hash = `#/${path}`)
