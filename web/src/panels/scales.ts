// Tracks that a game wants drawn as scales: its card says how, the view says where they stand.
import type { Card, TrackScale } from '../lib/types'

export interface Drawn {
  track: string
  title: string
  at: number
  low: number
  high: number
  start?: number
  bands: TrackScale['bands']
  says?: string
}

/** The scales that hold now; a track that runs off its scale stretches it. */
export function scales(card: Card, tracks: Record<string, unknown>): Drawn[] {
  return card.victory.flatMap((scale) => {
    const at = tracks[scale.track]
    if (typeof at !== 'number') return []
    if (Object.entries(scale.when).some(([track, value]) => tracks[track] !== value)) return []
    const { track, title, bands, says, start } = scale
    const [low, high] = [Math.min(scale.low, at), Math.max(scale.high, at)]
    return { track, title, at, low, high, bands, says, ...(start === null ? {} : { start }) }
  })
}
