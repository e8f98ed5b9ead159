import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildWeb } from '../scripts/webBuild.ts'
import { goals, type ScreenSize, screenSizes } from './webSizes.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Size in KB of Base UI’s fields, which screens with number fields or comboboxes load. */
const fieldsKb = 55
/** Largest number of requests that a screen makes today. The goal is lower. */
const maxRequests = 18

describe('screenSizes', () => {
  let screens: ScreenSize[]
  beforeAll(async () => {
    await buildWeb(root)
    screens = screenSizes(path.join(root, 'web/dist'))
  })
  const summarize = (misses: (screen: ScreenSize) => boolean) => screens.filter(misses).map(({ screen }) => screen)

  it('finds every screen', () => {
    expect(screens.length).toBeGreaterThan(60)
  })

  it('keeps screens without numbers and comboboxes close to their goals', () => {
    const misses = summarize(({ js, css, further, hasFields }) => !hasFields && (js + css > 1.02 * goals.first || further > goals.further))
    expect(misses).toEqual([])
  })

  it('adds only the fields to screens with numbers or comboboxes', () => {
    const misses = summarize(({ js, css, further }) => js + css > goals.first + fieldsKb || further > goals.further + fieldsKb)
    expect(misses).toEqual([])
    expect(summarize(({ hasFields }) => hasFields).length).toBeLessThanOrEqual(12)
  })

  it('limits the requests of each screen', () => {
    expect(summarize(({ requests }) => requests > maxRequests)).toEqual([])
  })
})
