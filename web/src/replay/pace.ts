// How long a moment is shown.
import type { Speed } from '../lib/settings.svelte'

const USUAL: Record<Speed, number> = { step: 0, slow: 1700, normal: 700, fast: 120 }
const DICE = 900 // more, to read what was rolled
const MANY = 12 // orders that may wait before the pace quickens

/** Milliseconds until the next; the longer the queue, the quicker. */
export function pause(speed: Speed, waiting: number, rolled: boolean): number {
  const hurry = waiting > MANY ? MANY / waiting : 1
  const extra = rolled && speed !== 'fast' ? DICE : 0
  return Math.max(USUAL[speed] * hurry, 60) + extra
}
