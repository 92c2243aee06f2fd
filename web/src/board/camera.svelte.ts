// Which part of the sheet is seen, and how large.
import type { Geometry, Point } from '../lib/geometry'
import { settings } from '../lib/settings.svelte'

const NEAREST = 3.2
const USUAL = 1.06 // pixels a map unit, at which everything can be read
const GLIDE = 240 // milliseconds

export class Camera {
  x = $state(0) // where the sheet's corner stands in the window
  y = $state(0)
  k = $state(1) // pixels a map unit
  wide = $state(0)
  high = $state(0)
  moving = $state(false) // during a gesture, and only then, the sheet is a layer of its own
  margin = $state({ top: 0, right: 0, bottom: 0, left: 0 }) // covered by tools
  #placed = false
  #settle = 0
  #gliding = 0

  constructor(readonly geometry: Geometry) {}

  get whole(): number {
    const { width, height } = this.geometry.map
    const { top, right, bottom, left } = this.margin
    return Math.min((this.wide - left - right) / width, (this.high - top - bottom) / height)
  }

  /** A gesture goes on; it is over when nothing has moved for a moment. */
  touch(): void {
    cancelAnimationFrame(this.#gliding)
    this.moving = true
    clearTimeout(this.#settle)
    this.#settle = window.setTimeout(() => (this.moving = false), 180)
  }

  resize(wide: number, high: number, about: string[]): void {
    const centre = this.#placed ? this.toMap({ x: this.wide / 2, y: this.high / 2 }) : null
    this.wide = wide
    this.high = high
    if (centre) this.look(centre)
    else if (wide && high) this.open(about)
  }

  /** The first look: all of a small map, else the middle of what can act. */
  open(about: string[]): void {
    this.#placed = true
    this.fit()
    if (this.k > 0.7 || !about.length) return
    this.k = USUAL
    this.look(this.geometry.at(this.#densest(about)))
    this.#fill()
  }

  /** Nothing beside the sheet shows where the sheet could be. */
  #fill(): void {
    const { width, height } = this.geometry.map
    const hold = (at: number, size: number, window: number) =>
      size < window ? at : Math.min(0, Math.max(window - size, at))
    this.x = hold(this.x, width * this.k, this.wide)
    this.y = hold(this.y, height * this.k, this.high)
  }

  /** The hex from which most of the others are in the window. */
  #densest(about: string[]): string {
    const [wide, high] = [this.wide / 2.4 / this.k, this.high / 2.4 / this.k]
    const seen = (from: Point) =>
      about.filter((hex) => {
        const { x, y } = this.geometry.at(hex)
        return Math.abs(x - from.x) < wide && Math.abs(y - from.y) < high
      }).length
    const counts = about.map((hex) => ({ hex, seen: seen(this.geometry.at(hex)) }))
    return counts.reduce((a, b) => (b.seen > a.seen ? b : a)).hex
  }

  fit(): void {
    const { width, height } = this.geometry.map
    const { top, right, bottom, left } = this.margin
    this.k = Math.min(this.whole, 2.2)
    this.x = left + (this.wide - left - right - width * this.k) / 2
    this.y = top + (this.high - top - bottom - height * this.k) / 2
  }

  look(point: Point): void {
    this.x = this.wide / 2 - point.x * this.k
    this.y = this.high / 2 - point.y * this.k
    this.#keep()
  }

  /** The box of some hexes, and the scale at which it fits the window. */
  #box(hexes: string[]): { middle: Point; fits: number } {
    const points = hexes.map((hex) => this.geometry.at(hex))
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
    const [left, top] = [Math.min(...xs), Math.min(...ys)]
    const [right, bottom] = [Math.max(...xs), Math.max(...ys)]
    const [wide, high] = [this.wide - 24, this.high - this.margin.top - this.margin.bottom]
    const edge = 2 * this.geometry.pitch
    return {
      middle: { x: (left + right) / 2, y: (top + bottom) / 2 },
      fits: Math.min(wide / (right - left + edge), high / (bottom - top + edge)),
    }
  }

  fits = (hexes: string[]): number => this.#box(hexes).fits

  /** Hexes that belong together come into the middle; smaller, if they would not fit. */
  frame(hexes: string[], least = 0.55): void {
    if (!hexes.length || !this.wide) return
    const { middle, fits } = this.#box(hexes)
    const k = Math.max(Math.min(this.k, fits), Math.min(fits, USUAL), least, this.whole * 0.8)
    this.#glide(Math.min(k, NEAREST), middle)
  }

  /** To a place and a scale in a moment; at once where nothing is to move. */
  #glide(k: number, middle: Point): void {
    cancelAnimationFrame(this.#gliding)
    const from = { k: this.k, ...this.toMap({ x: this.wide / 2, y: this.high / 2 }) }
    const began = performance.now()
    const step = (now: number) => {
      const part = settings.still ? 1 : Math.min((now - began) / GLIDE, 1)
      const way = 1 - (1 - part) ** 3
      this.k = from.k + (k - from.k) * way
      const rise = (this.margin.top - this.margin.bottom) / 2 / this.k // below the tools
      this.look({
        x: from.x + (middle.x - from.x) * way,
        y: from.y + (middle.y - rise - from.y) * way,
      })
      this.moving = part < 1
      if (part < 1) this.#gliding = requestAnimationFrame(step)
    }
    step(began)
  }

  /** From afar to where counters can be read. */
  near(point: Point, k = 0.85): void {
    this.#glide(Math.max(this.k, k), point)
  }

  pan(dx: number, dy: number): void {
    this.touch()
    this.x += dx
    this.y += dy
    this.#keep()
  }

  zoom(by: number, at: Point = { x: this.wide / 2, y: this.high / 2 }): void {
    this.touch()
    const least = Math.min(this.whole * 0.8, 1)
    const k = Math.min(NEAREST, Math.max(least, this.k * by))
    this.x = at.x - ((at.x - this.x) * k) / this.k
    this.y = at.y - ((at.y - this.y) * k) / this.k
    this.k = k
    this.#keep()
  }

  /** Bring a hex into view with a margin, moving no more than needed. */
  show(hex: string, always = false): void {
    const { x, y } = this.toWindow(this.geometry.at(hex))
    const all = this.k <= this.whole * 1.05 // a map that fits is left as it lies
    const edge = all ? 4 : Math.min(90, this.wide / 5, this.high / 5)
    const tools = all || this.high < 480 ? 0 : 40
    const low = this.high - edge - this.margin.bottom
    const inside = x > edge && y > edge + tools && x < this.wide - edge && y < low
    if (always || Math.abs(x) > 2 * this.wide || Math.abs(y) > 2 * this.high) {
      return this.look(this.geometry.at(hex))
    }
    if (inside) return
    const into = (at: number, from: number, to: number) =>
      Math.max(from - at, 0) + Math.min(to - at, 0)
    this.x += into(x, edge, this.wide - edge)
    this.y += into(y, edge + tools, low)
    this.#keep()
  }

  toMap(point: Point): Point {
    return { x: (point.x - this.x) / this.k, y: (point.y - this.y) / this.k }
  }

  toWindow(point: Point): Point {
    return { x: this.x + point.x * this.k, y: this.y + point.y * this.k }
  }

  /** Some of the sheet always stays in the window. */
  #keep(): void {
    const { width, height } = this.geometry.map
    const hold = (at: number, size: number, window: number) =>
      Math.min(window * 0.75, Math.max(window * 0.25 - size, at))
    this.x = hold(this.x, width * this.k, this.wide)
    this.y = hold(this.y, height * this.k, this.high)
  }
}
