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

  it('keeps every screen within 2% of the goal for bytes and within that for requests', () => {
    const misses = screens.filter(
      ({ js, css, further, requests }) => js + css > 1.02 * goals.first || further > goals.further || requests > goals.requests,
    )
    expect(misses).toEqual([])
  })
})
