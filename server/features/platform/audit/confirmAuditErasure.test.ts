import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { administrator, allEvents, legalGround, linkedUserOf, requestErasure, secondAdministrator, verifyAll } from './erasures.fixture.ts'
import { chainEvents, niamh, systemActionsWithCode } from './events.fixture.ts'

let app: TestApp
let now = new Date()
let tower: { id: string }
let ledTowerId: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => now })
  tower = await systemActionsWithCode(app, 'AUDK')
  const message = `As Tomasz Zalewski said (${app.persona('Tomasz').email}), not Tomasz Zalewskiewicz`
  const body = { name: 'Led', code: 'LEDK', description: message, leadIds: [tomasz(), app.persona('Ravi').id], costCentre: 'CC-1000' }
  ledTowerId = (await niamh(app).post('/towers', body)).body.id
  await chainEvents(app)
})
afterAll(() => app.close())
afterEach(() => app.db.updateTable('people').set({ employee_id: null }).where('employee_id', '=', 'SAME-1').execute())

const tomasz = () => app.persona('Tomasz').id
const submitErasure = async (overrides: object = {}) => (await requestErasure(app, tomasz(), overrides)).body.id as string
const confirm = (id: string, administrator = secondAdministrator(app)) => administrator.post(`/audit/erasures/${id}/confirm`, undefined)
const event = async (operation: string, subject: string) =>
  (await allEvents(app)).find((each) => each.operation === operation && each.subject_id === subject)!
const expectUnconfirmed = async (id: string, ...administrators: ReturnType<typeof secondAdministrator>[]) => {
  const eventsBefore = (await allEvents(app)).filter(({ outcome }) => outcome === 'allowed')
  const codes = []
  for (const each of administrators) codes.push((await confirm(id, each)).body.code)
  expect((await allEvents(app)).filter(({ outcome }) => outcome === 'allowed')).toEqual(eventsBefore)
  return codes
}
const adminClient = (name: string) => app.as(app.persona(name).id, ['Slipway.Admin'])

describe('confirmAuditErasure', () => {
  let id: string
  beforeAll(async () => {
    id = await submitErasure()
  })

  roleSuite(
    'confirmAuditErasure',
    () => app,
    () => ({ path: `/audit/erasures/${id}/confirm` }),
  )

  it('denies the requester, the person to be erased, and the author of the events', async () => {
    expect(await expectUnconfirmed(id, administrator(app), adminClient('Tomasz'), adminClient('Niamh'))).toEqual([
      'forbidden',
      'forbidden',
      'forbidden',
    ])
  })

  it.each(['Samuel', 'Tomasz', 'Niamh'])('denies a second user account of %s', async (name) => {
    await linkedUserOf(app, app.persona(name).id, app.persona('Ewa').id)
    expect(await expectUnconfirmed(id, adminClient('Ewa'))).toEqual(['forbidden'])
  })

  it('denies a session without a recent step-up sign-in', async () => {
    expect(await expectUnconfirmed(id, app.as(app.persona('Margaret').id, ['Slipway.Admin'], { strong: false }))).toEqual(['stepUpNeeded'])
  })

  it('rejects, in the database, two user accounts of one human, the administrators’ own events, and unconfirmed erasures', async () => {
    const close = (closedBy: string) =>
      app.db
        .updateTable('audit_erasure_requests')
        .set({ status: 'confirmed', closed_by: closedBy, closed_at: now, request_id: 'by hand' })
        .where('id', '=', id)
        .execute()
    await expect(close(app.persona('Samuel').id)).rejects.toMatchObject({ constraint: 'erasure_takes_two_humans' })
    await expect(close(tomasz())).rejects.toMatchObject({ constraint: 'cannot_erase_own_data' })
    await linkedUserOf(app, app.persona('Samuel').id, app.persona('Ewa').id)
    await expect(close(app.persona('Ewa').id)).rejects.toMatchObject({ constraint: 'erasure_takes_two_humans' })
    await expect(sql`select erase_audit_person(${id}::uuid, '[]')`.execute(app.db)).rejects.toThrow(/not confirmed/)
    const { id: eventId } = await event('createTower', ledTowerId)
    await expect(app.db.updateTable('audit_events').set({ after: null }).where('id', '=', eventId).execute()).rejects.toMatchObject({
      constraint: 'append_only',
    })
    await expect(sql`update audit_erasure_requests set actors = '{}' where id = ${id}`.execute(app.db)).rejects.toMatchObject({
      constraint: 'append_only',
    })
    await expect(sql`delete from audit_erasure_requests`.execute(app.db)).rejects.toMatchObject({ constraint: 'append_only' })
  })

  it('rejects a request that was withdrawn or has expired', async () => {
    expect((await secondAdministrator(app).post(`/audit/erasures/${id}/withdraw`, undefined)).status).toBe(200)
    const lateId = await submitErasure()
    now = new Date(now.getTime() + 7 * 86_400_000)
    for (const each of [id, lateId]) expect((await confirm(each)).body.code).toBe('wrongState')
    expect((await confirm('0197b1f0-0000-7000-8000-000000000001')).status).toBe(404)
  })

  it('replaces the text that identifies the person, and no other field', async () => {
    const eventsBefore = await allEvents(app)
    const response = await confirm(await submitErasure())
    expect([response.status, response.body]).toMatchObject([200, { status: 'confirmed', closedBy: 'Margaret Llewellyn', can: {} }])
    const after = new Map((await allEvents(app)).map((each) => [each.id, each]))
    const changedEvents = eventsBefore.filter((each) => JSON.stringify(each) !== JSON.stringify(after.get(each.id)))
    expect(changedEvents.length).toBeGreaterThan(1)
    for (const each of changedEvents) {
      const now = after.get(each.id)!
      const expected = JSON.parse(
        JSON.stringify(each)
          .replaceAll(tomasz(), 'erased')
          .replaceAll(/(?<!\w)Tomasz Zalewski(?!\w)/g, 'erased')
          .replaceAll(app.persona('Tomasz').email!, 'erased'),
      )
      const { who_salt, subject_salt, what_salt, actor_id, credential, subject_id, at, ...remaining } = JSON.parse(JSON.stringify(now))
      expect(expected).toMatchObject(remaining)
      if (each.actor_id !== tomasz()) expect([actor_id, credential]).toEqual([each.actor_id, each.credential])
      expect(subject_id).toBe(each.subject_id === tomasz() ? null : each.subject_id)
    }
    const ledTowerEvent = await event('createTower', ledTowerId)
    expect(ledTowerEvent).toMatchObject({
      actor_name: 'Niamh Brennan',
      after: { name: 'Led', description: 'As erased said (erased), not Tomasz Zalewskiewicz' },
    })
    const [rejection] = (await niamh(app).get(`/audit/events?filter=subject==${tower.id};outcome==denied`)).body.items
    expect(rejection).toMatchObject({ actor: { id: null, displayName: 'erased', credential: 'erased' }, erased: ['who'] })
    const { body: erasedEvent } = await niamh(app).get(`/audit/events/${ledTowerEvent.id}`)
    expect(erasedEvent).toMatchObject({
      chainLink: { valid: true },
      erased: ['what'],
      erasure: { by: 'Margaret Llewellyn', reason: legalGround },
    })
    expect(erasedEvent.names).not.toHaveProperty(tomasz())
  })

  it('leaves a valid trail and records the people who requested and confirmed it', async () => {
    await chainEvents(app)
    expect(await verifyAll(app)).toMatchObject({ outcome: 'sound', findings: [], erasedParts: expect.any(Number) })
    const order = (await allEvents(app)).find(({ operation, outcome }) => operation === 'confirmAuditErasure' && outcome === 'allowed')
    expect(order).toMatchObject({
      actor_id: app.persona('Margaret').id,
      subject_id: tomasz(),
      after: { requestedBy: app.persona('Samuel').id, reason: legalGround, digest: expect.any(String), signature: expect.any(String) },
    })
  })

  it('can erase another person from the same events without changing the earlier erasure', async () => {
    const orders = async () => (await allEvents(app)).filter(({ operation }) => operation.endsWith('AuditErasure'))
    const ordersBefore = await orders()
    const ravi = (await requestErasure(app, app.persona('Ravi').id)).body
    expect((await confirm(ravi.id)).status).toBe(200)
    expect((await orders()).slice(0, ordersBefore.length)).toEqual(ordersBefore)
    expect(JSON.stringify((await event('createTower', ledTowerId)).after)).not.toContain(app.persona('Ravi').id)
    await chainEvents(app)
    expect(await verifyAll(app)).toMatchObject({ outcome: 'sound', findings: [] })
  })

  it('keeps every other change to an event detectable, in any field', async () => {
    const { id } = await event('createTower', ledTowerId)
    await sql`alter table audit_events disable trigger audit_events_append_only`.execute(app.db)
    const remaining = await sql<{ after: string }>`select after::text as after from audit_events where id = ${id}`.execute(app.db)
    await sql`update audit_events set after = jsonb_set(after, '{name}', '"Another"') where id = ${id}`.execute(app.db)
    expect((await verifyAll(app)).findings).toContainEqual(expect.objectContaining({ kind: 'changed', eventId: id, part: 'what' }))
    await sql`update audit_events set after = ${remaining.rows[0]!.after}::jsonb where id = ${id}`.execute(app.db)
    expect((await verifyAll(app)).outcome).toBe('sound')
  })

  it('makes a forged erasure detectable if it has only one administrator or no valid signature', async () => {
    const rows = await sql<{ request: string }>`select distinct request_id as request from audit_erasures`.execute(app.db)
    const { request } = rows.rows[0]!
    const verifyForged = async (transform: (after: Record<string, unknown>) => object) => {
      const { id, after, actor_id } = (await allEvents(app)).find(
        (each) => each.request_id === request && each.operation === 'confirmAuditErasure',
      )!
      const { actor_id: actor, ...content } = {
        ...(after as Record<string, unknown>),
        ...transform(after as Record<string, unknown>),
      } as Record<string, unknown>
      // The change makes the chain hash wrong, but this test covers only the checks of the signed erasure.
      await sql`update audit_events set after = ${JSON.stringify(content)}::jsonb, actor_id = ${(actor as string) ?? actor_id} where id = ${id}`.execute(
        app.db,
      )
      const matches = (await verifyAll(app)).findings.filter(({ kind }) => kind === 'erased').map(({ message }) => message)
      await sql`update audit_events set after = ${JSON.stringify(after)}::jsonb, actor_id = ${actor_id} where id = ${id}`.execute(app.db)
      return matches
    }
    expect(await verifyForged(() => ({}))).toEqual([])
    expect(await verifyForged(() => ({ signature: 'AAAA' }))).toEqual([expect.stringContaining('not signed')])
    expect(await verifyForged(() => ({ digest: '00' }))).toEqual([expect.stringContaining('doesn’t cover')])
    expect(await verifyForged(({ requestedBy }) => ({ actor_id: requestedBy }))).toEqual([expect.stringContaining('two administrators')])
    expect(await verifyForged(() => ({ erasureId: 'another' }))).toEqual([expect.stringContaining('two administrators')])
  })

  it('rejects an erasure that is already confirmed', async () => {
    const { items } = (await secondAdministrator(app).get('/audit/erasures')).body
    expect((await confirm(items[0].id)).body.code).toBe('wrongState')
  })
})
