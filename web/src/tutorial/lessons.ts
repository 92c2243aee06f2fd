// The guided games, step by step. A step is passed by giving an order that fits, or, where there
// is none to give, by reading on. Whether an order may be given is the server's to say.

export interface Step {
  says: string // what to do
  why?: string // what it teaches
  rule?: string
  light?: string[] // hexes to look at
  order?: RegExp // an order that passes the step; without one, it is read
  phase?: string // in which it is given, where the same word is used in others
  slip?: [other: RegExp, says: string] // an order that leads astray, and what to do about it
  side?: 'battles' | 'log' | 'rules' | 'forces' // the panel it speaks of
}

export interface Lesson {
  id: string
  title: string
  says: string
  game: string
  scenario: string
  side: string // which the learner plays
  steps: Step[]
  after?: string // the lesson that follows
}

export const LESSONS: Lesson[] = [
  {
    id: 'skirmish',
    title: 'Learn by playing',
    says: 'A guided game of ten minutes: move, fight, win a bridge.',
    game: 'skirmish',
    scenario: 'meeting',
    side: 'blue',
    after: 'drive',
    steps: [
      {
        says: 'Welcome. You are Blue, the dark counters in the west; Red, the sand-coloured ones, comes from the east. Whoever holds more of the three towns after six turns wins.',
        why: 'Drag the map, turn the wheel or pinch to look around. Click a hex and the panel tells what lies in it.',
        rule: '6.1',
        light: ['0402', '0405', '0507'],
      },
      {
        says: 'Every turn begins with a sealed choice. Take Press: you attack better, and perhaps go first.',
        why: 'Red chooses too, and neither sees the other’s choice before both have made it.',
        rule: '2.1',
        order: /^(press|hold)/,
      },
      {
        says: 'Move to the bridge. Click 2nd Battalion in 0403, then Brod, hex 0405; click Brod again to go.',
        why: 'Gold edges mark units that can act, numbers what each hex costs. The road is quick: half a point a step.',
        rule: '3.3',
        light: ['0403', '0405'],
        order: /^move b\d .*/,
      },
      {
        says: 'Bring the tanks up behind it: Blue Tank Company stand in 0402. Press N to go from unit to unit.',
        why: 'Red tags show where a unit must stop: next to an enemy. Click a hex out of reach and you are told which rule is against it.',
        rule: '3.5',
        light: ['0402'],
        order: /^move .*/,
      },
      {
        says: 'Move whom you like; Undo takes moves back. Then end the phase, at the top right.',
        why: 'Undo works until a die is rolled or something hidden is found out. If units could still act you are asked first.',
        rule: '3.7',
        order: /^end/,
        phase: 'Movement',
      },
      {
        says: 'Now fight, if an enemy is next to you: click him. If nobody is, end the phase.',
        why: 'The receipt on the right lists every factor and every shift with its rule, and what each die would bring. It is exact, and it is what the battle is fought with.',
        rule: '5.2',
        side: 'battles',
        order: /^(attack|end)/,
        phase: 'Combat',
      },
      {
        says: 'When you have fought enough, end the phase. Red moves and fights; answer when you are asked.',
        why: 'A defender may have to choose too: retreat, or stand and lose a step.',
        rule: '5.6',
        order: /^end/,
        phase: 'Combat',
      },
      {
        says: 'A new turn, a new sealed choice. Press again, or hold what you have.',
        why: 'The log tells what happened. Press a line to see that moment again.',
        rule: '2.1',
        side: 'log',
        order: /^(press|hold)/,
      },
      {
        says: 'You know enough to win. Keys: N next unit, Z enemy zones, U supply, ? why not. Finish the game, or go on to Drive on Kursk.',
      },
    ],
  },
  {
    id: 'drive',
    title: 'First turn of Drive on Kursk',
    says: 'Citadel begins: plan, attack, advance, with a guide at your side.',
    game: 'drive_on_kursk',
    scenario: 'quick',
    side: 'german',
    steps: [
      {
        says: 'Citadel, 5 July 1943. You are the German. You have 60 points and need 181: take towns, reach Kursk, destroy the Red Army.',
        why: 'Both sides stand ready. Kursk is in 3415, your panzers lie north and south of the bulge.',
        rule: '4.2',
        light: ['3415', '2310', '1907'],
      },
      {
        says: 'Choose the order of your two phases. Take “Fight, then move”: attack from where you stand, then follow through.',
        why: 'The Soviet has chosen already, and keeps it covered until his own turn.',
        rule: '5.4',
        order: /^plan fight-move/,
        slip: [
          /^plan /,
          'You chose otherwise. Undo, at the top, takes it back; or play on as you like.',
        ],
      },
      {
        says: 'Attack 2411 in front of Grossdeutschland: click the Soviet counter there.',
        why: 'Everyone who can join is in already; click a counter to drop it. Look at the shifts: a fort counts three columns, your order of phases one.',
        rule: '11.8',
        light: ['2411', '2310', '2311'],
        side: 'battles',
        order: /^attack /,
      },
      {
        says: 'Before the die: commit the Luftwaffe, or keep it for a battle that needs it more.',
        why: 'You have it for one battle a turn. The defender has already said whether a retreat is to be fought out.',
        rule: '11.10',
        order: /^(support|pass|advance|lose)/,
      },
      {
        says: 'Go on: advance if the hex is empty, fight where the odds are good, then end the phase.',
        why: 'The prompt at the top always says what is to be decided and under which rule.',
        rule: '11.1',
        order: /^end/,
        phase: 'Combat',
      },
      {
        says: 'Now move. The three SS divisions wait in 1907: click the stack, then click it again with Shift held, or tick them in the panel, to take all three.',
        why: 'Enemy zones stop you. Key Z shows them, T what the enemy could attack.',
        rule: '8.1',
        light: ['1907'],
        order: /^(move|road) /,
      },
      {
        says: 'Move the others up behind the breach. Key N goes from one that can still move to the next.',
        why: 'Keep them in supply: key U marks who is cut off.',
        rule: '6.3',
        order: /^end/,
        phase: 'Movement',
      },
      {
        says: 'The Soviet turn. His order of phases is open now; watch, and answer where you defend.',
        why: 'The speed of his moves is yours to choose, at the bottom of the map.',
        rule: '5.2',
        order: /^(plan|convert|pass|retreat|lose|support)/,
      },
      {
        says: 'That was a turn. Six or eight more: the charts, the forces and the log are one key away. Good luck.',
        side: 'rules',
      },
    ],
  },
]

export const lesson = (id: string): Lesson | undefined => LESSONS.find((one) => one.id === id)

/** Does an order pass a step? */
const passes = (step: Step, { order, heading }: Given): boolean =>
  !!step.order?.test(order) && (!step.phase || heading.includes(`: ${step.phase} (`))

/** How far a learner is: the step to show next. Later steps may be reached early. */
export function reached(steps: Step[], orders: Given[], read: number): number {
  let now = 0
  for (const given of orders) {
    const step = steps.slice(now).find((one) => one.order)
    if (step?.slip?.[0].test(given.order) && !passes(step, given)) continue
    const next = steps.findIndex((step, n) => n >= now && passes(step, given))
    if (next >= 0) now = next + 1
  }
  while (now < steps.length && !steps[now]!.order && read > now) now++
  return now
}

interface Given {
  actor: string
  order: string
  heading: string // "Turn 1. German: Combat (11.1)"
}

/** A side's own orders that stand: what was taken back does not count. */
export function standing(log: Given[], side: string): Given[] {
  const all: Given[] = []
  for (const told of log) {
    if (told.order === 'undo' && !told.actor) all.pop()
    else all.push(told)
  }
  return all.filter((told) => told.actor === side)
}
