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

const address = () => `${app.simulator.origins.chat}/receivers/x`
const body = (overrides: object = {}) => ({ type: 'webhook', name: 'Receiver', url: address(), topics: ['requests'], ...overrides })

describe('createNotificationChannel', () => {
  it('returns the signing secret of a webhook once, and stores URL and secret encrypted', async () => {
    const response = await niamh().post(path, body({ url: `${address()}?code=canaryOfTheAddress` }), { 'idempotency-key': 'once-only' })
    expect([response.status, response.headers['cache-control']]).toEqual([201, 'no-store'])
    expect(response.body).toMatchObject({
      state: 'unused',
      address: address(),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    })
    const stored = JSON.stringify([
      await app.db.selectFrom('notification_channels').selectAll().execute(),
      await app.db.selectFrom('audit_events').selectAll().execute(),
      await app.db.selectFrom('idempotency_keys').selectAll().execute(),
    ])
    for (const secret of ['canaryOfTheAddress', response.body.secret]) expect(stored).not.toContain(secret)
    const repeated = await niamh().post(path, body({ url: `${address()}?code=canaryOfTheAddress` }), { 'idempotency-key': 'once-only' })
    expect([repeated.status, repeated.body.code]).toEqual([409, 'conflict'])
  })

  it('creates a chat channel without a secret', async () => {
    const { status, body: created } = await niamh().post(
      path,
      body({ type: 'slack', name: 'Chat', topics: ['decisionNeeded', 'incidents'] }),
    )
    expect([status, created.secret, created.topics]).toEqual([201, null, ['decisionNeeded', 'incidents']])
  })

  roleSuite(
    'createNotificationChannel',
    () => app,
    () => ({ path, body: body({ name: 'Refused' }) }),
  )

  it('denies a session without a recent step-up sign-in, and doesn’t create a channel', async () => {
    const weakCaller = app.as(app.persona('Niamh').id, ['Slipway.Admin'], { strong: false })
    const response = await weakCaller.post(path, body({ name: 'Weakly asked' }))
    expect([response.status, response.body.code]).toEqual([401, 'stepUpNeeded'])
    expect(await app.db.selectFrom('notification_channels').select('id').where('name', '=', 'Weakly asked').execute()).toEqual([])
  })

  it.each([
    ['https://169.254.169.254/', 'url'],
    ['https://[::ffff:10.0.0.1]/', 'url'],
    ['https://2130706433/', 'url'],
    ['https://localhost/', 'url'],
    ['http://hooks.example/', 'url'],
    ['https://a:b@hooks.example/', 'url'],
  ])('rejects the unsafe URL %s', async (url, field) => {
    const response = await niamh().post(path, body({ name: 'Inside', url }))
    expect([response.status, response.body.errors?.[0]?.field]).toEqual([400, field])
  })

  it.each([
    ['a second mail channel', { type: 'mail' }, 400],
    ['a name that is taken, ignoring case', { name: 'RECEIVER' }, 409],
    ['a channel without topics', { topics: [] }, 400],
    ['an unknown kind', { topics: ['nonsense'] }, 400],
    ['an unknown tower', { towerId: '00000000-0000-4000-8000-000000000000' }, 400],
    [
      'both a tower and an account',
      { towerId: '00000000-0000-4000-8000-000000000000', accountId: '00000000-0000-4000-8000-000000000001' },
      400,
    ],
    ['an unknown field', { secret: 'whsec_mine' }, 400],
  ])('rejects %s', async (_title, overrides, status) => {
    expect((await niamh().post(path, body({ name: 'Failing', ...overrides }))).status).toBe(status)
  })
})
