import { describe, expect, it } from 'vitest'
import { apart, discAt, discs, level, names, printed, type Disc } from '../src/board/overview'
import { Geometry } from '../src/lib/geometry'
import type { Counter, HexMap, View } from '../src/lib/types'

// a row of hexes, 60 apart
const hexes = Object.fromEntries(
  ['01', '02', '03', '04', '05', '06', '07', '08'].map((id, n) => [
    id,
    { x: 60 * n, y: 0, words: [], sides: {}, place: '', rank: '' },
  ]),
)
const map: HexMap = { width: 480, height: 60, size: 60, pointed: true, hexes }
const counter = (strength: string) => ({ strengths: [strength, '2'] }) as unknown as Counter
const view = (stacks: View['stacks']) => ({ stacks }) as unknown as View

describe('the whole map', () => {
  const geometry = new Geometry(map)

  it('reads what is printed on a counter, as far as it is a number', () => {
    expect(printed(counter('10'))).toBe(10)
    expect(printed(counter('0/3'))).toBe(3)
    expect(printed(counter('10'), 1)).toBe(2)
    expect(printed(undefined)).toBe(0)
  })

  it('gathers neighbours of one side, and counts the covered apart', () => {
    const found = discs(
      view({
        '01': [{ side: 'a', unit: 'x' }],
        '02': [{ side: 'a', unit: 'y' }, { side: 'a' }],
        '03': [{ side: 'b', unit: 'z' }],
        '08': [{ side: 'a', unit: 'x' }],
      }),
      { x: counter('4'), y: counter('6'), z: counter('3') },
      geometry,
    )
    expect(found.map(({ side, strength, covered }) => [side, strength, covered])).toEqual([
      ['a', 10, 1],
      ['b', 3, 0],
      ['a', 4, 0],
    ])
    expect(found[0]!.x).toBe(30)
  })

  it('pushes discs apart that would overlap, and leaves the others', () => {
    const disc = (x: number): Disc => ({
      side: 'a',
      strength: 1,
      covered: 0,
      units: [],
      hexes: [],
      radius: 7,
      x,
      y: 0,
    })
    const moved = apart([disc(0), disc(4), disc(400)], 0.3)
    expect(moved[1]!.x - moved[0]!.x).toBeGreaterThanOrEqual(15 / 0.3)
    expect(moved[2]!.x).toBe(400)
  })

  it('names cities always and towns only where there is room', () => {
    const places = {
      ...map,
      hexes: {
        ...hexes,
        '01': { ...hexes['01']!, place: 'Kursk', rank: 'city' },
        '02': { ...hexes['02']!, place: 'Tim', rank: 'town' },
        '03': { ...hexes['03']!, place: 'Ivnya', rank: 'village' },
      },
    }
    const wall: Disc[] = Array.from({ length: 40 }, (_, n) => ({
      side: 'a',
      strength: 1,
      covered: 0,
      units: [],
      hexes: [],
      radius: 15,
      x: (n % 8) * 40 - 60,
      y: Math.floor(n / 8) * 40 - 80,
    }))
    expect(names(new Geometry(places), [], 0.3).map(({ text }) => text)).toEqual(['KURSK', 'Tim'])
    expect(names(new Geometry(places), wall, 0.3).map(({ text }) => text)).toEqual(['KURSK'])
  })

  it('sets in capitals the chief rank that a map has', () => {
    const cities = {
      ...map,
      hexes: {
        ...hexes,
        '01': { ...hexes['01']!, place: 'Kursk', rank: 'major city' },
        '02': { ...hexes['02']!, place: 'Tim', rank: 'city' },
      },
    }
    expect(names(new Geometry(cities), [], 0.3).map(({ text }) => text)).toEqual(['KURSK', 'Tim'])
  })

  it('cuts no name at the edge of the window', () => {
    const places = { ...map, hexes: { ...hexes, '01': { ...hexes['01']!, place: 'Bryansk', rank: 'city' } } } // prettier-ignore
    const [free] = names(new Geometry(places), [], 0.3)
    const [held] = names(new Geometry(places), [], 0.3, { x: 12, y: 40 })
    const left = (name?: { x: number; text: string }) =>
      name!.x * 0.3 - (name!.text.length * 10.4) / 2
    expect(left(held)).toBeGreaterThanOrEqual(-12)
    expect(free!.text).toBe('BRYANSK')
    // a town that would be cut all round is left out
    const tight = { ...map, hexes: { ...hexes, '01': { ...hexes['01']!, place: 'Krasnograd', rank: 'town' } } } // prettier-ignore
    expect(names(new Geometry(tight), [], 0.05, { x: 0, y: 0 })).toEqual([])
  })

  it('keeps its level a little beyond the limit', () => {
    expect([level(0.3, 'near'), level(0.4, 'far'), level(0.4, 'mid')]).toEqual([
      'far',
      'far',
      'mid',
    ])
    expect([level(0.8, 'mid'), level(0.8, 'near'), level(0.9, 'mid')]).toEqual([
      'mid',
      'near',
      'near',
    ])
  })
})

it('a disc that was pushed aside answers where it lies, then on its hexes', () => {
  const disc = (x: number, hexes: string[]) => ({
    side: 'a', strength: 4, covered: 0, units: [], hexes, radius: 10, x, y: 0,
  }) // prettier-ignore
  const [near, far] = [disc(0, ['0101']), disc(100, ['0201'])]
  expect(discAt([near, far], '0201', { x: 5, y: 0 }, 1)).toBe(near) // it lies over 0201
  expect(discAt([near, far], '0201', { x: 60, y: 0 }, 1)).toBe(far)
  expect(discAt([near, far], '0301', { x: 500, y: 0 }, 1)).toBe(null)
})
