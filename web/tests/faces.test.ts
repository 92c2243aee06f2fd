import { expect, test } from 'vitest'
import { face, lay } from '../src/lib/faces'

const SHEET =
  '<svg xmlns="http://www.w3.org/2000/svg">' +
  '<symbol id="u-a-0" viewBox="0 0 48 48"><rect/></symbol>' +
  '<symbol id="u-b-0" viewBox="0 0 48 48"><path/></symbol>' +
  '<symbol id="back-red" viewBox="0 0 48 48"><circle/></symbol></svg>'

const hanging = () => [...document.querySelectorAll('symbol')].map((one) => one.id)

test('counters come into the page when they are first wanted, and anew in other colours', async () => {
  expect(face('u-b-0')).toBe('#u-b-0')
  lay(SHEET)
  await Promise.resolve()
  expect(hanging()).toEqual(['u-b-0'])
  face('u-b-0')
  face('back-red')
  face('u-of-another-game')
  await Promise.resolve()
  expect(hanging()).toEqual(['u-b-0', 'back-red'])
  lay(SHEET.replaceAll('rect', 'ellipse').replaceAll('path', 'line'))
  expect(hanging()).toEqual(['u-b-0', 'back-red'])
  expect(document.querySelector('#u-b-0')!.innerHTML).toContain('line')
})
