import { describe, expect, it } from 'vitest'
import { named } from '../src/lib/names'

const CALLED: Record<string, string> = {
  gd: 'Grossdeutschland',
  '11pz': '11th Panzer',
  '167': '167th Infantry',
  '6': '6th Infantry',
  r31: '31st Rifle',
}
const says = (text: string) =>
  named(
    text,
    { isUnit: (word) => word in CALLED, isHex: (word) => /^\d{4}$/.test(word) },
    (unit) => CALLED[unit]!,
  )

describe('a sentence', () => {
  it('calls counters by their names', () => {
    expect(says('11pz, gd, 167 against r31 in 2411.')).toBe(
      '11th Panzer, Grossdeutschland, 167th Infantry against 31st Rifle in 2411.',
    )
    expect(says('Advance to 2411: 11pz.')).toBe('Advance to 2411: 11th Panzer.')
    expect(says('Advance to 2411: 6.')).toBe('Advance to 2411: 6th Infantry.')
    expect(says('167 has nowhere to retreat.')).toBe('167th Infantry has nowhere to retreat.')
    expect(says('r31 against 167 in 2310.')).toBe('31st Rifle against 167th Infantry in 2310.')
  })

  it('leaves numbers, results and quoted orders as they are', () => {
    for (const text of [
      '54 to 6 is 9:1, shifted -1: 6:1.',
      '6: DR, the defender retreats.',
      '“attack 2412 with gd” is no order for a movement phase.',
      'Turn 6, 12 April 1943.',
    ]) {
      expect(says(text)).toBe(text)
    }
  })
})
