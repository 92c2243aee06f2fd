// What is shown now, in words.
import { capital } from '../board/words'
import type { GameKit } from '../lib/game.svelte'
import type { Move } from './moves'
import type { Show } from './show.svelte'

/** "The Soviet moves.", "The Soviet fights." */
export function title({ beat, side }: Show): string {
  if (!beat) return `The ${capital(side)} decides.`
  return `The ${capital(side)} ${'sector' in beat ? 'moves' : 'fights'}.`
}

/** "89th Guards Rifle Division, by road to 2716." */
export function running({ beat, line }: Show, kit: GameKit): string {
  if (!beat) return ''
  if ('clash' in beat) return `At ${beat.clash.battle.hex}.`
  const move = beat.sector.moves[line]
  return move ? `${whose(move, kit)}, ${how(move)}${move.path.at(-1)}.` : ''
}

/** "Sector 2 of 4: Oboyan and Prokhorovka · move 5 of 7" */
export function where({ beat, beats, line, held }: Show): string {
  if (!beat) return held === 1 ? 'One order so far.' : `${held} orders so far.`
  const alike = beats.filter((one) => 'sector' in one === 'sector' in beat)
  const n = `${alike.indexOf(beat) + 1} of ${alike.length}`
  if ('clash' in beat) return `Battle ${n}`
  const { title, moves } = beat.sector
  return `Sector ${n}: ${title} · move ${Math.max(line, 0) + 1} of ${moves.length}`
}

export const whose = (move: Move, kit: GameKit): string =>
  move.units.length ? move.units.map(kit.called).join(', ') : 'A covered counter'

const how = ({ kind }: Move): string =>
  kind === 'move' || kind === 'covered' ? 'to ' : `${kind} to `
