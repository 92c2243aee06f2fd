import { describe, expect, it } from 'vitest'
import { against, myTurn, ordered, since } from '../src/start/yours'
import type { Listed } from '../src/lib/types'

const match = (more: Partial<Listed>): Listed => ({
  id: 'a',
  game: 'skirmish',
  title: 'Skirmish',
  status: '',
  over: false,
  players: { blue: 'human', red: 'greedy' },
  names: {},
  mine: ['blue'],
  turn: 'blue',
  moved: 100,
  ...more,
})

describe('your games', () => {
  it('puts those first that wait for you, then the newest', () => {
    const games = [
      match({ id: 'over', over: true, moved: 900 }),
      match({ id: 'theirs', turn: 'red', moved: 500 }),
      match({ id: 'mine', moved: 100 }),
      match({ id: 'newer', turn: 'red', moved: 600 }),
    ]
    expect(ordered(games).map(({ id }) => id)).toEqual(['mine', 'newer', 'theirs', 'over'])
    expect(myTurn(match({ over: true }))).toBe(false)
  })

  it('says against whom', () => {
    expect(against(match({}))).toBe('Blue against the greedy')
    const friend = { players: { blue: 'human', red: 'human' }, names: { red: 'Marta' } }
    expect(against(match(friend))).toBe('Blue against Marta')
    expect(against(match({ ...friend, mine: ['blue', 'red'] }))).toBe('Two at one screen')
  })

  it('says since when, as people do', () => {
    const now = new Date(2026, 10, 18, 12)
    const at = (...day: [number, number, number, number, number]) =>
      new Date(...day).getTime() / 1000
    expect(since(at(2026, 10, 18, 9, 4), now)).toBe('today 9:04')
    expect(since(at(2026, 10, 17, 21, 15), now)).toBe('yesterday 21:15')
    expect(since(at(2026, 10, 9, 21, 15), now)).toBe('9 November')
    expect(since(0, now)).toBe('')
  })
})
