import { expect, test } from 'vitest'
import { ground, losses, luck, ordinary, signed, ticks } from '../src/study/plots'
import type { Fought, Tally } from '../src/study/types'

const tally = (lost: number, ground: number): Tally => ({
  turn: '1',
  points: 0,
  lost: { blue: lost },
  ground: { blue: ground },
  strength: {},
})

test('axes have round numbers and a zero', () => {
  expect(ticks(0, 7)).toEqual([0, 2, 4, 6, 8])
  expect(ticks(-14, 3)).toEqual([-15, -10, -5, 0, 5])
  expect(ticks(0, 0)).toEqual([0])
  expect(ticks(60, 102)).toContain(0)
})

test('losses are those of each turn, ground is what was won since the first', () => {
  const turns = [tally(2, 30), tally(5, 33), tally(4, 28)]
  expect(losses(turns, 'blue')).toEqual([2, 3, 0])
  expect(ground(turns, 'blue')).toEqual([0, 3, -2])
})

const battle = (side: string, worth: number | null, expected: number | null): Fought => ({
  seq: 1,
  last: 1,
  turn: '1',
  side,
  hex: '0101',
  units: [],
  column: '3:1',
  faces: [3],
  result: 'DR',
  lost: {},
  ending: 'retreat',
  worth,
  expected,
})

test('luck is for whoever reads it, and adds up', () => {
  const fought = [battle('blue', 2, 1), battle('red', 2, 0.5), battle('red', null, null)]
  const found = luck({ turns: [], fought, turning: [] }, 'blue')
  expect(found.map(({ by, sum }) => [by, sum])).toEqual([
    [1, 1],
    [-1.5, -0.5],
  ])
  expect(ordinary(found)).toBeGreaterThanOrEqual(7)
  expect(signed(found[1]!.by, 1)).toBe('−1.5')
})
