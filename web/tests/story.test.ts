import { describe, expect, it } from 'vitest'
import type { Told } from '../src/lib/types'
import {
  battles,
  chapters,
  lastRolls,
  news,
  parts,
  passages,
  standing,
  turnOf,
  underWay,
} from '../src/panels/story'

const ofTurn =
  (heading: string) =>
  (told: Told): boolean =>
    told.heading.split('.')[0] === heading.split('.')[0]

let seq = 0
function told(actor: string, order: string, heading: string, ...says: string[]): Told {
  return { seq: ++seq, actor, order, heading, news: says.map((text) => ({ says: text })) }
}
function log(...rows: [string, string, string, ...string[]][]): Told[] {
  seq = 0
  return rows.map((row) => told(...row))
}

describe('the log', () => {
  it('leaves out what was taken back', () => {
    const all = log(
      ['blue', 'move b1 0202', 'Turn 1. Blue: Movement (2.2)', 'b1 moves.'],
      ['', 'undo', ''],
      ['blue', 'end', 'Turn 1. Blue: Movement (2.2)'],
    )
    expect(standing(all).map((one) => one.order)).toEqual(['end'])
  })

  it('is told by turns, newest first, without what is covered and silent', () => {
    const all = log(
      ['red', '', 'Turn 1. Initiative (2.1)'],
      ['blue', 'press', 'Turn 1. Initiative (2.1)', 'Blue presses.'],
      ['blue', 'move b1 0202', 'Turn 1. Blue: Movement (2.2)', 'b1 moves.'],
      ['blue', 'end', 'Turn 1. Blue: Combat (5.1)'],
    )
    const found = chapters(all, ['blue'])
    expect(found.map((one) => one.heading)).toEqual(['Turn 1. Blue', 'Turn 1'])
    expect(found[0]!.lines.map((line) => line.seq)).toEqual([4, 3])
    expect(found[1]!.lines.map((line) => line.seq)).toEqual([2])
  })

  it('marks what the other side did since the last turn of ours', () => {
    const all = log(
      ['blue', 'end', 'Turn 1. Blue: Combat (5.1)'],
      ['red', 'move r1 0305', 'Turn 1. Red: Movement (2.2)', 'A counter moves.'],
      ['blue', 'stand', 'Turn 1. Red: Combat (5.6)', 'Blue stands.'],
      ['red', 'end', 'Turn 1. Red: Combat (5.1)'],
      ['blue', 'move b1 0202', 'Turn 2. Blue: Movement (2.2)', 'b1 moves.'],
    )
    expect(news(all, ['blue'])).toEqual([1, 4])
    const fresh = chapters(all, ['blue']).flatMap((one) => one.lines.filter((line) => line.fresh))
    expect(fresh.map((line) => line.seq)).toEqual([4, 3, 2])
  })

  it('has no news before we have done anything, and none for two at one screen', () => {
    const all = log(['soviet', '', 'Turn 1. Soviet: Order of phases (5.4)', 'It is covered.'])
    expect(news(all, ['german'])).toEqual([0, 0])
    expect(chapters(all, ['german', 'soviet'])[0]!.lines[0]!.fresh).toBe(false)
  })

  it('finds the turn in a heading', () => {
    expect(turnOf('Turn 3. German: Combat (11.1)')).toBe('Turn 3. German')
    expect(turnOf('Turn 1. Initiative (2.1)')).toBe('Turn 1')
  })

  it('cuts out the hexes that a sentence speaks of, and nothing else', () => {
    expect(parts('Moves from 2310 to 2411, 4 MP.', ['2310', '2411'])).toEqual([
      { text: 'Moves from ' },
      { hex: '2310' },
      { text: ' to ' },
      { hex: '2411' },
      { text: ', 4 MP.' },
    ])
    expect(parts('Nothing 2310.')).toEqual([{ text: 'Nothing 2310.' }])
  })
})

describe('battles', () => {
  it('are those of this turn, with dice and what followed', () => {
    const all = log(
      ['blue', 'attack 0306 with b1', 'Turn 1. Blue: Combat (5.1)', 'An old battle.'],
      ['blue', 'attack 0405 with b1,b2', 'Turn 2. Blue: Combat (5.1)', 'b1 and b2 attack.'],
      ['dice', 'roll 5', 'Turn 2. Blue: Die roll (5.4)', '5: DR.'],
      ['red', 'stand', 'Turn 2. Blue: Combat (5.6)', 'Red stands.'],
    )
    const found = battles(all, ofTurn('Turn 2. Blue: Combat (5.1)'), (word) => /^\d{4}$/.test(word))
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ hex: '0405', faces: [5], seq: 2 })
    expect(found[0]!.says).toEqual(['b1 and b2 attack.', '5: DR.', 'Red stands.'])
  })
})

describe('a battle', () => {
  const isHex = (word: string) => /^\d{4}$/.test(word)
  const combat = 'Turn 1. Blue: Combat (5.1)'

  it('is over when its side decides anew: what comes after is not its own', () => {
    const all = log(
      ['blue', 'attack 0405 with b1', combat, 'b1 attacks.'],
      ['dice', 'roll 5', 'Turn 1. Blue: Die roll (5.4)', '5: DR.'],
      ['blue', 'end', combat],
      ['red', 'move r1 0305', 'Turn 1. Red: Movement (2.2)', 'r1 moves.'],
    )
    const [one, other] = battles(all, ofTurn(combat), isHex)
    expect(other).toBeUndefined()
    expect(one!.says).toEqual(['b1 attacks.', '5: DR.'])
  })

  it('is over with its turn, and when a phase begins that had its own end', () => {
    const all = log(
      ['blue', 'end', 'Turn 1. Blue: Movement (2.2)'],
      ['blue', 'attack 0405 with b1', combat, 'b1 attacks.'],
      ['dice', 'roll 5', 'Turn 1. Blue: Die roll (5.4)', '5: DR.'],
      ['blue', 'end', 'Turn 1. Blue: Movement (2.2)', 'Turn 2 begins.'],
      ['blue', 'end', 'Turn 2. Blue: Replacements (2.1)', 'None.'],
    )
    expect(battles(all, () => true, isHex)[0]!.says).toEqual(['b1 attacks.', '5: DR.'])
    expect(underWay(all.slice(0, 3), 'Turn 1. Blue: Movement (2.2)', isHex)).toBeNull()
    expect(underWay(all.slice(0, 3), 'Turn 1. Blue: Advance (5.7)', isHex)?.hex).toBe('0405')
  })

  it('that was announced has its result, though others were announced after it', () => {
    const [announcing, resolving] = [
      'Turn 1. Blue: Announcing (9.0)',
      'Turn 1. Blue: Resolving (9.0)',
    ]
    const all = log(
      ['blue', 'attack 0405 with b1', announcing, 'b1 will attack.'],
      ['blue', 'attack 0306 with b2', announcing, 'b2 will attack.'],
      ['blue', 'end', announcing],
      ['blue', 'resolve 0405', resolving, 'Fought at 3:1.'],
      ['dice', 'roll 2', 'Turn 1. Blue: Die roll (9.3)', '2: DR.'],
      ['blue', 'stay', 'Turn 1. Blue: Advance (9.0)'],
      ['blue', 'resolve 0306', resolving, 'Fought at 1:1.'],
    )
    const [one, other] = battles(all, ofTurn(resolving), isHex)
    expect(one!.says).toEqual(['b1 will attack.', 'Fought at 3:1.', '2: DR.'])
    expect(one!.faces).toEqual([2])
    expect(other!.says).toEqual(['b2 will attack.', 'Fought at 1:1.'])
  })
})

describe('dice', () => {
  const heading = 'Turn 1. Blue: Roll the dice'

  it('that fall one after the other are told apart, those that fall together are not', () => {
    const all = log(
      ['blue', 'end', 'Turn 1. Blue: Support attacks (7.2)'],
      ['dice', 'roll 1', heading, '0405: nothing.'],
      ['dice', 'roll 2', heading],
      ['dice', 'roll 6', heading, '0306: disrupted.'],
      ['blue', 'end', 'Turn 1. Blue: Movement (8.0)'],
    )
    expect(lastRolls(all)).toEqual([
      { seq: 4, faces: [2, 6], says: '0306: disrupted.' },
      { seq: 2, faces: [1], says: '0405: nothing.' },
    ])
    expect(lastRolls(all.slice(0, 1))).toEqual([])
  })
})

describe('the log of a turn', () => {
  const combat = 'Turn 1. Blue: Combat (5.1)'
  const fought = {
    hex: '0405',
    attackers: ['b1'],
    defenders: ['r1'],
    column: '3:1',
    result: 'DR',
  }
  const log: Told[] = [
    {
      seq: 1,
      actor: 'blue',
      order: 'move b1 0404',
      heading: 'Turn 1. Blue: Movement (3)',
      news: [],
    },
    { seq: 2, actor: 'blue', order: 'attack 0405 with b1', heading: combat, news: [] },
    {
      seq: 3,
      actor: 'dice',
      order: 'roll 5',
      heading: 'Turn 1. Blue: Roll the dice',
      news: [{ says: '5: DR.', fought, points: 2 }],
    },
    { seq: 4, actor: 'blue', order: 'end', heading: combat, news: [] },
  ]
  const isHex = (word: string) => /^\d{4}$/.test(word)
  const all = battles(log, () => true, isHex)

  it('knows of a battle who fought, on which column, and what came of it', () => {
    const { attackers, defenders, column, result, points, faces } = all[0]!
    expect({ attackers, defenders, column, result }).toEqual({
      attackers: ['b1'],
      defenders: ['r1'],
      column: '3:1',
      result: 'DR',
    })
    expect([points, faces]).toEqual([2, [5]])
    expect(lastRolls(log)).toEqual([{ seq: 3, faces: [5], says: '5: DR.' }])
  })

  it('is told by phase, and within it by battle', () => {
    const [turn] = chapters(log, [])
    expect(passages(turn!.lines, all)).toMatchObject([
      { phase: 'Combat', items: [{ seq: 4 }, { lines: [{ seq: 3 }, { seq: 2 }] }] },
      { phase: 'Movement', items: [{ seq: 1 }] },
    ])
  })

  it('knows a battle by its result, where no attack was ordered', () => {
    const overrun: Told[] = [
      { ...log[1]!, order: 'overrun b1 0405' },
      { ...log[2]!, seq: 3 },
    ]
    expect(battles(overrun, () => true, isHex)).toMatchObject([
      { seq: 2, hex: '0405', faces: [Number(log[2]!.order.split(' ')[1])], dice: [3] },
    ])
  })
})
