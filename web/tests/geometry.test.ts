import { describe, expect, test } from 'vitest'
import { Geometry } from '../src/lib/geometry'
import type { Place } from '../src/lib/types'

/** Rows of pointed hexes, even rows shoved to the right. */
function sheet(rows: number, columns: number): Geometry {
  const hexes: Record<string, Place> = {}
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = 30 + 60 * column + (row % 2 ? 30 : 0)
      const y = 34.6 + 51.96 * row
      hexes[`${row}${column}`] = { x, y, words: [], sides: {}, place: '', rank: '' }
    }
  }
  return new Geometry({ width: 600, height: 600, size: 60, pointed: true, hexes })
}

const geometry = sheet(6, 6)

describe('hexes', () => {
  test('an inner hex has six neighbours, a corner fewer', () => {
    expect(geometry.neighbours('22').sort()).toEqual(['11', '12', '21', '23', '31', '32'])
    expect(geometry.neighbours('00').sort()).toEqual(['01', '10'])
    expect(geometry.touch('22', '23')).toBe(true)
    expect(geometry.touch('22', '24')).toBe(false)
  })

  test('a point lies in the nearest hex, or in none', () => {
    const { x, y } = geometry.at('34')
    expect(geometry.hit({ x: x + 20, y: y - 8 })).toBe('34')
    expect(geometry.hit({ x: -200, y: 0 })).toBe('')
  })

  test('the cursor goes sideways, and up in a zigzag', () => {
    expect(geometry.towards('22', 1, 0)).toBe('23')
    expect(geometry.towards('22', -1, 0)).toBe('21')
    expect(['11', '12']).toContain(geometry.towards('22', 0, -1))
    expect(geometry.towards('00', -1, 0)).toBe('00')
  })

  test('the rim of one hex has six sides, of two neighbours ten', () => {
    const sides = (ids: string[]) => geometry.rim(ids).split('M').length - 1
    expect(sides(['22'])).toBe(6)
    expect(sides(['22', '23'])).toBe(10)
    expect(sides(['22', '24'])).toBe(12)
  })
})
