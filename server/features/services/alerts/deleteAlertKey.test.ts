import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp } from '../../../../test/openApp.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type AlertApp, accountOf, alertPath, newKey, send, startAlertApp } from './alerts.fixture.ts'

let app: AlertApp
beforeAll(async () => {
  app = await startAlertApp()
})
afterAll(() => app.close())

const owner = () => app.as(app.persona('Daniel').id)
const path = (accountId: string, keyId: string) => `/snow/accounts/${accountId}/keys/${keyId}`

describe('deleteAlertKey', () => {
  let keyId: string
  beforeAll(async () => {
    keyId = (await newKey(app, accountOf(app, 2).id)).id
  })

  it('ends the key before the next alert on every replica, and keeps its record', async () => {
    const { id } = accountOf(app, 0)
    const [key, otherKey] = [await newKey(app, id), await newKey(app, id, { name: 'other' })]
    const replica = await openApp(app)
    const replicaStatus = async () => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`${replica.http}${alertPath(id, key.key)}`, { method: 'POST', headers, body: '{"title":"x"}' })).status
    }
    const sendStatus = async (selected = key) => (await send(app, { accountId: id, key: selected.key }, { title: 'x' })).status
    expect([await sendStatus(), await replicaStatus()]).toEqual([202, 202])
    expect((await owner().delete(path(id, key.id))).status).toBe(204)
    expect([await sendStatus(), await replicaStatus(), await sendStatus(otherKey)]).toEqual([401, 401, 202])
    await replica.close()
    const row = await app.db.selectFrom('alert_keys').selectAll().where('id', '=', key.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ revoked_by: app.persona('Daniel').id, revoked_at: expect.any(Date) })
    const event = await app.db.selectFrom('audit_events').selectAll().where('operation', '=', 'deleteAlertKey').executeTakeFirstOrThrow()
    expect(event).toMatchObject({ outcome: 'allowed', subject_id: id, before: { id: key.id, prefix: key.prefix } })
  })

  it('revokes a key even during its rotation overlap, and allows a new key with the same name', async () => {
    const { id } = accountOf(app, 1)
    const [firstKey, current] = [await newKey(app, id), await newKey(app, id)]
    for (const { id: keyId } of [firstKey, current]) expect((await owner().delete(path(id, keyId))).status).toBe(204)
    expect((await newKey(app, id)).replaced).toBeNull()
  })

  roleSuite(
    'deleteAlertKey',
    () => app,
    () => ({ path: path(accountOf(app, 2).id, keyId) }),
  )

  it('returns 404 for the key of another account, even if the caller owns both', async () => {
    const response = await owner().delete(path(accountOf(app, 3).id, keyId))
    expect(response).toMatchObject({ status: 404, body: { code: 'notFound' } })
    expect(
      (await app.db.selectFrom('alert_keys').select('revoked_at').where('id', '=', keyId).executeTakeFirstOrThrow()).revoked_at,
    ).toBeNull()
  })

  it('returns 404 for an unknown key or account, and rejects an ended key', async () => {
    const { id } = accountOf(app, 4)
    const key = await newKey(app, id)
    const unknownId = '00000000-0000-4000-8000-000000000000'
    expect((await owner().delete(path(id, key.id))).status).toBe(204)
    expect((await owner().delete(path(id, key.id))).status).toBe(404)
    expect((await owner().delete(path(id, unknownId))).status).toBe(404)
    expect((await owner().delete(path(unknownId, key.id))).status).toBe(404)
    expect((await owner().delete(path(id, 'mine'))).status).toBe(400)
  })
})
