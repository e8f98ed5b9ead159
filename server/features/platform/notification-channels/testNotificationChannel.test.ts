import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type DeliveryApp, startDeliveryApp } from '../../../notifications/delivery/delivery.fixture.ts'
import { switchedOff } from './policy.ts'
import { testTitle } from './testNotificationChannel.ts'

let app: DeliveryApp
beforeAll(async () => {
  app = await startDeliveryApp()
})
afterAll(() => app.close())
const niamh = () => app.as(app.persona('Niamh').id)
const path = '/admin/notification-channels'

describe('testNotificationChannel', () => {
  it('sends a test like any other message, even while the channel is paused, and logs the result', async () => {
    const teams = await app.channel('teams', { name: 'Operations' })
    await app.db
      .updateTable('notification_channels')
      .set({ paused_until: new Date(Date.now() + 86_400_000) })
      .where('id', '=', teams.id)
      .execute()
    const { status, body } = await niamh().post(`${path}/${teams.id}/test`)
    expect(status).toBe(202)
    await app.deliver()
    expect(app.posts(teams.url)[0]!.body).toContain(testTitle('Operations'))
    const log = (await niamh().get('/admin/deliveries?filter=kind==test')).body.items
    expect(log[0]).toMatchObject({ id: body.deliveryId, status: 'sent', kindLabel: 'Test', answer: 'Taken (202).', person: null })
  })

  it('sends a test email to the caller', async () => {
    const mail = (await niamh().get(path)).body.items[0]
    await niamh().post(`${path}/${mail.id}/test`)
    await app.deliver()
    expect(app.mails().at(-1)).toMatchObject({ envelopeTo: [app.persona('Niamh').email], subject: testTitle('E-mail') })
  })

  roleSuite(
    'testNotificationChannel',
    () => app,
    async () => ({ path: `${path}/${(await app.channel('webhook')).id}/test` }),
  )

  it('rejects a channel that is switched off', async () => {
    const hook = await app.channel('webhook')
    await niamh().patch(`${path}/${hook.id}`, { enabled: false })
    expect((await niamh().post(`${path}/${hook.id}/test`)).body).toMatchObject({
      code: 'wrongState',
      message: switchedOff,
    })
  })
})
