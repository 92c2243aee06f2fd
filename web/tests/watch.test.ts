import { describe, expect, it } from 'vitest'
import { Geometry } from '../src/lib/geometry'
import { read } from '../src/lib/notation'
import type { HexMap, Told, View } from '../src/lib/types'
import { front, owners, sweep, taken } from '../src/panels/front'
import { account, carried } from '../src/watch/moves'
import { sectors } from '../src/watch/sectors'
import { along, trails } from '../src/watch/trail'

// a row of forty hexes, 0101 to 0140, with a place at each end
const hexes = Object.fromEntries(
  Array.from({ length: 40 }, (_, n) => [
    `01${String(n + 1).padStart(2, '0')}`,
    { x: 60 * n, y: 0, words: [], sides: {}, place: n === 1 ? 'Belev' : n === 38 ? 'Orel' : '' },
  ]),
)
const geometry = new Geometry({
  width: 2400,
  height: 60,
  size: 60,
  pointed: true,
  hexes,
} as unknown as HexMap)
const isHex = (word: string) => word in hexes
const field = {
  geometry,
  isHex,
  read: (text: string) => read(text, { isHex, isUnit: (word) => /^r\d$/.test(word) }),
}
const view = (parts: Partial<View>): View =>
  ({ side: 'german', stacks: {}, boxes: {}, control: {}, tracks: {}, ...parts }) as View
const red = (unit: string) => [{ side: 'soviet', unit }]
const order = (seq: number, text: string, hexes: string[] = []): Told => ({
  seq,
  actor: 'soviet',
  order: text,
  heading: 'Turn 1. Soviet: Movement (3)',
  news: [{ says: text, hexes }],
})

describe('the other side’s orders', () => {
  const before = view({ stacks: { '0101': red('r1'), '0105': red('r2'), '0139': red('r3') } })
  const now = view({ stacks: { '0103': red('r1'), '0105': red('r2'), '0140': red('r3') } })
  const log = [
    order(1, 'move r1 0102 0103'),
    order(2, 'face r2 0106', ['0105', '0106']),
    order(3, '', ['0120', '0121']),
    order(4, 'rail r3 0140'),
  ]
  const { moves, news } = account(log, () => true, [before, now], field)

  it('are moves where a counter stands elsewhere afterwards', () => {
    expect(moves.map(({ seq, path, way, kind }) => ({ seq, path, way, kind }))).toEqual([
      { seq: 1, path: ['0101', '0102', '0103'], way: true, kind: 'move' },
      { seq: 3, path: ['0121'], way: false, kind: 'covered' },
      { seq: 4, path: ['0139', '0140'], way: true, kind: 'rail' },
    ])
    expect(news.map(({ seq }) => seq)).toEqual([2])
  })

  it('tell nothing of a covered counter but where it came to', () => {
    expect(moves[1]!.units).toEqual([])
    expect(trails([moves[1]!], geometry)).toEqual([])
  })

  it('carry counters from stack to stack', () => {
    expect(carried(before.stacks, moves[0]!)).toMatchObject({ '0101': [], '0103': red('r1') })
  })

  it('are gathered by sector, and named by the places about it', () => {
    expect(
      sectors([moves[0]!, moves[2]!], geometry)
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['Belev', 'Orel'])
  })

  it('lie beside each other where they share a way', () => {
    const [one, other] = trails([moves[0]!, { ...moves[0]!, seq: 9 }], geometry)
    expect(one!.shaft).not.toBe(other!.shaft)
    expect(along(moves[0]!.path, 0.5, geometry)).toEqual({ x: 60, y: 0 })
  })
})

describe('the front', () => {
  it('lies between those who stand nearest, where the game does not tell', () => {
    const stands = view({ stacks: { '0101': [{ side: 'german', unit: 'a' }], '0104': red('r1') } })
    const ground = owners(stands, geometry)
    expect([ground.get('0102'), ground.get('0103')]).toEqual(['german', 'soviet'])
    expect(front(ground, geometry).match(/M/g)).toHaveLength(1)
    expect(sweep(ground, geometry).match(/M/g)).toHaveLength(2) // from each corner to the middle
  })

  it('moves: hexes are taken where somebody stands in them', () => {
    const mine = [{ side: 'german', unit: 'a' }]
    const before = view({ stacks: { '0103': mine, '0106': red('r1') } })
    const now = view({ stacks: { '0101': mine, '0103': red('r1') } })
    expect(taken('german', [before, now], geometry)).toEqual(['0103'])
  })
})
