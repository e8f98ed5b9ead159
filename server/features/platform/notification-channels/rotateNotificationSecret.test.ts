import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type DeliveryApp, startDeliveryApp } from '../../../notifications/delivery/delivery.fixture.ts'

let app: DeliveryApp
beforeAll(async () => {
  app = await startDeliveryApp()
})
afterAll(() => app.close())
const niamh = () => app.as(app.persona('Niamh').id)
const path = '/admin/notification-channels'

describe('rotateNotificationSecret', () => {
  it('returns a new secret once, with the time until which the old secret is valid', async () => {
    const hook = await app.channel('webhook')
    const { status, body, headers } = await niamh().post(`${path}/${hook.id}/rotate`)
    expect([status, headers['cache-control'], body.secret === hook.secret]).toEqual([200, 'no-store', false])
    expect(Date.parse(body.oldSecretUntil) - Date.now()).toBeGreaterThan(86_000_000)
    const events = JSON.stringify(await app.db.selectFrom('audit_events').selectAll().execute())
    expect(events).not.toContain(body.secret)
  })

  roleSuite(
    'rotateNotificationSecret',
    () => app,
    async () => ({ path: `${path}/${(await app.channel('webhook')).id}/rotate` }),
  )

  it('denies a session without a recent step-up sign-in, and keeps the secret', async () => {
    const hook = await app.channel('webhook')
    const weakCaller = app.as(app.persona('Niamh').id, ['Slipway.Admin'], { strong: false })
    expect((await weakCaller.post(`${path}/${hook.id}/rotate`)).body.code).toBe('stepUpNeeded')
    const row = await app.db.selectFrom('notification_channels').selectAll().where('id', '=', hook.id).executeTakeFirstOrThrow()
    expect([row.version, row.old_secret_sealed]).toEqual([1, null])
  })

  it('rejects a channel without signatures, and an old version', async () => {
    const [slack, hook] = [await app.channel('slack'), await app.channel('webhook')]
    expect((await niamh().post(`${path}/${slack.id}/rotate`)).status).toBe(409)
    expect((await niamh().post(`${path}/${hook.id}/rotate`, undefined, { 'if-match': '"7"' })).status).toBe(412)
  })
})
