import { describe, expect, it } from 'vitest'
import { named } from '../src/lib/names'

const CALLED: Record<string, string> = {
  gd: 'Grossdeutschland',
  '167': '167th Infantry',
  '6': '6th Infantry',
}
const says = (text: string, ...units: string[]) => named(text, units, (unit) => CALLED[unit]!)

describe('a refusal', () => {
  it('calls its counters by their names', () => {
    expect(says('gd cannot end its move in 2411: 167 is there.', 'gd', '167')).toBe(
      'Grossdeutschland cannot end its move in 2411: 167th Infantry is there.',
    )
  })

  it('tells a counter from a number by its place', () => {
    expect(says('6 has spent 6 of its 6 points.', '6')).toBe(
      '6th Infantry has spent 6 of its 6 points.',
    )
  })

  it('leaves quoted orders and what it is not about alone', () => {
    const text = '“attack 2412 with gd” is no order; 167 points are left.'
    expect(says(text, 'gd')).toBe(text)
  })
})
