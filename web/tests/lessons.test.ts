import { describe, expect, it } from 'vitest'
import { LESSONS, lesson, reached, standing, type Step } from '../src/tutorial/lessons'

const steps: Step[] = [
  { says: 'read this' },
  { says: 'move', order: /^move/ },
  { says: 'end', order: /^end/ },
  { says: 'well done' },
]

describe('a lesson', () => {
  it('goes on by reading where there is nothing to do', () => {
    expect(reached(steps, [], 0)).toBe(0)
    expect(reached(steps, [], 1)).toBe(1)
  })

  it('goes on by orders that fit, and by no others', () => {
    expect(reached(steps, ['press'], 1)).toBe(1)
    expect(reached(steps, ['move b1 0202'], 1)).toBe(2)
    expect(reached(steps, ['move b1 0202', 'end'], 1)).toBe(3)
  })

  it('does not hold anybody back who is ahead', () => {
    expect(reached(steps, ['end'], 0)).toBe(3)
  })

  it('counts no order that was taken back, nor the other side’s', () => {
    const log = [
      { actor: 'blue', order: 'press' },
      { actor: 'red', order: '' },
      { actor: 'blue', order: 'move b1 0202' },
      { actor: '', order: 'undo' },
    ]
    expect(standing(log, 'blue')).toEqual(['press'])
  })

  it('exists for the small game and for a first turn', () => {
    expect(LESSONS.map((one) => one.game)).toEqual(['skirmish', 'drive_on_kursk'])
    for (const one of LESSONS) {
      expect(one.steps.at(-1)!.order).toBeUndefined()
      if (one.after) expect(lesson(one.after)).toBeDefined()
    }
  })
})
