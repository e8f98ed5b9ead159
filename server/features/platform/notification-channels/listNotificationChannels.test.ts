import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type DeliveryApp, startDeliveryApp } from '../../../notifications/delivery/delivery.fixture.ts'
import { adminsOnly } from './policy.ts'

let app: DeliveryApp
beforeAll(async () => {
  app = await startDeliveryApp()
})
afterAll(() => app.close())
const niamh = () => app.as(app.persona('Niamh').id)
const path = '/admin/notification-channels'

describe('listNotificationChannels', () => {
  it('shows mail first, with the status and topics of each channel, but never a URL or a secret', async () => {
    const slack = await app.channel('slack', { name: 'Checkout’s channel' })
    const hook = await app.channel('webhook', { name: 'A receiver' })
    await app.notify(['Priya'])
    await app.deliver()
    const { status, body } = await niamh().get(path)
    expect(status).toBe(200)
    expect(body.items.map(({ name, type, state }: { name: string; type: string; state: string }) => [name, type, state])).toEqual([
      ['E-mail', 'mail', 'working'],
      ['A receiver', 'webhook', 'working'],
      ['Checkout’s channel', 'slack', 'working'],
    ])
    expect(body.items[0].address).toMatch(/^slipway@northgate\.example via 127\.0\.0\.1:\d+$/)
    expect(body.items[2].address).toBe(`${new URL(slack.url).origin}/…`)
    expect(body.topics.map(({ id }: { id: string }) => id)).toContain('decisions')
    for (const secret of ['secretOfTheChannel', hook.secret, 'simulated-mail-password']) expect(JSON.stringify(body)).not.toContain(secret)
  })

  it('shows auditors the same, with the reason why they can’t change it', async () => {
    const { body } = await app.as(app.persona('Grace').id).get(path)
    expect([body.can.create, body.items[1].can.update]).toEqual([adminsOnly, adminsOnly])
  })

  roleSuite(
    'listNotificationChannels',
    () => app,
    () => ({ path }),
  )
})
