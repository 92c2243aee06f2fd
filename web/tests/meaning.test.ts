import { expect, test } from 'vitest'
import { sameUnits, shared } from '../src/board/meaning'

const way = (cost: string) => ({ cost, path: ['0102'] })

test('a group goes where all of it can go, and the dearest pays', () => {
  const one = { move: { '0102': way('1'), '0103': way('2') }, road: { '0104': way('1') } }
  const two = { move: { '0102': way('3/2') } }
  expect(shared([one, two])).toEqual({ move: { '0102': way('3/2') }, road: {} })
  expect(shared([one])).toEqual(one)
})

test('the same units in another order are the same', () => {
  expect(sameUnits(['a', 'b'], ['b', 'a'])).toBe(true)
  expect(sameUnits(['a'], ['a', 'b'])).toBe(false)
})
