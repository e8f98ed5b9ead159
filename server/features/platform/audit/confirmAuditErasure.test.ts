import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { allEvents, first, legalGround, requestErasure, sameHuman, second, verified } from './erasures.fixture.ts'
import { chainNow, niamh, systemActionsWithCode } from './events.fixture.ts'

let app: TestApp
let now = new Date()
let tower: { id: string }
let ledId: string
beforeAll(async () => {
  app = await startTestApp({ work: false, now: () => now })
  tower = await systemActionsWithCode(app, 'AUDK')
  const said = `As Tomasz Zalewski said (${app.persona('Tomasz').email}), not Tomasz Zalewskiewicz`
  const body = { name: 'Led', code: 'LEDK', description: said, leadIds: [tomasz(), app.persona('Ravi').id], costCentre: 'CC-1000' }
  ledId = (await niamh(app).post('/towers', body)).body.id
  await chainNow(app)
})
afterAll(() => app.close())
afterEach(() => app.db.updateTable('people').set({ employee_id: null }).where('employee_id', '=', 'SAME-1').execute())

const tomasz = () => app.persona('Tomasz').id
const requested = async (more: object = {}) => (await requestErasure(app, tomasz(), more)).body.id as string
const confirm = (id: string, who = second(app)) => who.post(`/audit/erasures/${id}/confirm`, undefined)
const event = async (operation: string, subject: string) =>
  (await allEvents(app)).find((each) => each.operation === operation && each.subject_id === subject)!
const unconfirmed = async (id: string, ...who: ReturnType<typeof second>[]) => {
  const before = (await allEvents(app)).filter(({ outcome }) => outcome === 'allowed')
  const codes = []
  for (const each of who) codes.push((await confirm(id, each)).body.code)
  expect((await allEvents(app)).filter(({ outcome }) => outcome === 'allowed')).toEqual(before)
  return codes
}
const asAdmin = (name: string) => app.as(app.persona(name).id, ['Slipway.Admin'])

describe('confirmAuditErasure', () => {
  let id: string
  beforeAll(async () => {
    id = await requested()
  })

  roleSuite(
    'confirmAuditErasure',
    () => app,
    () => ({ path: `/audit/erasures/${id}/confirm` }),
  )

  it('denies the requester, the person, and the author of the events', async () => {
    expect(await unconfirmed(id, first(app), asAdmin('Tomasz'), asAdmin('Niamh'))).toEqual(['forbidden', 'forbidden', 'forbidden'])
  })

  it.each(['Samuel', 'Tomasz', 'Niamh'])('denies a second account of %s', async (name) => {
    await sameHuman(app, app.persona(name).id, app.persona('Ewa').id)
    expect(await unconfirmed(id, asAdmin('Ewa'))).toEqual(['forbidden'])
  })

  it('denies a session without a recent step-up sign-in', async () => {
    expect(await unconfirmed(id, app.as(app.persona('Margaret').id, ['Slipway.Admin'], { strong: false }))).toEqual(['stepUpNeeded'])
  })

  it('rejects in the database: two accounts of one human, their own content, and erasures without confirmation', async () => {
    const close = (closedBy: string) =>
      app.db
        .updateTable('audit_erasure_requests')
        .set({ status: 'confirmed', closed_by: closedBy, closed_at: now, request_id: 'by hand' })
        .where('id', '=', id)
        .execute()
    await expect(close(app.persona('Samuel').id)).rejects.toThrow(/two different humans/)
    await expect(close(tomasz())).rejects.toThrow(/own data/)
    await sameHuman(app, app.persona('Samuel').id, app.persona('Ewa').id)
    await expect(close(app.persona('Ewa').id)).rejects.toThrow(/two different humans/)
    await expect(sql`select erase_audit_person(${id}::uuid, '[]')`.execute(app.db)).rejects.toThrow(/not confirmed/)
    const { id: eventId } = await event('createTower', ledId)
    await expect(app.db.updateTable('audit_events').set({ after: null }).where('id', '=', eventId).execute()).rejects.toThrow(/append-only/)
    await expect(sql`update audit_erasure_requests set actors = '{}' where id = ${id}`.execute(app.db)).rejects.toThrow(/append-only/)
    await expect(sql`delete from audit_erasure_requests`.execute(app.db)).rejects.toThrow(/append-only/)
  })

  it('rejects a request that was withdrawn or has expired', async () => {
    expect((await second(app).post(`/audit/erasures/${id}/withdraw`, undefined)).status).toBe(200)
    const late = await requested()
    now = new Date(now.getTime() + 7 * 86_400_000)
    for (const each of [id, late]) expect((await confirm(each)).body.code).toBe('wrongState')
    expect((await confirm('0197b1f0-0000-7000-8000-000000000001')).status).toBe(404)
  })

  it('replaces what identifies the person, and nothing else', async () => {
    const before = await allEvents(app)
    const answer = await confirm(await requested())
    expect([answer.status, answer.body]).toMatchObject([200, { status: 'confirmed', closedBy: 'Margaret Llewellyn', can: {} }])
    const after = new Map((await allEvents(app)).map((each) => [each.id, each]))
    const changed = before.filter((each) => JSON.stringify(each) !== JSON.stringify(after.get(each.id)))
    expect(changed.length).toBeGreaterThan(1)
    for (const each of changed) {
      const now = after.get(each.id)!
      const expected = JSON.parse(
        JSON.stringify(each)
          .replaceAll(tomasz(), 'erased')
          .replaceAll(/(?<!\w)Tomasz Zalewski(?!\w)/g, 'erased')
          .replaceAll(app.persona('Tomasz').email!, 'erased'),
      )
      const { who_salt, subject_salt, what_salt, actor_id, credential, subject_id, at, ...kept } = JSON.parse(JSON.stringify(now))
      expect(expected).toMatchObject(kept)
      if (each.actor_id !== tomasz()) expect([actor_id, credential]).toEqual([each.actor_id, each.credential])
      expect(subject_id).toBe(each.subject_id === tomasz() ? null : each.subject_id)
    }
    const led = await event('createTower', ledId)
    expect(led).toMatchObject({
      actor_name: 'Niamh Brennan',
      after: { name: 'Led', description: 'As erased said (erased), not Tomasz Zalewskiewicz' },
    })
    const [refused] = (await niamh(app).get(`/audit/events?filter=subject==${tower.id};outcome==denied`)).body.items
    expect(refused).toMatchObject({ actor: { id: null, displayName: 'erased', credential: 'erased' }, erased: ['who'] })
    expect((await niamh(app).get(`/audit/events/${led.id}`)).body).toMatchObject({
      place: { holds: true },
      erased: ['what'],
      erasure: { by: 'Margaret Llewellyn', reason: legalGround },
    })
  })

  it('leaves a valid trail and records who requested and confirmed it', async () => {
    await chainNow(app)
    expect(await verified(app)).toMatchObject({ outcome: 'sound', findings: [], erasedParts: expect.any(Number) })
    const order = (await allEvents(app)).find(({ operation, outcome }) => operation === 'confirmAuditErasure' && outcome === 'allowed')
    expect(order).toMatchObject({
      actor_id: app.persona('Margaret').id,
      subject_id: tomasz(),
      after: { requestedBy: app.persona('Samuel').id, reason: legalGround, digest: expect.any(String), signature: expect.any(String) },
    })
  })

  it('can erase another person from the same events, and changes no order', async () => {
    const orders = async () => (await allEvents(app)).filter(({ operation }) => operation.endsWith('AuditErasure'))
    const before = await orders()
    const ravi = (await requestErasure(app, app.persona('Ravi').id)).body
    expect((await confirm(ravi.id)).status).toBe(200)
    expect((await orders()).slice(0, before.length)).toEqual(before)
    expect(JSON.stringify((await event('createTower', ledId)).after)).not.toContain(app.persona('Ravi').id)
    await chainNow(app)
    expect(await verified(app)).toMatchObject({ outcome: 'sound', findings: [] })
  })

  it('is the only valid change: any other change to any field is found', async () => {
    const { id } = await event('createTower', ledId)
    await sql`alter table audit_events disable trigger audit_events_append_only`.execute(app.db)
    const kept = await sql<{ after: string }>`select after::text as after from audit_events where id = ${id}`.execute(app.db)
    await sql`update audit_events set after = jsonb_set(after, '{name}', '"Another"') where id = ${id}`.execute(app.db)
    expect((await verified(app)).findings).toContainEqual(expect.objectContaining({ kind: 'changed', eventId: id, part: 'what' }))
    await sql`update audit_events set after = ${kept.rows[0]!.after}::jsonb where id = ${id}`.execute(app.db)
    expect((await verified(app)).outcome).toBe('sound')
  })

  it('can’t be forged in the database: an order by one administrator, or without a signature, is found', async () => {
    const rows = await sql<{ request: string }>`select distinct request_id as request from audit_erasures`.execute(app.db)
    const { request } = rows.rows[0]!
    const forged = async (change: (after: Record<string, unknown>) => object) => {
      const { id, after, actor_id } = (await allEvents(app)).find(
        (each) => each.request_id === request && each.operation === 'confirmAuditErasure',
      )!
      const { actor_id: actor, ...content } = {
        ...(after as Record<string, unknown>),
        ...change(after as Record<string, unknown>),
      } as Record<string, unknown>
      // The chain hash is wrong after this, but only the checks of the order matter here.
      await sql`update audit_events set after = ${JSON.stringify(content)}::jsonb, actor_id = ${(actor as string) ?? actor_id} where id = ${id}`.execute(
        app.db,
      )
      const found = (await verified(app)).findings.filter(({ kind }) => kind === 'erased').map(({ message }) => message)
      await sql`update audit_events set after = ${JSON.stringify(after)}::jsonb, actor_id = ${actor_id} where id = ${id}`.execute(app.db)
      return found
    }
    expect(await forged(() => ({}))).toEqual([])
    expect(await forged(() => ({ signature: 'AAAA' }))).toEqual([expect.stringContaining('not signed')])
    expect(await forged(() => ({ digest: '00' }))).toEqual([expect.stringContaining('doesn’t cover')])
    expect(await forged(({ requestedBy }) => ({ actor_id: requestedBy }))).toEqual([expect.stringContaining('two administrators')])
    expect(await forged(() => ({ erasureId: 'another' }))).toEqual([expect.stringContaining('two administrators')])
  })

  it('rejects an erasure that is already confirmed', async () => {
    const { items } = (await second(app).get('/audit/erasures')).body
    expect((await confirm(items[0].id)).body.code).toBe('wrongState')
  })
})
