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

describe('updateNotificationChannel', () => {
  it('changes name, URL and topics, keeps the secret, and resends failed notifications', async () => {
    const hook = await app.channel('webhook')
    await app.db
      .updateTable('notification_channels')
      .set({ failures: 7, failing_since: new Date(), paused_until: new Date(Date.now() + 86_400_000) })
      .where('id', '=', hook.id)
      .execute()
    const url = `${app.simulator.origins.chat}/receivers/moved`
    const { status, body } = await niamh().patch(`${path}/${hook.id}`, { name: 'Moved', url, topics: ['undone'] }, { 'if-match': '"1"' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Moved', address: url, topics: ['undone'], state: 'unused', nextAttemptAt: null, version: 2 })
    expect(body.secret).toBeUndefined()
    await app.notify(['Priya'], { kind: 'undone' })
    await app.deliver()
    expect(app.posts(url)).toHaveLength(1)
  })

  it('switches a channel off, which drops its queued notifications and queues no new ones', async () => {
    const hook = await app.channel('webhook', { topics: ['restored'] })
    const notification = await app.notify(['Priya'], { kind: 'restored' })
    expect((await niamh().patch(`${path}/${hook.id}`, { enabled: false })).body.state).toBe('off')
    const laterNotification = await app.notify(['Priya'], { kind: 'restored' })
    await app.deliver()
    const listDeliveriesOf = async (subjectId: string) =>
      (await app.deliveries(subjectId)).filter(({ channel_id }) => channel_id === hook.id).map(({ status }) => status)
    expect([
      await listDeliveriesOf(notification.subjectId),
      await listDeliveriesOf(laterNotification.subjectId),
      app.posts(hook.url),
    ]).toEqual([['suppressed'], [], []])
  })

  it('switches mail off and on, but can’t change other settings of the mail channel', async () => {
    const mail = (await niamh().get(path)).body.items[0]
    expect((await niamh().patch(`${path}/${mail.id}`, { enabled: false })).body.state).toBe('off')
    const notification = await app.notify(['Priya'])
    expect((await app.deliveries(notification.subjectId)).filter(({ person_id }) => person_id)).toEqual([])
    expect((await niamh().patch(`${path}/${mail.id}`, { enabled: true })).body.enabled).toBe(true)
    expect((await niamh().patch(`${path}/${mail.id}`, { name: 'Post' })).status).toBe(409)
  })

  roleSuite(
    'updateNotificationChannel',
    () => app,
    async () => ({ path: `${path}/${(await app.channel('slack')).id}`, body: { enabled: false } }),
  )

  it('denies a new URL without a step-up sign-in, but allows switching off', async () => {
    const hook = await app.channel('webhook')
    const weakCaller = app.as(app.persona('Niamh').id, ['Slipway.Admin'], { strong: false })
    const url = `${app.simulator.origins.chat}/receivers/elsewhere`
    for (const overrides of [{ url }, { topics: ['incidents'] }, { enabled: true, url }]) {
      const response = await weakCaller.patch(`${path}/${hook.id}`, overrides)
      expect([response.status, response.body.code]).toEqual([401, 'stepUpNeeded'])
    }
    expect((await weakCaller.patch(`${path}/${hook.id}`, { enabled: false })).body).toMatchObject({ enabled: false, address: hook.url })
  })

  it('rejects an internal address, and an old version', async () => {
    const hook = await app.channel('webhook')
    expect((await niamh().patch(`${path}/${hook.id}`, { url: 'https://127.0.0.1/' })).status).toBe(400)
    expect((await niamh().patch(`${path}/${hook.id}`, { enabled: false }, { 'if-match': '"9"' })).status).toBe(412)
  })

  it('returns 404 for an unknown channel', async () => {
    expect((await niamh().patch(`${path}/00000000-0000-4000-8000-000000000000`, { enabled: false })).status).toBe(404)
  })
})
