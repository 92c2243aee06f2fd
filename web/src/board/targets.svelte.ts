// Whom the side that decides may attack, the best chances first.
import { untrack } from 'svelte'
import type { Table } from '../lib/table.svelte'
import type { Target } from '../lib/types'
import { ratio } from '../panels/battles'

export class Targets {
  list = $state.raw<Target[]>([])

  constructor(table: Table) {
    $effect(() => {
      const { seq, choices } = table.scene
      const may = table.deciding && (!choices.length || choices.some((text) => / with /.test(text)))
      if (!may) this.list = []
      else
        untrack(() =>
          table.api.targets(table.side).then(
            (found) => {
              if (table.scene.seq === seq)
                this.list = found.sort(
                  (a, b) => b.promise - a.promise || ratio(b.column) - ratio(a.column),
                )
            },
            () => (this.list = []), // the map itself still answers
          ),
        )
    })
  }
}
