import { expect, test } from 'vitest'
import { few } from '../src/lib/few'

test('so many at once, the others in turn, whatever becomes of those before', async () => {
  const turn = few(2)
  const ends: (() => void)[] = []
  const begun: number[] = []
  const job = (n: number) => async () => {
    begun.push(n)
    await new Promise<void>((end) => ends.push(end))
    if (n === 1) throw new Error('it failed')
    return n
  }
  const all = [1, 2, 3, 4].map((n) => turn(job(n)).catch(() => 0))
  await Promise.resolve()
  expect(begun).toEqual([1, 2])
  for (let n = 0; n < 4; n++) {
    ends[n]!()
    await new Promise((soon) => setTimeout(soon))
  }
  expect(await Promise.all(all)).toEqual([0, 2, 3, 4])
  expect(begun).toEqual([1, 2, 3, 4])
})
