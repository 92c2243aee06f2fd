import { describe, expect, it } from 'vitest'
import { LESSONS, lesson, reached, standing, type Step } from '../src/tutorial/lessons'

const steps: Step[] = [
  { says: 'read this' },
  { says: 'move', order: /^move/ },
  { says: 'end', order: /^end/ },
  { says: 'well done' },
]

const given = (order: string, phase = 'Movement') => ({
  actor: 'blue',
  order,
  heading: `Turn 1. Blue: ${phase} (3.1)`,
})

describe('a lesson', () => {
  it('goes on by reading where there is nothing to do', () => {
    expect(reached(steps, [], 0)).toBe(0)
    expect(reached(steps, [], 1)).toBe(1)
  })

  it('goes on by orders that fit, and by no others', () => {
    expect(reached(steps, [given('press')], 1)).toBe(1)
    expect(reached(steps, [given('move b1 0202')], 1)).toBe(2)
    expect(reached(steps, [given('move b1 0202'), given('end')], 1)).toBe(3)
  })

  it('does not hold anybody back who is ahead', () => {
    expect(reached(steps, [given('end')], 0)).toBe(3)
  })

  it('heeds the phase in which a word is said', () => {
    const two: Step[] = [
      { says: 'end the fighting', order: /^end/, phase: 'Combat' },
      { says: 'end the movement', order: /^end/, phase: 'Movement' },
      { says: 'well done' },
    ]
    expect(reached(two, [given('end', 'Advance')], 0)).toBe(0)
    expect(reached(two, [given('end', 'Combat')], 0)).toBe(1)
    expect(reached(two, [given('end', 'Combat'), given('end')], 0)).toBe(2)
  })

  it('counts no order that was taken back, nor the other side’s', () => {
    const log = [
      given('press'),
      { actor: 'red', order: '', heading: '' },
      given('move b1 0202'),
      { actor: '', order: 'undo', heading: '' },
    ]
    expect(standing(log, 'blue').map((one) => one.order)).toEqual(['press'])
  })

  it('exists for the small game and for a first turn', () => {
    expect(LESSONS.map((one) => one.game)).toEqual(['skirmish', 'drive_on_kursk'])
    for (const one of LESSONS) {
      expect(one.steps.at(-1)!.order).toBeUndefined()
      if (one.after) expect(lesson(one.after)).toBeDefined()
    }
  })
})
