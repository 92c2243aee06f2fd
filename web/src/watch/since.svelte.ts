// What the other side's turn has changed: reckoned when it is over, told until the reader goes on,
// and kept for later. What he has seen last is what he ordered last: the log knows, after days too.
import { getContext, setContext, untrack } from 'svelte'
import type { Table } from '../lib/table.svelte'
import type { Told, View } from '../lib/types'
import { digest, nothing, type Digest } from '../panels/digest'
import { news, standing, turnOf } from '../panels/story'
import type { Replay } from '../replay/replay.svelte'
import type { Show } from './show.svelte'

export class Since {
  digest = $state.raw<Digest | null>(null) // of the last turn of the other side
  open = $state(false) // it is told now
  views = $state.raw<[before: View, now: View] | null>(null)
  summing = $state(false)
  #digested = 0 // up to which order

  constructor(
    readonly table: Table,
    readonly show: Show,
    readonly replay: Replay,
  ) {
    $effect(() => {
      if (!table.scene.deciding || replay.mode || show.active || table.curtain) return
      const { log } = table
      untrack(() => void this.#sum(log))
    })
    $effect(() => {
      const last = table.log.findLast((told) => table.scene.sides.includes(told.actor))
      if (this.open && last && last.seq > this.digest!.upTo) this.open = false // he has acted
    })
  }

  /** Is it told now? Not while the past is shown. */
  get told(): boolean {
    return this.open && !this.replay.mode && !this.show.active
  }

  /** When the other side has done: what has changed since the reader's own turn. */
  async #sum(log: Told[]): Promise<void> {
    const { scene, api, kit } = this.table
    const [mine] = scene.sides
    if (!mine || scene.sides.length !== 1 || this.#theirs(scene.heading)) return
    const span = news(standing(log), scene.sides)
    if (!span[1] || span[1] === this.#digested) return
    const acted = log.findLast((told) => told.actor === mine)
    this.#digested = span[1]
    this.summing = true
    try {
      const { view } = await api.scene(mine, span[0])
      const late = !!acted && acted.seq > span[1] // he went on already: it is for later
      const now = late ? (await api.scene(mine, span[1])).view : scene.view
      const { geometry, isHex, info } = kit
      const told = digest(log, span, [view, now], {
        ...{ geometry, isHex, card: info.card },
        read: this.table.read,
      })
      if (this.#digested !== span[1] || nothing(told)) return
      this.views = [view, now]
      this.digest = told
      this.open = !late
    } catch (error) {
      this.table.complain(error)
    } finally {
      this.summing = false
    }
  }

  #theirs(heading: string): boolean {
    const turn = turnOf(heading).toLowerCase()
    return this.table.kit.sides.some(
      (side) => !this.table.scene.sides.includes(side) && turn.endsWith(` ${side}`),
    )
  }
}

const KEY = Symbol('since')
export const provideSince = (since: Since): Since => setContext(KEY, since)
export const useSince = (): Since => getContext<Since>(KEY)
