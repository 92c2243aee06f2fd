import { expect, test } from 'vitest'
import { rows } from '../src/study/compared'
import type { Tally } from '../src/study/types'

const tally = (points: number, lost: number, more: Partial<Tally> = {}): Tally => ({
  turn: '3',
  points,
  lost: { german: lost, soviet: 2 },
  ground: { german: 40 },
  strength: { german: 7, soviet: 9 },
  ...more,
})

test('only what both tell is compared, side by side', () => {
  const told = rows(tally(5, 1), tally(7, 1, { ground: {} }), ['german', 'soviet'], (s) => s)
  expect(told.map(({ name, happened, tried }) => [name, happened, tried])).toEqual([
    ['Points', 5, 7],
    ['german steps lost', 1, 1],
    ['soviet steps lost', 2, 2],
    ['german units on the map', 7, 7],
    ['soviet units on the map', 9, 9],
  ])
})
