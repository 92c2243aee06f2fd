import { expect, test } from 'vitest'
import type { Told } from '../src/lib/types'
import { next, stretches, turns } from '../src/replay/lanes'

let seq = 0
const told = (heading: string, order = 'move'): Told => ({
  seq: ++seq,
  actor: order === 'undo' ? '' : 'german',
  order,
  heading,
  news: [],
})

test('stretches go from side to side and turn to turn', () => {
  seq = 0
  const log = [
    told('Turn 1. Plans (5.1)'),
    told('Turn 1. German: Combat (11.1)'),
    told('Turn 1. German: Movement (10.1)'),
    told('Turn 1. Soviet: Combat (11.1)'),
    told('Turn 2. Soviet: Combat (11.1)'),
  ]
  const lane = stretches(log, ['german', 'soviet'])
  expect(lane.map(({ turn, side, from, to }) => [turn, side, from, to])).toEqual([
    ['1', '', 0, 1],
    ['1', 'german', 1, 3],
    ['1', 'soviet', 3, 4],
    ['2', 'soviet', 4, 5],
  ])
  expect(turns(lane)).toEqual([
    { turn: '1', from: 0, to: 4 },
    { turn: '2', from: 4, to: 5 },
  ])
})

test('an order that was taken back has no place', () => {
  seq = 0
  const log = [
    told('Turn 1. German: Combat (1)'),
    told('Turn 1. Soviet: Combat (1)'),
    told('', 'undo'),
  ]
  expect(stretches(log, ['german', 'soviet'])).toHaveLength(1)
})

test('jumps end at the ends', () => {
  expect(next([3, 7], 3, 1, 20)).toBe(7)
  expect(next([3, 7], 7, 1, 20)).toBe(20)
  expect(next([3, 7], 7, -1, 20)).toBe(3)
  expect(next([3, 7], 3, -1, 20)).toBe(0)
})
