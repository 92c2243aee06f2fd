import { describe, expect, it } from 'vitest'
import { Geometry } from '../src/lib/geometry'
import { read } from '../src/lib/notation'
import type { Card, HexMap, Told, View } from '../src/lib/types'
import { digest, nothing, placeNear, spoken, spots } from '../src/panels/digest'

const place = (x: number, y: number, name = '') => ({
  x,
  y,
  words: [],
  sides: {},
  place: name,
  rank: '',
})
const geometry = new Geometry({
  width: 400,
  height: 400,
  size: 60,
  pointed: false,
  hexes: {
    '0101': place(100, 100, 'Belev'),
    '0102': place(100, 160),
    '0103': place(100, 220),
    '0301': place(300, 100, 'Orel'),
  },
} as HexMap)
const card = { victory: [{ track: 'vp', title: 'VP', low: 0, high: 9, bands: [], when: {} }] }
const kit = {
  geometry,
  card: card as unknown as Card,
  isHex: (word: string) => word in geometry.map.hexes,
  read: (text: string) =>
    read(text, {
      isUnit: (word) => /^[a-z]$/.test(word),
      isHex: (word) => word in geometry.map.hexes,
    }),
}

const view = (parts: Partial<View>): View =>
  ({ side: 'german', stacks: {}, boxes: {}, control: {}, tracks: {}, ...parts }) as View

describe('the digest of a turn', () => {
  const log: Told[] = [
    { seq: 1, actor: 'german', order: 'end', heading: 'Turn 1. German: Combat (5)', news: [] },
    {
      seq: 2,
      actor: 'soviet',
      order: 'attack 0101 with r',
      heading: 'Turn 1. Soviet: Combat (5)',
      news: [{ says: 'r attacks.' }],
    },
    { seq: 3, actor: 'dice', order: 'roll 6', heading: '', news: [{ says: '6: DE.' }] },
  ]
  const before = view({
    stacks: { '0101': [{ side: 'german', unit: 'a' }], '0103': [{ side: 'german', unit: 'b' }] },
    boxes: { soon: [{ side: 'german', unit: 'c' }] },
    control: { german: ['0101', '0102', '0103'], soviet: ['0301'] },
    tracks: { vp: 5 },
  })
  const now = view({
    stacks: {
      '0102': [{ side: 'german', unit: 'c' }],
      '0103': [{ side: 'german', unit: 'b', step: 1 }],
    },
    boxes: { dead: [{ side: 'german', unit: 'a' }] },
    control: { german: ['0103', '0301'], soviet: ['0101', '0102'] },
    tracks: { vp: 3 },
  })
  const told = digest(log, [1, 3], [before, now], kit)

  it('tells points, battles, ground and units', () => {
    expect(told.turn).toBe('Turn 1. Soviet')
    expect(told.points).toEqual([{ title: 'VP', from: 5, to: 3 }])
    expect(told.battles).toMatchObject([{ hex: '0101', faces: [6], seq: 2 }])
    expect(told.lost).toEqual([{ place: 'Belev', hexes: ['0101', '0102'] }])
    expect(told.gained).toEqual([{ place: 'Orel', hexes: ['0301'] }])
    expect(told.gone).toMatchObject([{ seen: { unit: 'a' }, hex: '0101', now: 'dead' }])
    expect(told.weaker).toMatchObject([{ seen: { unit: 'b' }, hex: '0103' }])
    expect(told.come).toMatchObject([{ seen: { unit: 'c' }, hex: '0102' }])
    expect(nothing(told)).toBe(false)
  })

  it('tells why points changed: as it was told, or by the items of the score', () => {
    const lost = { ...log[2]!, news: [{ says: 'a is lost: -2 VP.', rule: '4.7', points: -2 }] }
    const causes = (...views: [View, View]) => digest([log[0]!, lost], [1, 3], views, kit).causes
    expect(causes(before, now)).toEqual([{ points: -2, says: 'a is lost', rule: '4.7' }])
    const counted = [
      { Towns: 4, Units: 1 },
      { Towns: 1, Units: 1 },
    ].map((points) => view({ control: { german: [], soviet: [] }, tracks: { points } })) as [
      View,
      View,
    ]
    expect(causes(...counted)).toEqual([{ points: -3, says: 'Towns', rule: '' }])
    const bySide = [{ german: 4 }, { german: 1 }].map((points) =>
      view({ control: { german: [], soviet: [] }, tracks: { points } }),
    ) as [View, View]
    expect(causes(...bySide)).toEqual([{ points: -2, says: 'a is lost', rule: '4.7' }])
  })

  it('does not take a unit for lost that was covered', () => {
    const seen = view({ stacks: { '0301': [{ side: 'soviet', unit: 'r' }] } })
    const covered = view({ stacks: { '0301': [{ side: 'soviet' }] } })
    const dead = view({ boxes: { dead: [{ side: 'soviet', unit: 'r' }] } })
    expect(digest(log, [1, 3], [seen, covered], kit).gone).toEqual([])
    expect(digest(log, [1, 3], [seen, dead], kit).gone).toMatchObject([{ hex: '0301' }])
  })

  it('is nothing where nothing changed', () => {
    expect(nothing(digest([], [1, 3], [now, now], kit))).toBe(true)
  })
})

describe('a place without a name', () => {
  it('is told from the nearest one', () => {
    expect(placeNear('0103', geometry)).toEqual({ name: 'Belev', way: 'south of' })
    expect(spoken('0102', geometry)).toBe('South of Belev')
    expect(spoken('0301', geometry)).toBe('Orel')
  })

  it('is gathered with the others about it, the most first', () => {
    expect(spots(['0301', '0103', '0102'], geometry)).toEqual([
      { place: 'Belev', hexes: ['0102', '0103'] },
      { place: 'Orel', hexes: ['0301'] },
    ])
  })
})
