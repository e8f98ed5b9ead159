import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildWeb } from '../scripts/webBuild.ts'
import { goals, type ScreenSize, screenSizes } from './webSizes.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

describe('screenSizes', () => {
  let screens: ScreenSize[]
  beforeAll(async () => {
    await buildWeb(root)
    screens = screenSizes(path.join(root, 'web/dist'))
  })

  it('finds every screen', () => {
    expect(screens.length).toBeGreaterThan(60)
  })

  it('keeps every screen close to its goals', () => {
    const misses = screens.filter(
      ({ js, css, further, requests }) =>
        js + css > 1.08 * goals.first || further > 1.08 * goals.further || requests > 1.5 * goals.requests,
    )
    expect(misses).toEqual([])
  })
})
