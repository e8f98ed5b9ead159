import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { keysToTrust } from '../../../audit/auditKey.ts'
import { isSigned } from '../../../audit/checkpoint.ts'
import { niamh, systemActionsWithCode } from './events.fixture.ts'

let app: TestApp
let renameEventId: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  const tower = await systemActionsWithCode(app, 'AUDC')
  const { items } = (await niamh(app).get(`/audit/events?filter=subject==${tower.id};operation==updateTower;outcome==allowed`)).body
  renameEventId = items[0].id
})
afterAll(() => app.close())

const fetchEvent = async (id: string) => (await niamh(app).get(`/audit/events/${id}`)).body

describe('getAuditEvent', () => {
  it('shows the values before and after, and the proof of the event’s position in the chain', async () => {
    const event = await fetchEvent(renameEventId)
    expect(event).toMatchObject({
      before: { name: 'Tower AUDC' },
      after: { name: 'Renamed AUDC' },
      erasure: null,
      chainLink: { seq: event.seq, valid: true, hash: expect.stringMatching(/^[\da-f]{64}$/) },
    })
    expect(event.chainLink.checkpoint.seq).toBeGreaterThanOrEqual(event.seq)
    expect(isSigned(event.chainLink.checkpoint, keysToTrust(app.config))).toBe(true)
  })

  it('reports an event that was changed', async () => {
    await sql`alter table audit_events disable trigger audit_events_append_only`.execute(app.db)
    await sql`update audit_events set actor_name = 'Another person' where id = ${renameEventId}`.execute(app.db)
    expect((await fetchEvent(renameEventId)).chainLink.valid).toBe(false)
    await sql`update audit_events set actor_name = 'Niamh Brennan' where id = ${renameEventId}`.execute(app.db)
    await sql`alter table audit_events enable trigger audit_events_append_only`.execute(app.db)
    expect((await fetchEvent(renameEventId)).chainLink.valid).toBe(true)
  })

  it('doesn’t show a position before the event is chained', async () => {
    await niamh(app).patch('/towers/00000000-0000-4000-8000-000000000000', { name: 'Lost' })
    const { items } = (await niamh(app).get('/audit/events?size=1')).body
    expect(items[0]).toMatchObject({ outcome: 'failed', seq: null })
    expect(await fetchEvent(items[0].id)).toMatchObject({ chainLink: null })
  })

  roleSuite(
    'getAuditEvent',
    () => app,
    () => ({ path: `/audit/events/${renameEventId}` }),
  )

  it('returns 404 for an unknown event', async () => {
    expect((await niamh(app).get('/audit/events/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })
})
