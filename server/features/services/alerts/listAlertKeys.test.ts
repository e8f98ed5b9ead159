import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type AlertApp, accountOf, minuteMs, newKey, send, startAlertApp } from './alerts.fixture.ts'

let app: AlertApp
beforeAll(async () => {
  app = await startAlertApp()
})
afterAll(() => app.close())

const owner = () => app.as(app.persona('Daniel').id)
const path = (accountId: string) => `/accounts/${accountId}/alertKeys`

describe('listAlertKeys', () => {
  it('lists active keys, newest first, without a key or its hash', async () => {
    const { id } = accountOf(app, 0)
    const firstKey = await newKey(app, id)
    expect((await owner().get(path(id))).body.items).toMatchObject([{ id: firstKey.id, status: 'current', lastUsedAt: null }])
    app.pass(minuteMs)
    const secondKey = await newKey(app, id, { overlapHours: 1 })
    await send(app, { accountId: id, key: firstKey.key }, { title: 'x' })
    const { status, body } = await owner().get(path(id))
    expect([status, body.can]).toEqual([200, { create: true, delete: true }])
    expect(body.endpoint).toBe(`http://127.0.0.1:8080/snow/alert/account/${id}/key/{key}`)
    expect(body.items).toMatchObject([
      { id: secondKey.id, status: 'current', expiresAt: null },
      {
        id: firstKey.id,
        status: 'replaced',
        expiresAt: secondKey.replaced!.expiresAt,
        lastUsedAt: expect.any(String),
        prefix: firstKey.prefix,
      },
    ])
    for (const { key } of [firstKey, secondKey]) expect(JSON.stringify(body)).not.toContain(key.slice(17))
    expect(JSON.stringify(body)).not.toContain('hash')
    app.pass(61 * minuteMs)
    expect((await owner().get(path(id))).body.items).toMatchObject([{ id: secondKey.id }])
  })

  it('shows auditors the keys with the reason why they can’t change them', async () => {
    const { body } = await app.as(app.persona('Grace').id).get(path(accountOf(app, 1).id))
    expect(body).toMatchObject({ items: [], can: { create: expect.stringContaining('owners'), delete: expect.stringContaining('owners') } })
  })

  it('shows the reason why keys can’t be created for an inactive account', async () => {
    const { id } = accountOf(app, 2)
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', id).execute()
    expect((await owner().get(path(id))).body.can).toMatchObject({ create: expect.stringContaining('active'), delete: true })
  })

  roleSuite(
    'listAlertKeys',
    () => app,
    () => ({ path: path(accountOf(app, 0).id) }),
  )

  it('returns 404 for an unknown account', async () => {
    expect((await owner().get(path('00000000-0000-4000-8000-000000000000'))).status).toBe(404)
  })
})
