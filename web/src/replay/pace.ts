// How long a moment is shown.
import type { Speed } from '../lib/settings.svelte'

const USUAL: Record<Speed, number> = { slow: 1700, normal: 700, quick: 350, fast: 120 }
const DICE = 900 // more, to read what was rolled

/** Milliseconds until the next. */
export const pause = (speed: Speed, rolled: boolean): number =>
  (USUAL[speed] ?? USUAL.slow) + (rolled && speed !== 'fast' ? DICE : 0)
