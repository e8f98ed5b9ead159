import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { nextRun } from './nextRun.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)

describe('listQueues works', () => {
  it('counts what waits, what comes later, what has failed and since when, and says when a schedule comes next', async () => {
    const before = (await as('Niamh').get('/cockpit/queues')).body.queues.find(({ name }: { name: string }) => name === 'tidy')
    await app.db.transaction().execute(async (tx) => {
      await app.jobs.send(tx, 'tidy', {})
      await app.jobs.send(tx, 'tidy', {}, { afterMs: 3_600_000 })
    })
    const { status, body } = await as('Grace').get('/cockpit/queues')
    expect(status).toBe(200)
    const queue = body.queues.find(({ name }: { name: string }) => name === 'tidy')
    expect(queue).toMatchObject({ title: 'Clock', waiting: before.waiting + 1, later: before.later + 1, failed: 0, atLeast: false })
    expect(Date.parse(queue.oldestWaitingSince)).toBeLessThanOrEqual(Date.now() + 1_000)
    expect(body.can.act).toBe('Administrators do this; auditors look on.')
    const titles = body.queues.map(({ title }: { title: string }) => title)
    expect(titles, 'where nothing is paused or given up').toEqual(
      titles.toSorted((one: string, other: string) => one.localeCompare(other, 'en')),
    )
    expect(body.queues.every(({ title, does }: { title: string; does: string }) => title && does)).toBe(true)
  })

  it.each([
    ['* * * * *', '2026-03-01T10:05:00.000Z'],
    ['*/15 * * * *', '2026-03-01T10:15:00.000Z'],
    ['23 * * * *', '2026-03-01T10:23:00.000Z'],
    ['0 7 * * *', '2026-03-02T07:00:00.000Z'],
    ['0 0 1 * *', undefined],
  ])('finds the next time of %s', (cron, next) => {
    expect(nextRun(cron, new Date('2026-03-01T10:04:30Z'))?.toISOString()).toBe(next)
  })
})

describe('listQueues refuses', () => {
  roleSuite(
    'listQueues',
    () => app,
    () => ({ path: '/cockpit/queues' }),
  )
})

describe('listQueues fails', () => {
  it('on what it does not know', async () => {
    expect((await as('Niamh').get('/cockpit/queues?name=work')).status).toBe(400)
  })
})
