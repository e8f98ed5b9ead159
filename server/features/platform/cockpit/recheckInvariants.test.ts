import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'

const path = '/cockpit/invariants/check'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const niamh = () => app.as(app.persona('Niamh').id)

describe('recheckInvariants', () => {
  it('checks every rule immediately, once for repeated calls, and is audited', async () => {
    const checked = async () => (await niamh().get('/cockpit/invariants')).body
    await app.db.deleteFrom('invariant_checks').execute()
    expect((await checked()).checkedAt).toBeNull()
    const responses = await Promise.all([niamh().post(path), niamh().post(path)])
    expect(responses.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([202, { queued: true }]))
    await until(async () => (await checked()).checkedAt !== null)
    expect((await checked()).invariants.every(({ problem }: { problem: string | null }) => problem === null)).toBe(true)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pgboss.job where name = 'checkInvariants'`.execute(app.db)
    expect(rows[0]!.n).toBeLessThanOrEqual(2)
    const events = app.db.selectFrom('audit_events').select(['outcome', 'subject_id']).where('operation', '=', 'recheckInvariants')
    expect(await events.execute()).toEqual(Array(2).fill({ outcome: 'allowed', subject_id: 'checkInvariants' }))
  })

  roleSuite(
    'recheckInvariants',
    () => app,
    () => ({ path }),
  )

  it('rejects a paused queue, and doesn’t start a check', async () => {
    const pause = {
      queue: 'checkInvariants' as const,
      paused_by: app.persona('Niamh').id,
      paused_at: new Date(),
      reason: 'The database moves.',
    }
    await app.db.insertInto('queue_pauses').values(pause).execute()
    expect(await niamh().post(path)).toMatchObject({ status: 409, body: { code: 'wrongState' } })
    await app.db.deleteFrom('queue_pauses').execute()
  })
})
