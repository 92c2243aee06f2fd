// A game's own things, fetched once: its counters, rules, hexes, and how they look.
import { shelf } from './api'
import { Geometry } from './geometry'
import { named } from './names'
import type { Names } from './notation'
import type { Counter, GameInfo, Refusal, Section } from './types'

export interface Pictures {
  under: string // what is printed below the washes
  over: string // and above them
}

export class GameKit implements Names {
  private constructor(
    readonly info: GameInfo,
    readonly counters: Record<string, Counter>,
    readonly rules: Record<string, Section>,
    readonly geometry: Geometry,
  ) {}

  static open(title: string): Promise<GameKit> {
    return kept(kits, title, () => GameKit.#fetched(title))
  }

  static async #fetched(title: string): Promise<GameKit> {
    const [info, counters, rules, hexes] = await Promise.all([
      shelf.game(title),
      shelf.counters(title),
      shelf.rules(title),
      shelf.hexes(title),
    ])
    return new GameKit(info, counters, rules, new Geometry(hexes))
  }

  isUnit = (word: string): boolean => word in this.counters
  isHex = (word: string): boolean => word in this.geometry.map.hexes

  called = (unit: string): string => this.counters[unit]?.name ?? unit
  label = (unit: string): string => this.counters[unit]?.label || unit

  /** A refusal speaks to whoever typed an order, in ids; here its counters get their names. */
  refusal(given: Refusal): Refusal {
    return { ...given, says: named(given.says, given.units ?? [], this.called) }
  }

  /** The section that a citation means: "11.13", else its parent. */
  section(cite: string): Section | null {
    for (let rule = cite; rule; rule = rule.replace(/\.?[^.]*$/, '')) {
      const found = this.rules[rule]
      if (found) return found
    }
    return null
  }

  /** The sides in the game's order: the first is drawn as "ours" in scales and lists. */
  get sides(): string[] {
    return this.info.sides
  }
}

const kits = new Map<string, Promise<GameKit>>()
const drawn = new Map<string, Promise<Pictures>>()
const sprites = new Map<string, Promise<string>>()

/** What was asked for once; what could not be had is asked for again. */
function kept<T>(all: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const known = all.get(key)
  if (known) return known
  const coming = ask()
  all.set(key, coming)
  coming.catch(() => all.delete(key))
  return coming
}

export function pictures(title: string, theme: string): Promise<Pictures> {
  return kept(drawn, `${title} ${theme}`, async () => {
    const both = [shelf.map(title, theme, 'under'), shelf.map(title, theme, 'over')] as const
    const [under, over] = await Promise.all(both)
    return { under, over }
  })
}

export function sprite(title: string, theme: string): Promise<string> {
  return kept(sprites, `${title} ${theme}`, () => shelf.sprite(title, theme))
}

/** Somebody is about to begin: what the board needs comes while he makes up his mind. Should it
    fail, the board asks again, and tells. */
export function ahead(title: string, theme: string): void {
  void Promise.allSettled([GameKit.open(title), pictures(title, theme), sprite(title, theme)])
}
