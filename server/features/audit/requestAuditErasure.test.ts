import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { roleSuite } from '../../../test/roleSuite.ts'
import { keysToTrust } from '../../audit/auditKey.ts'
import { withTrail } from '../../audit/databaseTrail.ts'
import { verifyTrail } from '../../audit/verifyTrail.ts'
import { chainNow, niamh, someDeeds } from './events.fixture.ts'

let app: TestApp
let tower: { id: string }
beforeAll(async () => {
  app = await startTestApp({ work: false })
  tower = await someDeeds(app, 'AUDJ')
  const body = { name: 'Led', code: 'LEDJ', description: 'Led by him', leadIds: [tomasz()], costCentre: 'CC-1000' }
  if ((await niamh(app).post('/towers', body)).status !== 201) throw new Error('no tower')
  await chainNow(app)
})
afterAll(() => app.close())

const tomasz = () => app.persona('Tomasz').id
const reason = 'Article 17: he asked for it in letter 4711.'
const erase = (body: object) => niamh(app).post('/audit/erasures', { personId: tomasz(), reason, ...body })
const events = () => app.db.selectFrom('audit_events').selectAll().orderBy('at').orderBy('id').execute()
const verify = () => withTrail(app.db, (source) => verifyTrail(source, { keys: keysToTrust(app.config) }))

describe('eraseAuditPersonalData refuses', () => {
  roleSuite(
    'eraseAuditPersonalData',
    () => app,
    () => ({ path: '/audit/erasures', body: { personId: tomasz(), reason } }),
  )

  it('a sign-in that was not a strong one, and traces of one’s own', async () => {
    const before = await events()
    const weak = app.as(app.persona('Niamh').id, undefined, { strong: false })
    expect((await weak.post('/audit/erasures', { personId: tomasz(), reason })).body.code).toBe('stepUpNeeded')
    expect((await erase({ personId: app.persona('Niamh').id })).body.code).toBe('conflict')
    expect((await events()).slice(0, before.length)).toEqual(before)
  })
})

describe('eraseAuditPersonalData works', () => {
  it('takes the person out, keeps what was done, and the chain still holds', async () => {
    await chainNow(app)
    const answer = await erase({})
    expect(answer).toMatchObject({ status: 200, body: { who: expect.any(Number), what: expect.any(Number) } })
    expect(answer.body.who).toBeGreaterThan(0)
    expect(answer.body.what).toBeGreaterThan(0)
    await chainNow(app)
    const all = await events()
    const left = all.filter((event) => event.operation !== 'eraseAuditPersonalData')
    expect(JSON.stringify(left)).not.toContain(tomasz())
    const [refused] = (await niamh(app).get(`/audit/events?filter=subject==${tower.id};outcome==denied`)).body.items
    expect(refused).toMatchObject({
      actor: { id: null, displayName: 'erased', credential: 'erased' },
      erased: ['who'],
      operation: 'updateTower',
    })
    expect((await niamh(app).get(`/audit/events/${refused.id}`)).body).toMatchObject({
      place: { holds: true },
      erasure: { by: 'Niamh Brennan', reason },
    })
    expect(await verify()).toMatchObject({ outcome: 'sound', erasedParts: answer.body.who + answer.body.what, findings: [] })
  })

  it('stands in the trail itself, for good: who ordered it and why', async () => {
    const [order] = (await events()).filter(({ operation, outcome }) => operation === 'eraseAuditPersonalData' && outcome === 'allowed')
    expect(order).toMatchObject({ actor_name: 'Niamh Brennan', subject_id: tomasz(), after: { reason, who: expect.any(Number) } })
    const elif = app.as(app.persona('Elif').id)
    const again = await elif.post('/audit/erasures', { personId: tomasz(), reason })
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  })

  it('is the only way to take something out', async () => {
    const { event_id } = await app.db.selectFrom('audit_chain').select('event_id').where('seq', '=', 1).executeTakeFirstOrThrow()
    const empty = { before: null, after: null, reason: null, what_salt: null } as never
    await expect(app.db.updateTable('audit_events').set(empty).where('id', '=', event_id).execute()).rejects.toThrow(/append-only/)
  })
})

describe('eraseAuditPersonalData fails', () => {
  it('without a reason', async () => {
    expect((await erase({ reason: 'because' })).status).toBe(400)
  })
})
