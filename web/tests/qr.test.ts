// The codes that an independent encoder makes of the same text.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { qr } from '../src/far/qr'

const rows = (text: string, mask: number) =>
  qr(text, mask)!.map((row) => row.map((dark) => (dark ? '1' : '0')).join(''))

test('a short text, module by module', () => {
  expect(rows('xxxxxxxxxx', 3)).toEqual([
    '111111101101101111111',
    '100000101010101000001',
    '101110100101101011101',
    '101110101010001011101',
    '101110100110001011101',
    '100000100110001000001',
    '111111101010101111111',
    '000000001110000000000',
    '101101110110001001011',
    '101100010000101010011',
    '100110110100101101011',
    '111101010010100011010',
    '010001111111011111001',
    '000000001000000111110',
    '111111101100010110000',
    '100000101011110101101',
    '101110100111010010100',
    '101110101000011100110',
    '101110101001000000100',
    '100000100011101000001',
    '111111101101110001100',
  ])
})

test('a long one, with versions, several blocks and alignment', () => {
  const all = rows('y'.repeat(200), 3)
  expect(all.length).toBe(57)
  expect(createHash('sha256').update(all.join('')).digest('hex')).toBe(
    'e899ce6f025080510f165591b80bec03391aa4d504c229ec31f99a1daa934395',
  )
})

test('a link fits, an endless one does not', () => {
  expect(qr('https://kursk.example/#/join/aaaaaaaaaaaaaaaaaaaaaa')?.length).toBe(33)
  expect(qr('x'.repeat(214))).toBeNull()
})
