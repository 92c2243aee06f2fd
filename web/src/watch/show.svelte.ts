// The other side's orders, shown and not told afterwards: battles one at a time, movement sector by
// sector. They are held back until there are some to show; the board stands still meanwhile.
import { getContext, setContext, untrack } from 'svelte'
import { list } from '../board/words'
import type { Desk } from '../lib/desk.svelte'
import { pace, settings } from '../lib/settings.svelte'
import type { Table } from '../lib/table.svelte'
import type { News, Scene, Told } from '../lib/types'
import { spoken } from '../panels/digest'
import { account, carried, type Account, type Clash, type Move } from './moves'
import { sectors, type Sector } from './sectors'

export type Beat = { seq: number } & ({ sector: Sector } | { clash: Clash })

const HEX = 350 // milliseconds a hex, at the slowest pace
const WHOLE = 1200 // a whole way, at the most
const LOOK = 540 // the camera comes, and the eye after it
const READ = 1700 // a battle, before its die and after it
const STILL = 1100 // a sector whose moves appear at once
const QUIET = 4000 // so long nothing has come: what there is is shown

export class Show {
  active = $state(false) // orders are held back, or shown
  playing = $state(true)
  beats = $state.raw<Beat[]>([]) // of the turn so far
  at = $state(-1) // the beat that is shown
  line = $state(-1) // the move of its sector
  news = $state.raw<{ seq: number; news: News }[]>([])
  began = $state.raw<Scene | null>(null) // how things stood before
  trails = $state.raw<Move[]>([]) // ways that stay until the reader acts
  mover = $state.raw<Move | null>(null)
  part = $state(0) // of its way
  rolled = $state(false) // the die of the battle that is shown has fallen
  said = $state('') // one polite line a sector, and each battle
  side = $state('') // whose orders they are
  held = $state(0) // orders that wait to be shown
  #pending: Told[] = []
  #running = false
  #ended = false
  #quiet: ReturnType<typeof setTimeout> | undefined
  #wake: (() => void) | null = null

  constructor(
    readonly table: Table,
    readonly desk: Desk,
  ) {
    table.watch = (told) => this.#hears(told)
    $effect(() => () => {
      this.skip()
      table.watch = null
    })
    $effect(() => {
      if (table.curtain) untrack(() => this.skip())
    })
    $effect(() => {
      // our decision, or the end: nothing more will come
      const { deciding, seq } = table.scene
      if (this.active && (deciding || table.over) && seq >= 0) untrack(() => void this.#run())
    })
    $effect(() => {
      const last = table.log.findLast((told) => table.scene.sides.includes(told.actor))
      if (last && !this.active && last.seq > untrack(() => this.#upTo)) untrack(() => this.forget())
    })
  }

  get beat(): Beat | undefined {
    return this.beats[this.at]
  }

  get #upTo(): number {
    return Math.max(0, ...this.trails.map((move) => move.seq), ...this.beats.map((one) => one.seq))
  }

  /** The reader acts: what was shown is over. */
  forget(): void {
    this.beats = []
    this.trails = []
    this.news = []
    this.at = this.line = -1
  }

  // -- holding back -----------------------------------------------------------------------------

  #hears(told: Told): void {
    const { table } = this
    const { sides } = table.scene
    const other = !!told.actor && told.actor !== 'dice' && !sides.includes(told.actor)
    if (sides.length !== 1 || table.past !== this.#held || settings.kept.speed === 'fast') return
    if (!this.active && !other) return
    if (other) this.side = told.actor
    if (!this.active) {
      this.active = true
      this.#ended = false
      this.playing = true
      table.past = table.scene
      if (!this.beats.length) this.began = table.scene
    }
    this.#pending.push(told)
    this.held = this.#pending.length
    table.horizon = Math.min(table.horizon, told.seq - 1)
    clearTimeout(this.#quiet)
    this.#quiet = setTimeout(() => void this.#run(), QUIET)
  }

  /** The moment that is held on the board, if it is this that holds it. */
  get #held(): Scene | null {
    return this.active ? this.table.past : null
  }

  // -- showing ----------------------------------------------------------------------------------

  async #run(): Promise<void> {
    if (this.#running || !this.active) return
    this.#running = true
    clearTimeout(this.#quiet)
    try {
      while (this.#pending.length && !this.#ended) await this.#batch()
      const { deciding } = this.table.scene
      if (this.#ended || deciding || this.table.over) this.#close()
    } catch (error) {
      this.table.complain(error)
      this.#close()
    } finally {
      this.#running = false
    }
  }

  async #batch(): Promise<void> {
    const { table } = this
    const told = this.#pending
    this.#pending = []
    const [first, last] = [told[0]!.seq, told.at(-1)!.seq]
    const before = table.past ?? table.scene
    const now = await this.#sceneAt(last)
    const { geometry, isHex } = table.kit
    const among = ({ seq }: Told) => seq >= first && seq <= last
    const field = { geometry, isHex, read: table.read }
    const found = account(table.log, among, [before.view, now.view], field)
    this.news = [...this.news, ...found.news]
    if (found.moves[0]) await this.#names(found.moves[0].seq - 1)
    const beats = runs(found).flatMap((run): Beat[] =>
      'moves' in run
        ? sectors(run.moves, geometry).map((sector) => ({ seq: sector.moves[0]!.seq, sector }))
        : [{ seq: run.clash.seq, clash: run.clash }],
    )
    const start = this.beats.length
    this.beats = [...this.beats, ...beats]
    for (let n = start; n < this.beats.length && !this.#ended; n++) {
      this.at = n
      const beat = this.beats[n]!
      if ('sector' in beat) await this.#sector(beat.sector, this.beats[n + 1])
      else await this.#battle(beat.clash)
    }
    this.#tell(last)
    if (!this.#ended) table.past = now
  }

  async #sector(sector: Sector, next: Beat | undefined): Promise<void> {
    const { moves, title, hexes } = sector
    this.said = `${title}, ${moves.length} ${moves.length === 1 ? 'move' : 'moves'}`
    this.line = -1
    this.desk.frame(hexes)
    await this.#wait(settings.still ? 0 : LOOK)
    for (const [n, move] of moves.entries()) {
      await this.#gate()
      if (this.#ended) break
      this.line = n
      if (!settings.still) await this.#goes(move)
      this.#lands(move)
    }
    this.mover = null
    if (settings.still) await this.#wait(STILL)
    // between movement and a battle the board is the server's again
    if (next && 'clash' in next && !this.#ended) await this.#shows(next.seq - 1)
  }

  async #goes(move: Move): Promise<void> {
    if (move.path.length < 2) return
    this.mover = move
    const long = Math.min(HEX * (move.path.length - 1), WHOLE) / pace()
    const began = performance.now()
    while (!this.#ended) {
      this.part = Math.min((performance.now() - began) / long, 1)
      if (this.part >= 1) break
      await new Promise(requestAnimationFrame)
    }
  }

  #lands(move: Move): void {
    const { past } = this.table
    if (past) {
      const stacks = carried(past.view.stacks, move)
      this.table.past = { ...past, view: { ...past.view, stacks } }
    }
    this.trails = [...this.trails, move]
    this.#tell(move.seq)
  }

  async #battle(clash: Clash): Promise<void> {
    const { battle, seq, last } = clash
    const { table, desk } = this
    this.rolled = false
    await this.#shows(seq - 1)
    const from = battle.attackers.map(table.hexOf).filter(Boolean)
    desk.frame([battle.hex, ...from])
    await this.#wait(READ)
    if (settings.kept.halts) this.playing = false
    await this.#gate()
    if (this.#ended) return
    this.rolled = true
    this.#tell(battle.dice.at(-1) ?? seq)
    const place = spoken(battle.hex, table.kit.geometry)
    const who = list(battle.attackers.map(table.kit.called))
    this.said = [
      `${place || battle.hex}: ${who}`,
      battle.column,
      battle.faces.length ? `die ${list(battle.faces.map(String))}` : '',
      battle.result,
    ]
      .filter(Boolean)
      .join(', ')
    this.trails = [...this.trails, ...clash.moves]
    await this.#shows(last)
    await this.#wait(READ)
  }

  async #shows(seq: number): Promise<void> {
    const scene = await this.#sceneAt(seq)
    if (!this.#ended) this.table.past = scene
  }

  async #sceneAt(seq: number): Promise<Scene> {
    const { scene, side, api } = this.table
    return seq === scene.seq ? scene : api.scene(side, seq)
  }

  /** The board stays, but the moment is called by its name. */
  async #names(seq: number): Promise<void> {
    const { heading, where, view } = await this.#sceneAt(seq)
    const { past } = this.table
    const { turn, phase } = view
    if (past) this.table.past = { ...past, heading, where, view: { ...past.view, turn, phase } }
  }

  #tell(seq: number): void {
    if (!this.#ended) this.table.horizon = Math.max(seq, 0)
  }

  #close(): void {
    clearTimeout(this.#quiet)
    this.#pending = []
    this.trails = this.beats.flatMap((one) =>
      'sector' in one ? one.sector.moves : one.clash.moves,
    )
    this.active = false
    this.mover = null
    this.at = this.beats.length
    this.said = ''
    this.table.past = null
    this.table.horizon = Infinity
  }

  // -- the hands of the reader ---------------------------------------------------------------------

  #stepping = false

  toggle(): void {
    this.playing = !this.playing
    if (this.playing) this.#wake?.()
  }

  /** One move, or one battle, and then a pause. */
  step(): void {
    this.playing = false
    this.#stepping = true
    this.#wake?.()
  }

  /** To the digest. */
  skip(): void {
    if (!this.active) return
    this.#ended = true
    this.#wake?.()
    if (!this.#running) this.#close()
  }

  /** A move once more, while everything waits. */
  async again(move: Move): Promise<void> {
    this.playing = false
    this.desk.frame(move.path)
    if (settings.still) return
    await this.#goes(move)
    this.mover = null
  }

  /** Goes on when it is played, or stepped. */
  async #gate(): Promise<void> {
    while (!this.playing && !this.#stepping && !this.#ended) {
      await new Promise<void>((go) => (this.#wake = go))
    }
    this.#stepping = false
  }

  async #wait(ms: number): Promise<void> {
    if (this.#ended) return
    await new Promise<void>((go) => {
      const timer = setTimeout(go, ms / pace())
      this.#wake = () => {
        clearTimeout(timer)
        go()
      }
    })
    this.#wake = null
  }
}

type Run = { moves: Move[] } | { clash: Clash }

/** As it happened: movement up to a battle, the battle, movement after it. */
function runs({ moves, battles }: Account): Run[] {
  const found: Run[] = []
  let rest = moves
  for (const clash of battles) {
    const before = rest.filter((move) => move.seq < clash.seq)
    rest = rest.filter((move) => move.seq > clash.seq)
    if (before.length) found.push({ moves: before })
    found.push({ clash })
  }
  return rest.length ? [...found, { moves: rest }] : found
}

const KEY = Symbol('show')
export const provideShow = (show: Show): Show => setContext(KEY, show)
export const useShow = (): Show => getContext<Show>(KEY)
