import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { keyPattern } from '../../../auth/keys.ts'
import { type AlertApp, accountOf, minuteMs, newKey, send, startAlertApp } from './alerts.fixture.ts'
import { alertKeysOf } from './queries.ts'

let app: AlertApp
beforeAll(async () => {
  app = await startAlertApp()
})
afterAll(() => app.close())

const owner = () => app.as(app.persona('Daniel').id)
const path = (accountId: string) => `/snow/accounts/${accountId}/key`
const sendStatus = async (accountId: string, key: string) => (await send(app, { accountId, key }, { title: 'Is it right?' })).status

describe('rotateAlertKey', () => {
  it('creates the owner’s first key: shown once with its URL, and stored as a hash', async () => {
    const { id } = accountOf(app, 0)
    const response = await owner().patch(path(id), { defaults: { assignmentGroup: 'Service Desk' } })
    expect(response.status).toBe(200)
    const { key, url, ...remaining } = response.body
    expect(key).toMatch(new RegExp(`^${keyPattern.source}$`))
    expect(url).toBe(`http://127.0.0.1:8080/snow/alert/account/${id}/key/${key}`)
    expect(remaining).toMatchObject({
      ...{ name: 'alerts', prefix: key.slice(0, 17), status: 'current', expiresAt: null, lastUsedAt: null, replaced: null },
      ...{ configurationItem: null, assignmentGroup: 'Service Desk', createdBy: { displayName: 'Daniel Okoro' } },
    })
    expect(await sendStatus(id, key)).toBe(202)
    const stored = await app.db.selectFrom('alert_keys').selectAll().where('id', '=', remaining.id).executeTakeFirstOrThrow()
    const event = await app.db.selectFrom('audit_events').selectAll().where('operation', '=', 'rotateAlertKey').executeTakeFirstOrThrow()
    expect(stored.hash.length).toBe(32)
    expect(event).toMatchObject({ outcome: 'allowed', subject_kind: 'account', subject_id: id, after: { id: remaining.id } })
    expect(JSON.stringify([stored, event])).not.toContain(key)
  })

  it('replaces a key: accepts both until the overlap ends, then only the new one, with the same settings', async () => {
    const { id } = accountOf(app, 1)
    const firstKey = await newKey(app, id, { name: 'Prometheus', defaults: { configurationItem: 'Tills', assignmentGroup: null } })
    const response = await owner().patch(path(id), {
      name: 'prometheus',
      overlapHours: 2,
      defaults: { assignmentGroup: 'Cloud Operations' },
    })
    expect(response.body).toMatchObject({ configurationItem: 'Tills', assignmentGroup: 'Cloud Operations', replaced: { id: firstKey.id } })
    expect(new Date(response.body.replaced.expiresAt).getTime() - new Date(response.body.createdAt).getTime()).toBe(120 * minuteMs)
    expect([await sendStatus(id, firstKey.key), await sendStatus(id, response.body.key)]).toEqual([202, 202])
    app.pass(121 * minuteMs)
    expect([await sendStatus(id, firstKey.key), await sendStatus(id, response.body.key)]).toEqual([401, 202])
  })

  it('creates a key with default settings if there is no body', async () => {
    const response = await owner().patch(path(accountOf(app, 0).id))
    expect(response).toMatchObject({
      status: 200,
      body: { name: 'alerts', status: 'current', replaced: { expiresAt: expect.any(String) } },
    })
  })

  it('rejects a body that is not an object, without rotating the key', async () => {
    const { id } = accountOf(app, 0)
    const keys = async () => (await alertKeysOf(app.db, id, app.context.now())).map((key) => key.id)
    const idsBefore = await keys()
    for (const body of [null, [], 0])
      expect(await owner().patch(path(id), body)).toMatchObject({ status: 400, body: { code: 'invalidRequest' } })
    expect(await keys()).toEqual(idsBefore)
  })

  it('ends the old key immediately if there is no overlap, and keeps keys of other names', async () => {
    const { id } = accountOf(app, 2)
    const [firstKey, otherKey] = [await newKey(app, id), await newKey(app, id, { name: 'azure' })]
    const next = await newKey(app, id, { overlapHours: 0 })
    expect([await sendStatus(id, firstKey.key), await sendStatus(id, otherKey.key), await sendStatus(id, next.key)]).toEqual([
      401, 202, 202,
    ])
    expect((await alertKeysOf(app.db, id, app.context.now())).map(({ name, status }) => [name, status])).toEqual([
      ['alerts', 'current'],
      ['azure', 'current'],
    ])
  })

  it('leaves one current key after concurrent rotations', async () => {
    const { id } = accountOf(app, 3)
    await newKey(app, id)
    const responses = await Promise.all([owner().patch(path(id), {}), owner().patch(path(id), {})])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const keys = await alertKeysOf(app.db, id, app.context.now())
    expect(keys.filter(({ status }) => status === 'current').length).toBe(1)
  })

  roleSuite(
    'rotateAlertKey',
    () => app,
    () => ({ path: path(accountOf(app, 0).id), body: {} }),
  )

  it('denies auditors, who can read the keys', async () => {
    expect((await app.as(app.persona('Grace').id).patch(path(accountOf(app, 0).id), {})).status).toBe(403)
  })

  it.each([
    { name: ' ' },
    { name: 'x'.repeat(61) },
    { overlapHours: 169 },
    { overlapHours: -1 },
    { overlapHours: 1.5 },
    { defaults: { configurationItem: '' } },
    { defaults: { nonsense: 'x' } },
    { key: 'slwa_mine' },
  ])('rejects %j', async (body) => {
    expect((await owner().patch(path(accountOf(app, 0).id), body)).status).toBe(400)
  })

  it('rejects an eleventh key and an inactive account, and returns 404 for unknown accounts and services', async () => {
    const { accountId } = await app.place()
    const admin = app.as(app.persona('Niamh').id)
    for (let n = 0; n < 9; n++) await newKey(app, accountId, { name: `Key ${n}` })
    expect(await admin.patch(path(accountId), { name: 'eleventh' })).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await admin.patch(path(accountId), { overlapHours: 0 })).status).toBe(200)
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', accountId).execute()
    expect(await admin.patch(path(accountId), {})).toMatchObject({ status: 409, body: { code: 'wrongState' } })
    expect((await admin.patch(path('00000000-0000-4000-8000-000000000000'), {})).status).toBe(404)
    expect((await admin.patch(path(accountId).replace('/snow/', '/SNOW/'), {})).status).toBe(404)
  })
})
