// The keyboard. Keys of the map work while the map has the focus, keys of the screen anywhere
// but in a text field.
import type { Desk, Overlay, Tab } from '../lib/desk.svelte'
import { settings } from '../lib/settings.svelte'
import type { Table } from '../lib/table.svelte'
import type { Replay } from '../replay/replay.svelte'
import type { Study } from '../study/study.svelte'
import type { Show } from '../watch/show.svelte'
import type { Camera } from './camera.svelte'
import type { Hand } from './hand.svelte'

interface Around {
  table: Table
  desk: Desk
  hand: Hand
}

const STEPS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  q: [-1, -1.2],
  w: [0, -1],
  e: [1, -1.2],
  a: [-1, 1.2],
  s: [0, 1],
  d: [1, 1.2],
}

const WASHES: Record<string, Overlay> = { z: 'zones', u: 'supply', t: 'threat', c: 'control' }

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && !!target.closest('input, textarea, select, dialog, [popover]')

let column = NaN // the line along which up and down go, so that a zigzag does not drift

export function boardKeys(event: KeyboardEvent, around: Around & { camera: Camera }): void {
  const { table, desk, hand, camera } = around
  if (table.horizon !== Infinity && [' ', 'ArrowRight', 'Escape'].includes(event.key)) return
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return
  const { geometry } = table.kit
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const step = STEPS[key]
  if (step) {
    const from = desk.cursor || hand.origin || geometry.ids[0] || ''
    const upright = step[0] === 0
    if (!upright || Number.isNaN(column)) column = geometry.at(from).x
    const lean = upright ? Math.sign(column - geometry.at(from).x) * 0.1 : 0
    const to = geometry.towards(from, step[0] + lean, step[1])
    if (!upright) column = geometry.at(to).x
    if (event.shiftKey && hand.units.length) hand.step(to)
    desk.cursor = to
    camera.show(to)
  } else if (key === 'Enter') {
    if (event.repeat) return
    if (answered(hand)) return event.preventDefault()
    if (hand.pending && hand.path.at(-1) === desk.cursor) void hand.commit()
    else if (hand.assault.target && desk.cursor === hand.assault.target) void hand.commit()
    else if (desk.cursor) void hand.press(desk.cursor)
  } else if (key === '?') {
    if (desk.cursor) void hand.ask(desk.cursor)
  } else if (key === '+' || key === '=') camera.zoom(1.25)
  else if (key === '-') camera.zoom(0.8)
  else if (key === ' ') desk.bare = !desk.bare
  else return
  event.preventDefault()
}

/** Enter presses the gold button at the foot of the panel, unless the map itself is meant. */
function answered({ units, assault, path }: Hand): boolean {
  if (units.length || path.length || assault.target) return false
  const gold = document.querySelector<HTMLButtonElement>('aside .foot .gold:enabled')
  gold?.click()
  return !!gold
}

const PANELS: Record<string, Tab> = {
  i: 'now',
  b: 'battles',
  l: 'log',
  k: 'rules',
  o: 'forces',
}

/** While the other side's turn is shown. */
function shown(key: string, show: Show): boolean {
  if (key === ' ') show.toggle()
  else if (key === 'ArrowRight') show.step()
  else if (key === 'Escape') show.skip()
  else return false
  return true
}

export function screenKeys(
  event: KeyboardEvent,
  around: Around & { replay: Replay; study: Study; show: Show },
): void {
  const { table, desk, hand, replay, study, show } = around
  if (event.defaultPrevented || typing(event.target)) return
  if (document.querySelector('dialog:modal')) return // its focus may be lost, and its keys are its own
  const on = event.target instanceof HTMLElement && event.target.closest('button, a')
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const control = event.ctrlKey || event.metaKey
  if (control && (key === 'y' || (key === 'z' && event.shiftKey))) void table.redo()
  else if (control && key === 'z') void table.undo()
  else if (event.ctrlKey || event.metaKey || event.altKey) return
  else if (show.active && shown(key, show)) return event.preventDefault()
  else if (key === 'Escape') {
    if (document.querySelector(':popover-open')) return // the browser closes that first
    if (replay.mode === 'replay') replay.close()
    else if (study.tried && hand.empty) study.back()
    else hand.back()
  } else if (key === 'Enter' && !event.repeat && !on) {
    document.querySelector<HTMLButtonElement>('aside .foot .gold:enabled')?.click()
  } else if (key === '?' || key === 'F1') desk.dialog = 'keys'
  else if (key === 'p') void replay.open(Math.max(replay.end - 1, 0))
  else if (PANELS[key]) {
    desk.tab = PANELS[key]
    desk.sheet = true
  } else if (key === 'Backspace') void table.undo()
  else if (key === ']' || key === 'n' || key === '[') {
    hand.next(key === '[' ? -1 : 1)
    desk.focus() // the arrows go on from the unit
  } else if (key === 'r') desk.reach = !desk.reach
  else if (key === 'h') settings.set('numbers', !settings.kept.numbers)
  else if (key === 'm') desk.clean = !desk.clean
  else if (key === 'g') desk.going = true
  else if (key === 'f') desk.whole()
  else if (key === 'x') study.danger = !study.danger
  else if (key === 'y') {
    desk.ask()
    void study.ask()
  } else if (key === 'v' && table.scene.sides.length) study.leaving = true
  else if (key === '.' || key === 'End') document.querySelector<HTMLElement>('[data-end]')?.click()
  else if (key === '/' || key === ':') document.getElementById('typed-order')?.focus()
  else if (key === 'u' && !table.kit.info.supply) return
  else if (key === 't' && hand.targets.list.length) desk.tags = !desk.tags
  else if (WASHES[key]) desk.overlays[WASHES[key]] = !desk.overlays[WASHES[key]]
  else return
  event.preventDefault()
}
