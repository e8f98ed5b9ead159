import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { startSchedules } from '../../../workflows/startSchedules.ts'
import { scheduleTitles } from './scheduleTitles.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)

describe('listQueues', () => {
  it('counts waiting, delayed and failed jobs, with the time of the oldest waiting job', async () => {
    const queueBefore = (await as('Niamh').get('/cockpit/queues')).body.queues.find(({ name }: { name: string }) => name === 'groupAlerts')
    await app.db.transaction().execute(async (tx) => {
      await app.jobs.send(tx, 'groupAlerts', {})
      await app.jobs.send(tx, 'groupAlerts', {}, { afterMs: 3_600_000 })
    })
    const { status, body } = await as('Grace').get('/cockpit/queues')
    expect(status).toBe(200)
    const queue = body.queues.find(({ name }: { name: string }) => name === 'groupAlerts')
    expect(queue).toMatchObject({
      title: 'Alerts',
      waiting: queueBefore.waiting + 1,
      later: queueBefore.later + 1,
      failed: 0,
      atLeast: false,
    })
    expect(Date.parse(queue.oldestWaitingSince)).toBeLessThanOrEqual(Date.now() + 1_000)
    expect(body.can.act).toEqual(expect.any(String))
    const titles = body.queues.map(({ title }: { title: string }) => title)
    expect(titles, 'where nothing is paused or given up').toEqual(titles.toSorted((a: string, b: string) => a.localeCompare(b, 'en')))
    expect(body.queues.every(({ title, does }: { title: string; does: string }) => title && does)).toBe(true)
  })

  it('shows the last run of each schedule, its duration, its failure and its next run', async () => {
    const hourlySchedule = { periodMs: 3_600_000, offsetMs: 0, timeoutMs: 60_000 }
    const everySecond = { ...hourlySchedule, periodMs: 1_000 }
    const runningSchedules = await startSchedules(
      {
        expireAccess: { ...hourlySchedule, run: async () => {} },
        syncStores: { ...everySecond, run: () => Promise.reject(new Error('The store directory is down.')) },
      },
      { db: app.db, log: { warn() {} }, pollIntervalMs: 50 },
    )
    const scheduleOf = async (name: string) =>
      (await as('Grace').get('/cockpit/queues')).body.schedules.find((each: { name: string }) => each.name === name)
    await until(async () => {
      const row = await app.db.selectFrom('schedules').select('failures').where('name', '=', 'syncStores').executeTakeFirst()
      return (row?.failures ?? 0) > 0
    })
    await runningSchedules.stop()
    const { nextRun, lastRun, ...failed } = await scheduleOf('syncStores')
    expect(failed).toMatchObject({
      title: scheduleTitles.syncStores.title,
      running: false,
      lastError: 'The store directory is down.',
      paused: null,
    })
    expect(failed.lastDurationMs).toBeGreaterThanOrEqual(0)
    expect(Date.parse(lastRun)).toBeLessThanOrEqual(Date.parse(nextRun))
    expect(await scheduleOf('expireAccess')).toMatchObject({
      everySeconds: 3_600,
      lastRun: null,
      lastDurationMs: null,
      failures: 0,
      lastError: null,
    })
    expect(Date.parse((await scheduleOf('expireAccess')).nextRun) % 3_600_000).toBe(0)
  })

  roleSuite(
    'listQueues',
    () => app,
    () => ({ path: '/cockpit/queues' }),
  )

  it('rejects unknown parameters', async () => {
    expect((await as('Niamh').get('/cockpit/queues?name=work')).status).toBe(400)
  })
})
