// Finding one's way in the rulebook.
import type { Chapter, Paragraph } from './types'

/** The words of a search, small. */
export const sought = (typed: string): string[] => typed.toLowerCase().split(/\s+/).filter(Boolean)

/** Does a section tell of all that is sought? Its number may be given with or without the sign. */
export function tells(section: Paragraph, words: string[]): boolean {
  const { number, title, says, reason } = section
  const text = `${number} §${number} ${title} ${says} ${reason}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** The chapters with those of their sections that tell of what is sought. */
export function found(book: Chapter[], words: string[]): Chapter[] {
  if (!words.length) return book
  return book
    .map((chapter) => {
      const named = words.every((word) => chapter.title.toLowerCase().includes(word))
      const sections = named
        ? chapter.sections
        : chapter.sections.filter((one) => tells(one, words))
      return { ...chapter, sections }
    })
    .filter((chapter) => chapter.sections.length)
}

/** A text cut at what is sought, so that it can be lit: every second part is a hit. */
export function lit(text: string, words: string[]): string[] {
  if (!words.length) return [text]
  const plain = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return text.split(new RegExp(`(${plain.join('|')})`, 'gi'))
}

/** Where a citation is to be found: the section itself, or the nearest that contains it. */
export function nearest(book: Chapter[], cite: string): string {
  const numbers = book.flatMap((chapter) => chapter.sections.map((one) => one.number))
  const [first = ''] = cite.split(/, | and /)
  for (let rule = first; rule; rule = rule.replace(/\.?[^.]*$/, '')) {
    if (numbers.includes(rule)) return rule
    const within = numbers.find((one) => one.startsWith(`${rule}.`))
    if (within) return within
  }
  return ''
}
