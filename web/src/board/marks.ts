// How the marks on counters show. Games name their marks freely; these words are known.
import type { Seen } from '../lib/types'

const DONE = /^(moved|attacked|fought|done|used|spent|acted)$/
const SUPPLY = /supply|cut|isolated|unsupplied/
const QUIET = /^(shown|seen|revealed|known|supplied|placed)$/ // told by the counter's own face
const BADGES = /^(reserve|disrupted|exhausted|dug.?in|entrenched|surrounded|routed|pinned)$/

export const isDone = (seen: Seen): boolean => (seen.marks ?? []).some((mark) => DONE.test(mark))

export const isCut = (seen: Seen): boolean =>
  (seen.marks ?? []).some((mark) => SUPPLY.test(mark) && !QUIET.test(mark))

/** Marks that are shown as a small tag: disrupted, dug in, reserve … */
export const tags = (seen: Seen): string[] => (seen.marks ?? []).filter((mark) => BADGES.test(mark))

/** All marks in words, for the inspector and the live region. */
export const inWords = (seen: Seen): string[] =>
  (seen.marks ?? []).filter((mark) => !QUIET.test(mark)).map((mark) => mark.replaceAll('_', ' '))
