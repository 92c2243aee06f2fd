// A hex and what stands on it, in words: for the inspector and for ears.
import type { GameKit } from '../lib/game.svelte'
import type { Counter, Scene, Seen } from '../lib/types'
import { inWords } from './marks'

const COMPASS: Record<string, string> = {
  N: 'north',
  NE: 'north-east',
  E: 'east',
  SE: 'south-east',
  S: 'south',
  SW: 'south-west',
  W: 'west',
  NW: 'north-west',
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export function ground(kit: GameKit, hex: string): string {
  const words = kit.geometry.map.hexes[hex]?.words ?? []
  return words.length ? words.map((word) => named(kit, word)).join(', ') : 'clear'
}

/** "fort german" → "German fort": whose it is comes first. */
function named(kit: GameKit, kind: string): string {
  const words = kind.split(' ')
  const side = words.find((word) => kit.sides.includes(word))
  const own = words.filter((word) => word !== side).join(' ')
  const named = kit.info.card.words[own] ?? own
  return side ? `${capital(side)} ${named}` : named
}

/** "River on the north-west and west sides. Road to the east." */
export function sides(kit: GameKit, hex: string): string {
  const found = new Map<string, string[]>()
  for (const [point, kinds] of Object.entries(kit.geometry.map.hexes[hex]?.sides ?? {})) {
    for (const kind of kinds.map((k) => named(kit, k))) {
      found.set(kind, [...(found.get(kind) ?? []), COMPASS[point] ?? point])
    }
  }
  return [...found]
    .map(([kind, points]) => `${capital(kind)} ${points.length > 5 ? 'all round' : list(points)}.`)
    .join(' ')
}

export const list = (words: string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

export function owner(scene: Scene, hex: string): string {
  for (const [side, hexes] of Object.entries(scene.view.control)) {
    if (hexes.includes(hex)) return side
  }
  return ''
}

/** The movement printed on the side that lies up. */
export function movesAt(counter: Counter, step: number): string {
  const printed = counter.moves.split(' ')
  return printed[Math.min(step, printed.length - 1)] ?? ''
}

export function unitWords(kit: GameKit, seen: Seen): string {
  const counter = seen.unit ? kit.counters[seen.unit] : undefined
  if (!counter) return `a covered ${seen.side} counter`
  const strength = counter.strengths[seen.step ?? 0] ?? ''
  const moves = movesAt(counter, seen.step ?? 0)
  const facts = [strength, moves && `moves ${moves}`, ...inWords(kit, seen)]
  return `${counter.name}, ${facts.filter(Boolean).join(', ')}`
}

/** What the live region reads when the cursor comes to a hex. */
export function spoken(kit: GameKit, scene: Scene, hex: string): string {
  const place = kit.geometry.map.hexes[hex]?.place
  const stack = scene.view.stacks[hex] ?? []
  const held = owner(scene, hex)
  return [
    `${hex}${place ? `, ${place}` : ''}, ${ground(kit, hex)}.`,
    sides(kit, hex),
    held && `${capital(held)} control.`,
    stack.length ? `${stack.map((seen) => unitWords(kit, seen)).join('; ')}.` : 'Empty.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** "strength 26, of 2 steps 2 left; reduced 13": what a loss is taken from. */
export function stepsOf(counter: Counter | undefined, step: number): string {
  if (!counter?.strengths[step]) return ''
  const [all, next] = [counter.strengths.length, counter.strengths[step + 1]]
  const left = all - step
  const then = next ? `one less leaves ${next}` : 'its last step'
  return `Strength ${counter.strengths[step]}, ${left} of ${all} ${all === 1 ? 'step' : 'steps'}; ${then}`
}

/** What may be added to an attack, in words: "offensive g48" → "Offensive: 48th Panzer Corps". */
export function extraWords(text: string, kit: GameKit): string {
  const parts: string[] = []
  for (const word of text.split(' ')) {
    const units = word.split(',')
    if (units.every(kit.isUnit)) parts.push(`${parts.pop() ?? ''}: ${list(units.map(kit.called))}`)
    else parts.push(parts.length ? word : capital(word))
  }
  return parts.join('; ')
}

/** Negative numbers as they are printed. */
export const minus = (value: number | string): string => String(value).replace(/^-/, '−')

/** "+1" → "1R", "-1" → "1L": the way the table is read. */
export function shift(value: string): { text: string; way: string } {
  const by = Number(value.replace('−', '-'))
  if (!Number.isFinite(by)) return { text: value, way: '' }
  if (!by) return { text: '0', way: 'zero' }
  return { text: `${Math.abs(by)}${by > 0 ? 'R' : 'L'}`, way: by > 0 ? 'right' : 'left' }
}
