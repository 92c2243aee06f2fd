// How the marks on counters show: as the game's own files say.
import type { GameKit } from '../lib/game.svelte'
import type { Mark, Seen } from '../lib/types'

const PLAIN: Mark = { shows: 'words', says: '', badge: '' }

const how = (kit: GameKit, mark: string): Mark => kit.info.card.marks[mark] ?? PLAIN

const said = (kit: GameKit, mark: string): string =>
  how(kit, mark).says || mark.replaceAll('_', ' ')

const showing = (kit: GameKit, seen: Seen, as: Mark['shows']): string[] =>
  (seen.marks ?? []).filter((mark) => how(kit, mark).shows === as)

export const isDone = (kit: GameKit, seen: Seen): boolean => showing(kit, seen, 'done').length > 0

export const isCut = (kit: GameKit, seen: Seen): boolean => showing(kit, seen, 'cut').length > 0

/** Marks that are shown as a small tag: disrupted, dug in, reserve … */
export const tags = (kit: GameKit, seen: Seen): string[] =>
  showing(kit, seen, 'badge').map((mark) => how(kit, mark).badge || said(kit, mark))

/** All marks in words, for the inspector and the live region. */
export const inWords = (kit: GameKit, seen: Seen): string[] =>
  (seen.marks ?? []).filter((mark) => how(kit, mark).shows !== 'nothing').map((m) => said(kit, m))
