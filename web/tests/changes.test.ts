import { describe, expect, it } from 'vitest'
import { whole, type Change } from '../src/lib/changes'
import type { Scene } from '../src/lib/types'

const known = {
  seq: 4,
  side: 'blue',
  sides: ['blue', 'red'],
  able: ['b1', 'b2'],
  prompt: 'Move units.',
  view: {
    turn: '1',
    stacks: { '0201': [{ side: 'blue', unit: 'b1' }], '0403': [{ side: 'red' }] },
    boxes: {},
    control: { blue: ['0201'], red: ['0403'] },
  },
} as unknown as Scene

describe('a change', () => {
  const change: Change = {
    since: 4,
    seq: 5,
    able: ['b2'],
    view: {
      stacks: { '0201': null, '0202': [{ side: 'blue', unit: 'b1' }] },
      boxes: { dead: [{ side: 'red', unit: 'r1' }] },
    },
  }

  it('gives the next scene: what came anew, without what is gone, and all the rest', () => {
    const next = whole(change, known)
    expect([next.seq, next.able, next.prompt, next.sides]).toEqual([
      5,
      ['b2'],
      'Move units.',
      ['blue', 'red'],
    ])
    expect(Object.entries(next.view.stacks)).toEqual([
      ['0202', [{ side: 'blue', unit: 'b1' }]],
      ['0403', [{ side: 'red' }]],
    ])
    expect(next.view.boxes).toEqual({ dead: [{ side: 'red', unit: 'r1' }] })
    expect(next.view.control).toEqual(known.view.control)
    expect(next.view.turn).toBe('1')
    expect('since' in next).toBe(false)
  })

  it('leaves the scene that was known as it was', () => {
    whole(change, known)
    expect(Object.keys(known.view.stacks)).toEqual(['0201', '0403'])
  })
})

it('is not needed where the scene comes whole', () => {
  const other = { ...known, seq: 9 }
  expect(whole(other, known)).toBe(other)
})
