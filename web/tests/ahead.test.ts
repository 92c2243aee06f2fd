import { afterEach, describe, expect, it, vi } from 'vitest'
import { ahead, pictures } from '../src/lib/game.svelte'

afterEach(() => vi.unstubAllGlobals())

describe('what a board needs', () => {
  it('is asked for once, also where somebody had it fetched ahead', async () => {
    const asked = vi.fn(async (url: string) => new Response(url.includes('svg') ? '<svg/>' : '{}'))
    vi.stubGlobal('fetch', asked)
    ahead('skirmish', 'light')
    expect(await pictures('skirmish', 'light')).toEqual({ under: '<svg/>', over: '<svg/>' })
    const maps = asked.mock.calls.filter(([url]) => String(url).includes('map.svg'))
    expect(maps).toHaveLength(2)
  })

  it('is asked for again where it could not be had', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"detail":"not now"}', { status: 503 }))
    await expect(pictures('skirmish', 'dark')).rejects.toThrow('not now')
    vi.stubGlobal('fetch', async () => new Response('<svg/>'))
    expect((await pictures('skirmish', 'dark')).over).toBe('<svg/>')
  })
})
