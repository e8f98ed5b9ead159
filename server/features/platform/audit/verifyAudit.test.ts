import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { niamh, systemActionsWithCode } from './events.fixture.ts'
import { verifyAuditTrail } from './verifications.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await systemActionsWithCode(app, 'AUDG')
})
afterAll(() => app.close())

const status = async () => (await niamh(app).get('/audit/status')).body
async function runVerification() {
  expect((await niamh(app).post('/audit/verifications')).status).toBe(202)
  await until(async () => (await status()).verification.endedAt !== null)
  return (await status()).verification
}

describe('verifyAudit', () => {
  it('checks the whole chain in a job and reports the result', async () => {
    const { lastSeq } = await status()
    expect(await runVerification()).toMatchObject({ state: 'sound', requestedBy: 'Niamh Brennan', events: lastSeq, lastSeq, findings: [] })
  })

  it('reports tampered events', async () => {
    await sql`alter table audit_events disable trigger audit_events_append_only`.execute(app.db)
    await sql`update audit_events set actor_name = 'Another person' where id = (select event_id from audit_chain where seq = 2)`.execute(
      app.db,
    )
    const { state, findings } = await runVerification()
    expect([state, findings]).toMatchObject([
      'broken',
      [{ kind: 'changed', seq: 2, part: 'who', message: expect.stringContaining('the actor') }],
    ])
    await runVerification()
    const notifications = await app.db.selectFrom('notifications').select('person_id').where('kind', '=', 'auditUnsound').execute()
    const expected = ['Niamh', 'Elif', 'Grace'].map((name) => app.persona(name).id)
    expect(notifications.map((each) => each.person_id).sort()).toEqual(expected.sort())
  })

  it('runs once for concurrent calls, and on schedule each night', async () => {
    const count = async () => Number((await sql<{ n: number }>`select count(*) as n from audit_verifications`.execute(app.db)).rows[0]!.n)
    const countBefore = await count()
    const responses = await Promise.all([1, 2, 3].map(() => app.as(app.persona('Grace').id).post('/audit/verifications')))
    expect(new Set(responses.map(({ body }) => body.id)).size).toBeLessThanOrEqual((await count()) - countBefore)
    await until(async () => (await status()).verification.endedAt !== null)
    await verifyAuditTrail({ ...app.context, log: { info() {}, warn() {} } }, {}, new AbortController().signal)
    expect((await status()).verification).toMatchObject({ requestedBy: null, state: 'broken' })
  })

  roleSuite(
    'verifyAudit',
    () => app,
    () => ({ path: '/audit/verifications' }),
  )

  it('shows an error when the trail cannot be read', async () => {
    await sql`alter table audit_erasures rename to audit_erasures_away`.execute(app.db)
    try {
      expect((await runVerification()).state).toBe('failed')
    } finally {
      await sql`alter table audit_erasures_away rename to audit_erasures`.execute(app.db)
    }
  })
})

describe('verifyAudit after its process was killed', () => {
  it('is repeated the next night', async () => {
    const world = { ...app.context, log: { info() {}, warn() {} } }
    await expect(verifyAuditTrail(world, {}, AbortSignal.abort(new Error('aborted')))).rejects.toThrow()
    const { id, endedAt } = (await status()).verification
    expect(endedAt).toBeNull()
    await verifyAuditTrail(world, {}, new AbortController().signal)
    expect((await status()).verification).toMatchObject({ id, state: 'broken', endedAt: expect.any(String) })
  })
})
