import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { giveFeedback } from './feedback.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('getFeedbackOptions', () => {
  it('counts each status and kind with the other filters applied', async () => {
    await giveFeedback(app)
    await giveFeedback(app, { rating: 4 })
    const { body } = await app.as(app.persona('Grace').id).get('/feedback/options?filter=category==praise')
    const field = (name: string) => body.fields.find((each: { name: string }) => each.name === name)
    expect(field('category').values).toEqual(
      expect.arrayContaining([
        { value: 'problem', label: 'problem', count: 1 },
        { value: 'praise', label: 'praise', count: 1 },
      ]),
    )
    expect(field('status').values).toContainEqual({ value: 'new', label: 'new', count: 1 })
  })

  roleSuite(
    'getFeedbackOptions',
    () => app,
    () => ({ path: '/feedback/options' }),
  )
})
