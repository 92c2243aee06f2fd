// Sentences name counters by their ids, as orders do; people read names.
import type { Names } from './notation'

const QUOTED_OR_LIST = /“[^”]*”|(?<![\w.:-])[a-z\d]+(?:, [a-z\d]+)*(?![\w:])/g
const ACTS = /^ (against|retreats|advances|attacks|moves|stands|loses|enters)\b/
const AT_FIRST = /^ (is|has)\b/ // "7 is reduced", not "54 to 7 is 7:1"

/** "gd, 167 against r31" → "Grossdeutschland, 167th Infantry against 31st Rifle". Some ids are
 *  bare numbers: those are read as counters only in company, or where one does something. */
export function named(says: string, names: Names, called: (unit: string) => string): string {
  return says.replace(QUOTED_OR_LIST, (found, at: number) => {
    const words = found.split(', ')
    const lettered = words.some((word) => /[a-z]/.test(word) && names.isUnit(word))
    const [before, after] = [says.slice(0, at), says.slice(at + found.length)]
    const acts =
      ACTS.test(after) || /(\bagainst|\d:) $/.test(before) || (!at && AT_FIRST.test(after))
    if (!lettered && !acts) return found
    return words.map((word) => (names.isUnit(word) ? called(word) : word)).join(', ')
  })
}
