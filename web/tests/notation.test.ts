import { describe, expect, test } from 'vitest'
import {
  attack,
  destination,
  force,
  isAttack,
  less,
  percent,
  points,
  read,
  result,
  words,
} from '../src/lib/notation'

const names = {
  isUnit: (word: string) => ['1ss', '2ss', '86'].includes(word),
  isHex: (word: string) => /^\d{4}$/.test(word),
}

describe('orders', () => {
  test('a move names units, then the hexes entered', () => {
    const order = read('move 1ss,2ss 1908 2008', names)
    expect(order.verb).toBe('move')
    expect(order.units).toEqual(['1ss', '2ss'])
    expect(order.hexes).toEqual(['1908', '2008'])
    expect(destination(order)).toBe('2008')
    expect(isAttack(order)).toBe(false)
  })

  test('who supports an attack does not attack', () => {
    const order = read('attack 2210 with 1ss,2ss offensive 1ss support 86', names)
    expect(force(order)).toEqual(['1ss', '2ss'])
    expect(force(read('end', names))).toEqual([])
  })

  test('an attack names its hex, then who attacks', () => {
    const order = read('attack 2210 with 1ss,86 support', names)
    expect(isAttack(order)).toBe(true)
    expect(destination(order)).toBe('2210')
    expect(order.units).toEqual(['1ss', '86'])
    expect(order.words).toEqual(['with', 'support'])
    expect(attack('attack', '2210', order.units, 'support')).toBe(order.text)
  })

  test('bare words are a choice', () => {
    const order = read('plan move-fight', names)
    expect([order.units, order.hexes]).toEqual([[], []])
    expect(words('plan move-fight')).toBe('Plan move-fight')
    expect(words('lose 1ss', () => 'LAH')).toBe('Lose LAH')
  })
})

describe('numbers', () => {
  test('points are printed as on a chart', () => {
    expect(points('3/2')).toBe('1½')
    expect(points('1/2')).toBe('½')
    expect(points('4')).toBe('4')
    expect(points('7/5')).toBe('7/5')
  })

  test('the difference of points is exact', () => {
    expect(less('2', '3/2')).toBe('1/2')
    expect(less('5/2', '3/2')).toBe('1')
    expect(less('3', '1')).toBe('2')
    expect(less('3/2', '3/2')).toBe('0')
  })

  test('chances in percent', () => {
    expect(percent('1/6')).toBe('17%')
    expect(percent('1')).toBe('100%')
  })

  test('a result that the defender may turn into another', () => {
    expect(result({ result: 'DE', chance: '1/6' })).toBe('DE')
    const choice = { result: 'DR', chance: '1/3', instead: ['stand', 'EX'] }
    expect(result(choice)).toBe('DR or stand or EX')
    expect(result(choice, '/')).toBe('DR/stand/EX')
  })
})
