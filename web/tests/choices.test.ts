import { describe, expect, it } from 'vitest'
import { label, menu } from '../src/dialogs/choices'
import { read } from '../src/lib/notation'
import type { Scene } from '../src/lib/types'

const names = {
  isUnit: (word: string) => /^[br]\d$/.test(word),
  isHex: (word: string) => /^\d{4}$/.test(word),
}
const orders = (...texts: string[]) => texts.map((text) => read(text, names))
const scene = (words: string[] = []) => ({ words }) as unknown as Scene
const offered = (words: string[], ...texts: string[]) =>
  menu(scene(words), orders(...texts)).map((order) => order.text)

describe('a small menu', () => {
  it('is offered where one must choose', () => {
    expect(offered([], 'press', 'hold')).toEqual(['press', 'hold'])
    expect(offered([], 'lose b1', 'lose b2')).toHaveLength(2)
  })

  it('is not made of moves, attacks, set-up, or the end of a phase alone', () => {
    expect(offered(['end'], 'move b1 0202', 'move b1 0203', 'end')).toEqual([])
    expect(offered(['end'], 'attack 0306 with b1', 'end')).toEqual([])
    expect(offered(['auto', 'done'], 'auto', 'done')).toEqual([])
    expect(offered(['end'], 'end')).toEqual([])
  })

  it('is offered with an end where all is about one place', () => {
    expect(offered(['end'], 'advance b1 0306', 'advance b2 0306', 'end')).toHaveLength(3)
  })

  it('is left to the map where it is long', () => {
    const many = Array.from({ length: 13 }, (_, n) => `retreat b1 04${10 + n}`)
    expect(offered([], ...many)).toEqual([])
  })
})

describe('a label', () => {
  const say = (text: string, words: Record<string, string> = {}) =>
    label(read(text, names), {
      called: (unit) => `Unit ${unit}`,
      place: (hex) => (hex === '0405' ? 'Brod' : ''),
      words,
    })

  it('is in the game’s own words, if it has any', () => {
    expect(say('hold', { hold: 'Hold: defend better' })).toEqual({
      title: 'Hold',
      says: 'Defend better',
    })
  })

  it('else names units and places', () => {
    expect(say('lose b1').title).toBe('Lose Unit b1')
    expect(say('retreat b1 0404 0405')).toEqual({
      title: 'Retreat Unit b1 to 0405 Brod',
      says: 'by 0404',
    })
    expect(say('resolve 0405').title).toBe('Resolve 0405 Brod')
    expect(say('vote yes').title).toBe('Vote yes')
  })
})
