// A link as a QR code: bytes, error correction M, versions 1 to 10 (213 bytes). ISO/IEC 18004.

interface Version {
  ec: number // words of correction in a block
  blocks: number[] // words of data in each block
  marks: number[] // where alignment patterns stand
}
const of = (ec: number, blocks: number[], ...marks: number[]): Version => ({ ec, blocks, marks })
const VERSIONS: Version[] = [
  of(10, [16]),
  of(16, [28], 6, 18),
  of(26, [44], 6, 22),
  of(18, [32, 32], 6, 26),
  of(24, [43, 43], 6, 30),
  of(16, [27, 27, 27, 27], 6, 34),
  of(18, [31, 31, 31, 31], 6, 22, 38),
  of(22, [38, 38, 39, 39], 6, 24, 42),
  of(22, [36, 36, 36, 37, 37], 6, 26, 46),
  of(26, [43, 43, 43, 43, 44], 6, 28, 50),
]

const MASKS: ((r: number, c: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
]

/** Rows of dark (true) and light modules; null if the text is too long. */
export function qr(text: string, mask?: number): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)]
  const n = VERSIONS.findIndex((_, v) => bytes.length + (v < 9 ? 2 : 3) <= room(v))
  if (n < 0) return null
  const words = interleaved(VERSIONS[n]!, data(bytes, n))
  const drawn = (mask === undefined ? MASKS.map((_, m) => m) : [mask]).map((m) => draw(n, words, m))
  return drawn.reduce((best, one) => (penalty(one) < penalty(best) ? one : best))
}

const room = (v: number): number => VERSIONS[v]!.blocks.reduce((sum, words) => sum + words, 0)

function data(bytes: number[], v: number): number[] {
  const bits: number[] = []
  const put = (value: number, size: number) => {
    for (let i = size - 1; i >= 0; i--) bits.push((value >> i) & 1)
  }
  put(4, 4) // mode: bytes
  put(bytes.length, v < 9 ? 8 : 16)
  bytes.forEach((byte) => put(byte, 8))
  put(0, Math.min(4, room(v) * 8 - bits.length))
  while (bits.length % 8) bits.push(0)
  const words: number[] = []
  for (let i = 0; i < bits.length; i += 8) words.push(parseInt(bits.slice(i, i + 8).join(''), 2))
  for (let pad = 0; words.length < room(v); pad++) words.push(pad % 2 ? 0x11 : 0xec)
  return words
}

// -- Reed-Solomon over GF(256) -----------------------------------------------------------------

const EXP: number[] = []
const LOG: number[] = []
for (let i = 0, x = 1; i < 255; i++, x = (x << 1) ^ (x & 128 ? 0x11d : 0)) {
  EXP[i] = x
  LOG[x] = i
}
const times = (a: number, b: number): number => (a && b ? EXP[(LOG[a]! + LOG[b]!) % 255]! : 0)

function correction(words: number[], size: number): number[] {
  let generator = [1]
  for (let i = 0; i < size; i++) {
    const next = [...generator, 0]
    generator.forEach((value, n) => (next[n + 1]! ^= times(value, EXP[i]!)))
    generator = next
  }
  const rest = [...words, ...Array<number>(size).fill(0)]
  words.forEach((_, n) => {
    const lead = rest[n]!
    generator.forEach((value, k) => (rest[n + k]! ^= times(value, lead)))
  })
  return rest.slice(words.length)
}

function interleaved({ ec, blocks }: Version, words: number[]): number[] {
  let at = 0
  const parts = blocks.map((size) => words.slice(at, (at += size)))
  const checks = parts.map((part) => correction(part, ec))
  const across = (columns: number[][], size: number) =>
    Array.from({ length: size }, (_, n) => columns.flatMap((column) => column[n] ?? [])).flat()
  return [...across(parts, Math.max(...blocks)), ...across(checks, ec)]
}

// -- drawing -----------------------------------------------------------------------------------

function draw(v: number, words: number[], mask: number): boolean[][] {
  const size = 21 + 4 * v
  const grid: (boolean | undefined)[][] = Array.from({ length: size }, () => Array(size))
  const set = (r: number, c: number, dark: boolean) => {
    if (r >= 0 && c >= 0 && r < size && c < size) grid[r]![c] = dark
  }
  const ring = (r: number, c: number, from: number, dark: (d: number) => boolean) => {
    for (let y = -from; y <= from; y++)
      for (let x = -from; x <= from; x++)
        set(r + y, c + x, dark(Math.max(Math.abs(x), Math.abs(y))))
  }
  for (const [r, c] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    ring(r, c, 4, (d) => d < 2 || d === 3)
  const { marks } = VERSIONS[v]!
  const last = marks.length - 1
  marks.forEach((r, i) =>
    marks.forEach((c, k) => {
      if ((i || (k && k !== last)) && (k || i !== last)) ring(r, c, 2, (d) => d !== 1)
    }),
  )
  for (let i = 8; i < size - 8; i++) {
    grid[6]![i] ??= i % 2 === 0
    grid[i]![6] ??= i % 2 === 0
  }
  format(set, size, mask)
  if (v >= 6) version(set, size, v + 1)
  fill(grid, words, MASKS[mask]!)
  return grid as boolean[][]
}

const long = (value: number, by: number, size: number): number => {
  let rest = value << size
  for (let bit = 31 - Math.clz32(rest); bit >= size; bit = 31 - Math.clz32(rest))
    rest ^= by << (bit - size)
  return (value << size) | rest
}

type Set_ = (r: number, c: number, dark: boolean) => void

function format(set: Set_, size: number, mask: number): void {
  const bits = long(mask, 0x537, 10) ^ 0x5412 // level M is 00
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1
    set(i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, 8, dark)
    set(8, i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i, dark)
  }
  set(size - 8, 8, true)
}

function version(set: Set_, size: number, number: number): void {
  const bits = long(number, 0x1f25, 12)
  for (let i = 0; i < 18; i++) {
    const dark = ((bits >> i) & 1) === 1
    set(Math.floor(i / 3), size - 11 + (i % 3), dark)
    set(size - 11 + (i % 3), Math.floor(i / 3), dark)
  }
}

function fill(
  grid: (boolean | undefined)[][],
  words: number[],
  masked: (r: number, c: number) => boolean,
): void {
  const size = grid.length
  let bit = 0
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--
    for (let step = 0; step < size; step++) {
      const r = up ? size - 1 - step : step
      for (const c of [right, right - 1]) {
        if (grid[r]![c] !== undefined) continue
        const dark = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1
        grid[r]![c] = dark !== masked(r, c)
        bit++
      }
    }
  }
}

/** How hard a code is to read: long runs, solid squares, what looks like a corner, imbalance. */
function penalty(grid: boolean[][]): number {
  const size = grid.length
  const lines = [...grid, ...grid.map((_, c) => grid.map((row) => row[c]!))]
  let found = 0
  for (const line of lines) {
    const text = line.map((dark) => (dark ? '1' : '0')).join('')
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) found += run.length - 2
    found += 40 * [...text.matchAll(/(?=00001011101|10111010000)/g)].length
  }
  for (let r = 1; r < size; r++)
    for (let c = 1; c < size; c++)
      if (new Set([grid[r]![c], grid[r - 1]![c], grid[r]![c - 1], grid[r - 1]![c - 1]]).size === 1)
        found += 3
  const dark = grid.flat().filter(Boolean).length / (size * size)
  return found + 10 * Math.floor(Math.abs(dark - 0.5) * 20)
}
