import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type DeliveryApp, startDeliveryApp } from '../../../notifications/delivery/delivery.fixture.ts'

let app: DeliveryApp
beforeAll(async () => {
  app = await startDeliveryApp()
})
afterAll(() => app.close())
const niamh = () => app.as(app.persona('Niamh').id)

describe('redeliverNotification', () => {
  it('resends a sent or failed notification immediately, with the same ID', async () => {
    const hook = await app.channel('webhook')
    app.simulator.faults.add({ service: 'mail', method: 'RCPT', path: 'priya', count: 1, action: { kind: 'status', status: 550 } })
    const notification = await app.notify(['Priya'])
    await app.deliver()
    const rows = await app.deliveries(notification.subjectId)
    expect(rows.map(({ status }) => status)).toEqual(['givenUp', 'sent'])
    for (const { id } of rows) {
      const response = await niamh().post(`/admin/deliveries/${id}/redeliver`)
      expect([response.status, response.body.status]).toEqual([202, 'failed'])
    }
    await app.deliver()
    expect((await app.deliveries(notification.subjectId)).map(({ status }) => status)).toEqual(['sent', 'sent'])
    expect(app.mails().at(-1)).toMatchObject({ subject: notification.title, messageId: `<${rows[0]!.id}@127.0.0.1>` })
    expect(app.posts(hook.url).map(({ headers }) => headers['webhook-id'])).toEqual([rows[1]!.id, rows[1]!.id])
  })

  it('rejects recipients who were disabled in the meantime', async () => {
    const notification = await app.notify(['Ravi'])
    await app.deliver()
    const [row] = await app.deliveries(notification.subjectId)
    await app.db.updateTable('people').set({ active: false }).where('id', '=', app.persona('Ravi').id).execute()
    await niamh().post(`/admin/deliveries/${row!.id}/redeliver`)
    await app.deliver()
    expect((await app.deliveries(notification.subjectId))[0]).toMatchObject({ status: 'suppressed', answer: expect.any(String) })
    expect(app.mails().filter(({ subject }) => subject === notification.title)).toHaveLength(1)
  })

  const createDelivery = async () => {
    const notification = await app.notify(['Priya'])
    return (await app.deliveries(notification.subjectId))[0]!.id
  }
  roleSuite(
    'redeliverNotification',
    () => app,
    async () => ({ path: `/admin/deliveries/${await createDelivery()}/redeliver` }),
  )

  it('rejects a notification that is not sent yet, and returns 404 for an unknown one', async () => {
    expect((await niamh().post(`/admin/deliveries/${await createDelivery()}/redeliver`)).status).toBe(409)
    expect((await niamh().post('/admin/deliveries/00000000-0000-4000-8000-000000000000/redeliver')).status).toBe(404)
  })
})
