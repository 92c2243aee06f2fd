// What changed since a scene that is known: the server need not send the rest again.
import type { Scene, View } from './types'

type Entries<T> = Record<string, T | null> // null: there is none any more

/** Fields of the scene and its view come anew; of what is told by hex, box or side, entries. */
export interface Change extends Partial<Omit<Scene, 'view'>> {
  since: number
  view: Partial<Omit<View, 'stacks' | 'boxes' | 'control'>> & {
    stacks?: Entries<View['stacks'][string]>
    boxes?: Entries<View['boxes'][string]>
    control?: Entries<View['control'][string]>
  }
}

/** The scene that is told: whole, or as what changed since the one that is known. */
export function whole(told: Scene | Change, known: Scene): Scene {
  if (!('since' in told)) return told
  const { since: _, view, ...rest } = told
  return {
    ...known,
    ...rest,
    view: {
      ...known.view,
      ...view,
      stacks: entries(known.view.stacks, view.stacks),
      boxes: entries(known.view.boxes, view.boxes),
      control: entries(known.view.control, view.control),
    },
  }
}

function entries<T>(known: Record<string, T>, changed: Entries<T> = {}): Record<string, T> {
  const all = Object.entries({ ...known, ...changed })
  const left = all.filter((entry): entry is [string, T] => entry[1] !== null)
  return Object.fromEntries(left.sort(([a], [b]) => (a < b ? -1 : 1)))
}
