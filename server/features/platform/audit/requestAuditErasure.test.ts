import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { administrator, allEvents, legalGround, linkedUserOf, requestErasure, secondAdministrator } from './erasures.fixture.ts'
import { chainEvents, niamh, systemActionsWithCode } from './events.fixture.ts'
import { ownErasure } from './policy.ts'

let app: TestApp
let now = new Date()
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => now })
  await systemActionsWithCode(app, 'AUDJ')
  const body = { name: 'Led', code: 'LEDJ', description: 'Led by him', leadIds: [tomasz()], costCentre: 'CC-1000' }
  if ((await niamh(app).post('/towers', body)).status !== 201) throw new Error('no tower')
  await chainEvents(app)
})
afterAll(() => app.close())

const tomasz = () => app.persona('Tomasz').id
const open = () => app.db.selectFrom('audit_erasure_requests').selectAll().where('status', '=', 'open').execute()

describe('requestAuditErasure', () => {
  roleSuite(
    'requestAuditErasure',
    () => app,
    () => ({ path: '/audit/erasures', body: { personId: tomasz(), reason: legalGround } }),
  )

  it('denies a session without a recent step-up sign-in', async () => {
    const weakCaller = app.as(app.persona('Samuel').id, ['Slipway.Admin'], { strong: false })
    expect((await weakCaller.post('/audit/erasures', { personId: tomasz(), reason: legalGround })).body.code).toBe('stepUpNeeded')
    expect(await open()).toEqual([])
  })

  it('denies administrators whose own events would change, and the person to be erased, even with a different user account', async () => {
    const submitErasure = (personaName: string, personId: string) =>
      app.as(app.persona(personaName).id, ['Slipway.Admin']).post('/audit/erasures', { personId, reason: legalGround })
    expect((await submitErasure('Niamh', tomasz())).status).toBe(403)
    expect((await submitErasure('Tomasz', tomasz())).status).toBe(403)
    // Administrators are notified, so the person in this test must not be one.
    await app.db.updateTable('people').set({ roles: [] }).where('id', '=', tomasz()).execute()
    await linkedUserOf(app, app.persona('Niamh').id, app.persona('Ewa').id)
    expect((await submitErasure('Ewa', tomasz())).status).toBe(403)
    await app.db.updateTable('people').set({ employee_id: null }).where('employee_id', '=', 'SAME-1').execute()
    await linkedUserOf(app, tomasz(), app.persona('Ewa').id)
    expect((await submitErasure('Ewa', tomasz())).status).toBe(403)
    await app.db.updateTable('people').set({ employee_id: null }).where('employee_id', '=', 'SAME-1').execute()
    expect(await open()).toEqual([])
  })

  it('rejects the person in the database', async () => {
    const row = {
      id: '0197b1f0-0000-7000-8000-000000000001',
      person_id: tomasz(),
      reason: legalGround,
      by_name: false,
      requested_by: tomasz(),
    }
    const remaining = { requested_at: now, expires_at: new Date(now.getTime() + 1_000), actors: [], who: 0, subject: 0, what: 0 }
    const closingColumns = { closed_by: null, closed_at: null, request_id: null }
    await expect(
      app.db
        .insertInto('audit_erasure_requests')
        .values({ ...row, ...remaining, ...closingColumns })
        .execute(),
    ).rejects.toMatchObject({ constraint: 'cannot_erase_own_data' })
  })

  it('changes nothing yet, is shown to both administrators, and notifies only administrators and auditors', async () => {
    await app.db.updateTable('people').set({ roles: [] }).where('id', '=', tomasz()).execute()
    const changes: unknown[] = []
    const stop = app.context.changes.subscribe((change) => changes.push(change))
    const eventsBefore = await allEvents(app)
    const { status, body } = await requestErasure(app, tomasz())
    expect([status, body]).toMatchObject([
      201,
      {
        person: { id: tomasz(), displayName: 'Tomasz Zalewski' },
        status: 'open',
        reason: legalGround,
        who: expect.any(Number),
        can: { confirm: ownErasure, withdraw: true },
      },
    ])
    expect((await allEvents(app)).slice(0, eventsBefore.length)).toEqual(eventsBefore)
    const { items } = (await secondAdministrator(app).get('/audit/erasures')).body
    expect(items).toMatchObject([{ id: body.id, can: { confirm: true, withdraw: true } }])
    await expect
      .poll(() => changes)
      .toMatchObject([{ kind: 'auditErasure', id: body.id, people: expect.arrayContaining([app.persona('Grace').id]) }])
    stop()
    expect(JSON.stringify(changes)).not.toContain(tomasz())
    expect((changes[0] as { people: string[] }).people).not.toContain(app.persona('Priya').id)
  })

  it('allows one open request per person, and a new one after it expires', async () => {
    expect((await requestErasure(app, tomasz())).body.code).toBe('conflict')
    now = new Date(now.getTime() + 7 * 86_400_000)
    expect((await administrator(app).get('/audit/erasures')).body.items[0]).toMatchObject({ status: 'expired' })
    expect((await requestErasure(app, tomasz())).status).toBe(201)
    expect((await open()).length).toBe(1)
  })

  it('rejects a reason that is too short, and a person who is not in the trail', async () => {
    expect((await requestErasure(app, tomasz(), { reason: 'because' })).status).toBe(400)
    expect((await requestErasure(app, '00000000-0000-4000-8000-000000000000')).body.code).toBe('conflict')
  })
})
