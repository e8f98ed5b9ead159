import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)

describe('retryQueue', () => {
  it('queues failed jobs again with a fresh set of retries, and is audited', async () => {
    await app.jobs.send(app.db, 'checkHealth', {})
    await sql`update pgboss.job set state = 'failed', retry_count = 100, completed_on = now(), output = '{"message":"Azure was down."}' where name = 'checkHealth'`.execute(
      app.db,
    )
    const readView = async () =>
      (await as('Niamh').get('/cockpit/queues')).body.queues.find(({ name }: { name: string }) => name === 'checkHealth')
    expect(await readView()).toMatchObject({ failed: 1, waiting: 0, lastError: 'Azure was down.' })
    expect(await as('Niamh').post('/cockpit/queues/checkHealth/retry')).toMatchObject({ status: 200, body: { queued: 1, left: false } })
    expect(await readView()).toMatchObject({ failed: 0, waiting: 1 })
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'retryQueue')
      .where('outcome', '=', 'allowed')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ subject_kind: 'queue', after: { queued: 1 } })
    expect((await as('Niamh').post('/cockpit/queues/checkHealth/retry')).body).toEqual({ queued: 0, left: false })
  })

  roleSuite(
    'retryQueue',
    () => app,
    () => ({ path: '/cockpit/queues/work/retry' }),
  )

  it('returns 404 for an unknown queue', async () => {
    expect((await as('Niamh').post('/cockpit/queues/nothing/retry')).status).toBe(404)
    expect((await as('Niamh').post('/cockpit/queues/a%20b/retry')).status).toBe(400)
  })
})
