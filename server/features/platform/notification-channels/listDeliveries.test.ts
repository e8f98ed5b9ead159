import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type DeliveryApp, startDeliveryApp } from '../../../notifications/delivery/delivery.fixture.ts'
import { kinds } from '../../../notifications/kinds.ts'

let app: DeliveryApp
beforeAll(async () => {
  app = await startDeliveryApp()
})
afterAll(() => app.close())
const niamh = () => app.as(app.persona('Niamh').id)

describe('listDeliveries', () => {
  it('shows sent and unsent notifications, with filters by status, channel, kind and person, and search', async () => {
    const hook = await app.channel('webhook')
    const firstNotification = await app.notify(['Priya', 'Ravi'], { title: 'Checkout is ready' })
    app.simulator.faults.add({ service: 'mail', method: 'RCPT', path: 'tomasz', action: { kind: 'status', status: 550 } })
    await app.notify(['Tomasz'], { kind: 'emergencyAccess', title: 'Somebody is in' })
    await app.deliver()
    const find = async (query: string) => (await niamh().get(`/admin/deliveries?${query}`)).body
    expect(await find('')).toMatchObject({ total: 4 })
    expect((await find('filter=status==givenUp')).items).toMatchObject([
      {
        title: 'Somebody is in',
        kindLabel: kinds.emergencyAccess.label,
        person: { displayName: 'Tomasz Zalewski' },
        attempts: 1,
        can: { redeliver: true },
      },
    ])
    expect((await find(`filter=channel==${hook.id}`)).items).toMatchObject([{ title: 'Checkout is ready', channel: { name: hook.name } }])
    expect((await find(`filter=person==${app.persona('Ravi').id};kind==accountReady`)).total).toBe(1)
    expect((await find('search=checkout')).total).toBe(3)
    expect((await find(`search=${firstNotification.subjectId}`)).total).toBe(3)
    expect((await find('filter=body==x')).code).toBe('invalidFilter')
    expect(JSON.stringify(await find(''))).not.toContain('Look at it.')
  })

  roleSuite(
    'listDeliveries',
    () => app,
    () => ({ path: '/admin/deliveries' }),
  )
})

describe('getDeliveryOptions', () => {
  it('counts statuses and names channels', async () => {
    const { body } = await app.as(app.persona('Grace').id).get('/admin/deliveries/options')
    const field = (name: string) => body.fields.find((each: { name: string }) => each.name === name)
    expect(field('status').values).toContainEqual({ value: 'sent', label: 'sent', count: 3 })
    expect(field('channel').values[0]).toMatchObject({ label: 'E-mail', count: 3 })
  })
})
