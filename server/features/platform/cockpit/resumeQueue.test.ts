import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { pausedJobKey } from '../../../workflows/jobs.ts'

const jobChannel = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const niamh = () => app.as(app.persona('Niamh').id)
const resume = (name: string) => niamh().post(`/cockpit/queues/${name}/resume`)
const jobs = async (state: string) =>
  (
    await sql<{
      data: object | null
    }>`select data from pgboss.job where name = 'verifyAudit' and state::text = ${state} order by created_on`.execute(app.db)
  ).rows

describe('resumeQueue', () => {
  it('continues immediately with all jobs that were queued in the meantime', async () => {
    const reason = 'The disk of the archive is being replaced.'
    await niamh().post('/cockpit/queues/verifyAudit/pause', { reason })
    const countBefore = (await jobs('completed')).length
    const ids = [crypto.randomUUID(), crypto.randomUUID()]
    for (const id of [...ids, ...ids]) await app.jobs.send(app.db, 'verifyAudit', { id })
    await until(async () => (await jobs('completed')).length === countBefore + 4)
    expect((await jobs('created')).map(({ data }) => data)).toEqual(ids.map((id) => ({ id })))
    const announced: string[] = []
    const listener = new pg.Client({ connectionString: app.databaseUrl })
    await listener.connect()
    listener.on('notification', ({ payload }) => announced.push(payload ?? ''))
    await listener.query(`listen ${jobChannel}`)
    expect(await resume('verifyAudit')).toMatchObject({ status: 200, body: { restored: 2 } })
    await until(async () => (await jobs('created')).length === 0)
    // Without a notification, the jobs would start at the next poll, which is up to 10 seconds later.
    await until(() => announced.includes('verifyAudit'))
    await listener.end()
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'resumeQueue')
      .where('outcome', '=', 'allowed')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ subject_id: 'verifyAudit', before: { paused: true, reason }, after: { paused: false, restored: 2 } })
    expect((await niamh().get('/work/overview')).body.pauses).toEqual([])
    const stored = sql`select from pgboss.job where name = 'verifyAudit' and state = 'created' and singleton_key = ${pausedJobKey}`
    await niamh().post('/cockpit/queues/verifyAudit/pause', { reason })
    await app.jobs.send(app.db, 'verifyAudit', { id: ids[0]! })
    await until(async () => (await stored.execute(app.db)).rows.length === 1)
    expect((await resume('verifyAudit')).body).toEqual({ restored: 1 })
  })

  roleSuite(
    'resumeQueue',
    () => app,
    () => ({ path: '/cockpit/queues/nothing/resume' }),
  )

  it('rejects a queue that is not paused, and returns 404 for an unknown one', async () => {
    expect(await resume('expireAccess')).toMatchObject({ status: 409, body: { code: 'wrongState' } })
    expect((await resume('nothing')).status).toBe(404)
  })
})
