import { describe, expect, it } from 'vitest'
import type { Card } from '../src/lib/types'
import { fits, keep, kept } from '../src/start/filters'
import { short } from '../src/start/words'

const card = (least: number, most: number, weight: number) =>
  ({ hours: [least, most], weight }) as Card

describe('the filters of the shelf', () => {
  it('show a game that spans a limit on both sides of it', () => {
    const long = card(2, 6, 4)
    expect([
      fits(long, 'hour', ''),
      fits(long, 'afternoon', ''),
      fits(long, 'evening', ''),
    ]).toEqual([false, true, true])
  })

  it('show a game of three hours before an evening', () => {
    expect(fits(card(3, 3, 3), 'afternoon', 'middle')).toBe(true)
    expect(fits(card(3, 3, 3), 'evening', '')).toBe(false)
    expect(fits(card(3, 3, 3), '', 'heavy')).toBe(false)
  })

  it('show a game that tells no hours whatever is asked', () => {
    expect(fits({ hours: null, weight: 1 } as Card, 'hour', 'light')).toBe(true)
  })

  it('are kept in the address, and nonsense is not', () => {
    expect(kept(keep('evening', 'light'))).toEqual({ length: 'evening', weight: 'light' })
    expect(keep('', '')).toBe('#/')
    expect(kept('#/?length=week')).toEqual({ length: '', weight: '' })
  })
})

it('a name that fits is not cut', () => {
  expect(short('Kursk: Corps and Armies')).toBe('Kursk: Corps and Armies')
  expect(short('Battle for Kursk: The Tigers Are Burning')).toBe('Battle for Kursk')
})
