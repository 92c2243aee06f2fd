// Small menus: a few orders among which somebody must choose, better pressed than typed.
import { isAttack, words, type Order } from '../lib/notation'
import type { Scene } from '../lib/types'

const MANY = 12
const PLACES = 6 // orders that lead to different hexes: more of them are clearer on the map
const ENDS = /^(end|done)$/

/** The orders to offer as buttons, or none: where the map is the better place to choose. */
export function menu(scene: Scene, choices: Order[]): Order[] {
  if (!choices.length || choices.length > MANY) return []
  if (scene.words.includes('auto') || choices.some(isAttack)) return []
  const acts = choices.filter((order) => !ENDS.test(order.text))
  if (!acts.length) return []
  const goals = new Set(acts.map((order) => order.hexes.at(-1) ?? ''))
  const marches = acts.some((order) => order.units.length && order.hexes.length > 1)
  if (marches || (goals.size > 1 && acts.length > PLACES)) return []
  const must = acts.length === choices.length
  return must || goals.size === 1 ? choices : []
}

export interface Label {
  title: string
  says: string
}

interface Names {
  called: (unit: string) => string
  place: (hex: string) => string
  words: Record<string, string> // the game's own
  facts?: (unit: string) => string // what there is of a unit: strength and steps
}

/** "Hold: defend better" as the game has it; else the order's own words. */
export function label(order: Order, names: Names): Label {
  const told = names.words[order.text]
  if (told) {
    const [title = '', ...rest] = told.split(': ')
    const says = rest.join(': ')
    return { title, says: says.charAt(0).toUpperCase() + says.slice(1) }
  }
  const verb = words(order.verb)
  const title = [verb, order.units.map(names.called).join(' and ')].filter(Boolean).join(' ')
  const goal = order.hexes.at(-1)
  if (!goal) {
    const says = names.facts ? order.units.map(names.facts).join('; ') : ''
    return { title: order.units.length ? title : words(order.text), says }
  }
  const place = names.place(goal)
  const to = order.units.length ? 'to ' : ''
  const by = order.hexes.length > 1 ? `by ${order.hexes.slice(0, -1).join(', ')}` : ''
  return { title: `${title} ${to}${goal}${place ? ` ${place}` : ''}`, says: by }
}
