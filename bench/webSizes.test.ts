import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildWeb } from '../scripts/webBuild.ts'
import { missesGoal, type ScreenSize, screenSizes } from './webSizes.ts'

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

  it('keeps every screen within the goals for bytes and requests', () => {
    expect(screens.flatMap((screen) => (missesGoal(screen) ? [screen] : []))).toEqual([])
  })
})
