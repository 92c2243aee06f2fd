import { expect, test } from 'vitest'
import { found, lit, nearest, sought } from '../src/study/book'
import type { Chapter } from '../src/study/types'

const section = (number: string, says: string) => ({
  number,
  says,
  status: 'enforced',
  reason: '',
  title: '',
  places: [],
  tests: 1,
})
const book: Chapter[] = [
  {
    number: '9',
    title: 'Combat',
    sections: [section('9.0', 'A battle.'), section('9.2', 'A fort helps.')],
  },
  { number: '10', title: 'Supply', sections: [section('10.1', 'A line of hexes.')] },
]

test('a word finds sections, the name of a chapter all of them', () => {
  expect(found(book, sought('Fort'))[0]!.sections.map((one) => one.number)).toEqual(['9.2'])
  expect(found(book, sought('combat'))[0]!.sections).toHaveLength(2)
  expect(found(book, sought('§10.1'))).toHaveLength(1)
  expect(found(book, sought('tank'))).toEqual([])
  expect(found(book, [])).toBe(book)
})

test('hits are every second part', () => {
  expect(lit('A fort, a Fort', ['fort'])).toEqual(['A ', 'fort', ', a ', 'Fort', ''])
  expect(lit('(x)', ['('])).toEqual(['', '(', 'x)'])
})

test('a citation finds its section, its parent, or the first of its chapter', () => {
  expect(nearest(book, '9.2')).toBe('9.2')
  expect(nearest(book, '9.2.4')).toBe('9.2')
  expect(nearest(book, '10')).toBe('10.1')
  expect(nearest(book, '9.0, 9.2')).toBe('9.0')
  expect(nearest(book, '77.1')).toBe('')
})
