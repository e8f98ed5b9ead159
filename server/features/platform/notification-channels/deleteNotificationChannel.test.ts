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

describe('deleteNotificationChannel', () => {
  it('deletes URL and secrets immediately, stops sending, and keeps the log', async () => {
    const hook = await app.channel('webhook')
    const notification = await app.notify(['Priya'])
    expect((await niamh().delete(`${path}/${hook.id}`)).status).toBe(204)
    await app.deliver()
    expect(app.posts(hook.url)).toEqual([])
    expect((await app.deliveries(notification.subjectId)).map(({ status }) => status)).toEqual(['sent', 'suppressed'])
    const row = await app.db.selectFrom('notification_channels').selectAll().where('id', '=', hook.id).executeTakeFirstOrThrow()
    expect([row.url_sealed, row.secret_sealed, row.enabled]).toEqual([null, null, false])
    expect((await niamh().get(path)).body.items.map(({ id }: { id: string }) => id)).not.toContain(hook.id)
    await app.channel('slack', { name: hook.name })
  })

  roleSuite(
    'deleteNotificationChannel',
    () => app,
    async () => ({ path: `${path}/${(await app.channel('slack')).id}` }),
  )

  it('rejects the mail channel, and returns 404 for a deleted one', async () => {
    const mail = (await niamh().get(path)).body.items[0]
    expect((await niamh().delete(`${path}/${mail.id}`)).status).toBe(409)
    expect((await niamh().delete(`${path}/00000000-0000-4000-8000-000000000000`)).status).toBe(404)
  })
})
