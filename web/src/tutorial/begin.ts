// A guided game is a match like any other; the address says which lesson goes with it.
import { matches, shelf } from '../lib/api'
import { go } from '../lib/route.svelte'
import { usualBot } from '../start/words'
import { lesson } from './lessons'

export async function learn(id: string): Promise<void> {
  const taught = lesson(id)
  if (!taught) throw new Error(`There is no lesson “${id}”.`)
  const info = (await shelf.games()).find((game) => game.title === taught.game)
  if (!info) throw new Error(`The game of this lesson, ${taught.game}, is not here.`)
  const bot = usualBot(info)
  const players = Object.fromEntries(
    info.sides.map((side) => [side, side === taught.side ? 'human' : bot]),
  )
  const { scenario } = taught
  const begun = await matches.begin({ game: taught.game, scenario, players })
  go(`play/${begun.id}/learn/${id}`)
}
