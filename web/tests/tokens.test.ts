import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { css } from '../tokens'

const text = readFileSync(resolve('../src/kursk/draw/tokens.json'), 'utf8')
const [light = '', dark = ''] = css(text).split('\n')

function luminance(colour: string): number {
  const part = (at: number) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)].sort((x, y) => y - x) as [number, number]
  return (a + 0.05) / (b + 0.05)
}

const colour = (theme: string, name: string): string => {
  const found = new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(theme)?.[1]
  if (!found) throw new Error(`no colour ${name}`)
  return found
}

const TEXT: [string, string][] = [
  ['ink', 'panel'],
  ['ink2', 'panel'],
  ['ink2', 'sunk'],
  ['ink3', 'panel'],
  ['ink3', 'sunk'],
  ['link', 'link-ground'],
  ['red', 'red-ground'],
  ['green', 'green-ground'],
  ['violet', 'violet-ground'],
  ['primary-text', 'primary'],
  ['ink', 'gold-wash'],
  ['ink2', 'gold-wash'],
  ['try', 'try-ground'],
  ['try-text', 'try'],
  ['ink2', 'try-ground'],
  ['violet', 'violet-ground'],
]

test.each(TEXT)('%s on %s can be read in both themes', (ink, ground) => {
  for (const theme of [light, dark]) {
    expect(contrast(colour(theme, ink), colour(theme, ground))).toBeGreaterThanOrEqual(4.5)
  }
})

test('gold carries its text, and control edges stand out', () => {
  expect(contrast(colour(light, 'gold-text'), colour(light, 'gold'))).toBeGreaterThanOrEqual(4.5)
  for (const theme of [light, dark]) {
    expect(contrast(colour(theme, 'edge'), colour(theme, 'panel'))).toBeGreaterThanOrEqual(3)
  }
})
