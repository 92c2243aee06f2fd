// What is asked of the player now, and which hexes it is about.
import { menu } from '../dialogs/choices'
import { force, type Order } from '../lib/notation'
import type { Table } from '../lib/table.svelte'
import { underWay } from '../panels/story'

/** The answers to a small question; none where the map is the place to answer. */
export const answers = (table: Table): Order[] =>
  table.deciding ? menu(table.scene, table.choices) : []

/** Is somebody setting up? */
export const settingUp = (table: Table): boolean =>
  table.deciding && table.scene.words.includes('auto')

export interface Clash {
  target: string
  attackers: string[]
}

/** The battle that somebody decides about now. */
export function clash(table: Table): Clash | null {
  const { log, scene, kit } = table
  const battle = table.deciding ? underWay(log, scene.heading, kit.isHex) : null
  return battle && { target: battle.hex, attackers: force(table.read(battle.order)) }
}

/** The hexes of a question: of its battle, those it names, those it would lead to, its units'. */
export function subject(table: Table): string[] {
  const { prompt, heading } = table.scene
  const named = `${prompt} ${heading}`.split(/[\s,.:;()?]+/).filter(table.kit.isHex)
  const meant = answers(table).flatMap((order) => [
    ...order.hexes,
    ...order.units.map(table.hexOf).filter(Boolean),
  ])
  const battle = clash(table)
  const fought = battle ? [battle.target, ...battle.attackers.map(table.hexOf)] : []
  return [...new Set([...fought.filter(Boolean), ...named, ...meant])]
}
