import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { trendNames } from './series.ts'

/** A Wednesday. */
const now = new Date('2026-03-11T10:00:00Z')
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const read = async (name: string) => {
  const { status, body } = await app.as(app.persona('Niamh').id).get(`/trends/${name}`)
  expect(status).toBe(200)
  return body as { weeks: string[]; series: { key: string; counts: number[] }[] }
}

const sendFeedback = (reference: string, rating: number, createdAt: string) =>
  app.db
    .insertInto('feedback')
    .values({
      id: crypto.randomUUID(),
      reference,
      person_id: app.persona('Priya').id,
      rating,
      category: 'idea',
      page: '/',
      created_at: new Date(createdAt),
    })
    .execute()

describe('getTrend', () => {
  roleSuite(
    'getTrend',
    () => app,
    () => ({ path: '/trends/audit' }),
  )

  it('has 12 weeks of numbers for every trend', async () => {
    for (const name of trendNames) {
      const { weeks, series } = await read(name)
      expect(weeks).toHaveLength(12)
      expect(series.length).toBeGreaterThan(0)
      for (const { counts } of series) expect(counts).toHaveLength(12)
    }
  })

  it('refuses an unknown trend', async () => {
    expect((await app.as(app.persona('Niamh').id).get('/trends/salaries')).status).toBe(400)
  })

  it('counts denied requests of this week', async () => {
    const deniedIn = async () => (await read('audit')).series.find(({ key }) => key === 'denied')!.counts.at(-1)!
    const before = await deniedIn()
    await app.as(app.persona('Priya').id).get('/trends/audit')
    expect(await deniedIn()).toBe(before + 1)
  })

  it('starts weeks on Monday in UTC, and leaves out older rows', async () => {
    const past = await startTestApp({ runJobs: false, now: () => now })
    try {
      await past.db.deleteFrom('feedback').execute()
      const times = ['2025-12-21T23:59:59Z', '2025-12-22T00:00:00Z', '2026-03-08T23:59:59Z', '2026-03-09T00:00:00Z', '2026-03-11T09:00:00Z']
      const previous = app
      app = past
      for (const [index, at] of times.entries()) await sendFeedback(`FBK-${index}`, index === 4 ? 2 : 5, at)
      const { weeks, series } = await read('feedback')
      app = previous
      expect(weeks[0]).toBe('2025-12-22')
      expect(weeks.at(-1)).toBe('2026-03-09')
      const none = Array<number>(9).fill(0)
      expect(series).toEqual([
        { key: 'good', counts: [1, ...none, 1, 1] },
        { key: 'other', counts: [0, ...none, 0, 1] },
      ])
    } finally {
      await past.close()
    }
  })
})
