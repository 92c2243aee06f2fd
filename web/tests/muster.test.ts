import { describe, expect, it } from 'vitest'
import type { GameKit } from '../src/lib/game.svelte'
import type { Card, Counter, Scene } from '../src/lib/types'
import { rows, sorted, wanted } from '../src/panels/muster'
import { scales } from '../src/panels/scales'
import { pause } from '../src/replay/pace'
import { inLetters, players, seats, short, sniff, usualSeats } from '../src/start/words'

const counter = (id: string, name: string, strengths: string[]): Counter =>
  ({ id, name, strengths, moves: '4', type: 'infantry', formation: '' }) as unknown as Counter
const counters = {
  a: counter('a', 'Alpha', ['10', '5']),
  b: counter('b', 'Beta', ['9']),
  z: counter('z', 'Zone', ['0/3']),
}
const kit = {
  counters,
  info: { card: { marks: { moved: { shows: 'done', says: '', badge: '' } } } },
} as unknown as GameKit
const scene = {
  view: {
    stacks: {
      '0202': [{ side: 'red' }, { side: 'blue', unit: 'a', step: 1, marks: ['moved'] }],
      '0101': [{ side: 'blue', unit: 'z' }],
    },
    boxes: { dead: [{ side: 'blue', unit: 'b' }] },
  },
} as unknown as Scene

describe('the order of battle', () => {
  const all = rows(scene, kit)

  it('tells strength by step, place, and nothing of what is covered', () => {
    expect(all).toHaveLength(4)
    expect(all.find((row) => row.unit === 'a')).toMatchObject({ strength: '5', hex: '0202' })
    expect(all.find((row) => !row.unit)).toMatchObject({ name: 'Covered', strength: '' })
    expect(all.find((row) => row.unit === 'b')).toMatchObject({ where: 'dead', hex: '' })
  })

  it('is filtered by side, place and words', () => {
    expect(wanted(all, { side: 'red', text: '', place: '' })).toHaveLength(1)
    expect(wanted(all, { side: '', text: '', place: 'dead' })).toHaveLength(1)
    expect(wanted(all, { side: '', text: '', place: 'map' })).toHaveLength(3)
    expect(wanted(all, { side: '', text: 'alp', place: '' })[0]!.unit).toBe('a')
  })

  it('is sorted by numbers as numbers', () => {
    const blue = wanted(all, { side: 'blue', text: '', place: '' })
    expect(sorted(blue, 'strength', true).map((row) => row.unit)).toEqual(['b', 'a', 'z'])
    expect(sorted(blue, 'name', false).map((row) => row.unit)).toEqual(['a', 'b', 'z'])
  })
})

describe('scales', () => {
  const scale = { track: 'vp', title: 'VP', low: 0, high: 10, bands: [], start: 2, says: '' }
  const card = {
    victory: [
      { ...scale, when: { gambit: false } },
      { ...scale, title: 'Gambit VP', high: 20, when: { gambit: true } },
    ],
  } as unknown as Card

  it('are drawn while what they ask for holds, and stretch to what they must show', () => {
    expect(scales(card, { vp: 3, gambit: false }).map((one) => one.title)).toEqual(['VP'])
    expect(scales(card, { vp: 25, gambit: true })[0]).toMatchObject({ at: 25, high: 25 })
    expect(scales(card, {})).toEqual([])
  })
})

describe('the pace of the replay', () => {
  it('is slow or quick, and waits for dice', () => {
    expect(pause('slow', false)).toBeGreaterThan(pause('normal', false))
    expect(pause('normal', false)).toBeGreaterThan(pause('quick', false))
    expect(pause('normal', true)).toBeGreaterThan(pause('normal', false))
  })
})

describe('the start screen', () => {
  it('names games, numbers and seats', () => {
    expect(short('Battle for Kursk: The Tigers Are Burning')).toBe('Battle for Kursk')
    expect(inLetters(5)).toBe('five')
    expect(seats(['random']).map((seat) => seat.label)).toEqual([
      'You',
      'Random bot',
      'A friend here',
    ])
    const info = {
      sides: ['german', 'soviet'],
      bots: { recruit: '', sergeant: '', random: '' },
    } as never
    expect(usualSeats(info)).toEqual({ german: 'human', soviet: 'sergeant' })
    expect(players({ german: 'human', soviet: 'friend' })).toEqual({
      german: 'human',
      soviet: 'human',
    })
  })

  it('knows a record from a position, and of which game', () => {
    const record = 'Kursk record, format 1\ngame: skirmish\nrules: 1\n'
    expect(sniff(record)).toEqual({ kind: 'record', game: 'skirmish' })
    expect(sniff('game = "drive_on_kursk"\nturn = 1')).toEqual({
      kind: 'position',
      game: 'drive_on_kursk',
    })
    expect(sniff('  ')).toEqual({ kind: '', game: '' })
  })
})
