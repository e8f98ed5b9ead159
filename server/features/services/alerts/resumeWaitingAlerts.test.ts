import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../../test/until.ts'
import { handlers } from '../../../handlers.ts'
import { logger } from '../../../http/logger.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { toAlertEvents } from './alertEvents.ts'
import { type AlertApp, groupsOf, incidentsOf, minuteMs, send, startAlertApp } from './alerts.fixture.ts'
import { enqueueDelayed } from './enqueueDelayed.ts'
import { parsePayload } from './formats/parsePayload.ts'
import { resumeWaitingAlerts } from './resumeWaitingAlerts.ts'
import { storeAlertEvents } from './storeAlertEvents.ts'

let app: AlertApp
let to: Awaited<ReturnType<AlertApp['place']>>
beforeAll(async () => {
  app = await startAlertApp()
})
afterAll(() => app.close())

const day = 24 * 60 * minuteMs
const countQueuedJobs = async (queue: string) => {
  const jobs = await sql`select from pgboss.job where name = ${queue} and state = 'created'`.execute(app.db)
  return jobs.rows.length
}

describe('resumeWaitingAlerts', () => {
  it('queues a job for stored alerts whose job was lost', async () => {
    to = await app.place()
    const failingJobs: Jobs = { send: () => Promise.reject(new Error('killed')) }
    const from = { accountId: to.accountId, keyId: to.id, now: app.context.now() }
    await storeAlertEvents({ db: app.db, jobs: failingJobs }, toAlertEvents(parsePayload({ title: 'Notification lost' }), {}, from))
    expect(await countQueuedJobs('groupAlerts')).toBe(0)
    await resumeWaitingAlerts(app.context)
    expect(await countQueuedJobs('groupAlerts')).toBe(1)
  })

  it('queues one job for any number of alerts, and an earlier job if an alert is due sooner', async () => {
    const otherTarget = await app.place()
    for (let n = 0; n < 5; n++) await send(app, otherTarget, { title: `Alert ${n}` })
    expect(await countQueuedJobs('groupAlerts')).toBe(1)
    const delaysMs = [60_000, 60_000, 90_000, 0, 0]
    const queuedCounts: number[] = []
    for (const afterMs of delaysMs) {
      await enqueueDelayed(app.context, 'syncAlertsToServiceNow', afterMs)
      queuedCounts.push(await countQueuedJobs('syncAlertsToServiceNow'))
    }
    expect(queuedCounts).toEqual([1, 1, 1, 2, 2])
  })

  it('sends an alert and its resolution to ServiceNow through the queues', async () => {
    await app.jobs.work(handlers({ ...app.context, databaseUrl: app.databaseUrl, log: logger('silent') }))
    await until(async () => (await groupsOf(app, to.accountId))[0]?.incident_status === 'open')
    expect((await incidentsOf(app, to.accountId)).length).toBe(1)
    await send(app, to, { title: 'Notification lost', status: 'resolved' })
    await until(async () => (await groupsOf(app, to.accountId))[0]?.incident_status === 'resolved')
  })

  it('deletes alert events after a month and cleared groups after half a year, but not active ones', async () => {
    const to = await app.place()
    await send(app, to, { title: 'Over' })
    await send(app, to, { title: 'Over', status: 'resolved' })
    await send(app, to, { title: 'Still on' })
    await until(async () => {
      const groups = await groupsOf(app, to.accountId)
      return groups.length === 2 && groups.every(({ due_at, synced_at }) => due_at === null && synced_at !== null)
    })
    const events = () => app.db.selectFrom('alert_events').select('id').where('account_id', '=', to.accountId).execute()
    app.pass(29 * day)
    await resumeWaitingAlerts(app.context)
    expect((await events()).length).toBe(3)
    app.pass(2 * day)
    await resumeWaitingAlerts(app.context)
    expect([(await events()).length, (await groupsOf(app, to.accountId)).length]).toEqual([0, 2])
    app.pass(150 * day)
    await resumeWaitingAlerts(app.context)
    expect(await groupsOf(app, to.accountId)).toMatchObject([{ title: 'Still on', state: 'firing' }])
  })
})
