import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'

let app: TestApp
let time = new Date('2026-03-02T09:00:00Z')
beforeAll(async () => {
  app = await startTestApp({ now: () => time })
})
afterAll(() => app.close())
beforeEach(async () => {
  time = new Date('2026-03-02T09:00:00Z')
  await set({ mode: 'off' })
})

const as = (givenName: string) => app.as(app.persona(givenName).id)
const path = '/admin/settings/maintenance'
const maintenance = { mode: 'readOnly', message: 'We move the database.', startsAt: null, until: null, pauseWork: false }
const set = (overrides: object = {}) => as('Niamh').patch(path, { value: { ...maintenance, ...overrides } })
const sendRequest = (name: string) => as('Priya').post('/account-requests', newRequest(app, { name }))

describe('updateSetting', () => {
  it('allows only administrators to make changes in maintenance mode, and shows the reason and the end time', async () => {
    expect((await set({ until: '2026-03-02T11:00:00Z' })).status).toBe(200)
    // This process gets the change from the database, like every other replica.
    await until(async () => (await sendRequest('checkout-kept-out')).status === 503)
    const rejection = await sendRequest('checkout-kept-out')
    expect(rejection.body).toMatchObject({
      code: 'maintenance',
      message: expect.stringMatching(/^We move the database\. .*2026-03-02 11:00 UTC\.$/),
    })
    expect(rejection.headers['retry-after']).toBe('300')
    expect((await as('Priya').get('/accounts')).status).toBe(200)
    expect((await as('Priya').get('/maintenance')).body).toMatchObject({ state: 'readOnly', message: 'We move the database.' })
    expect((await as('Niamh').post('/towers', { name: 'Kept', code: 'KPT', leadIds: [app.persona('Margaret').id] })).status).toBe(201)
    time = new Date('2026-03-02T11:00:01Z')
    expect((await sendRequest('checkout-let-in')).status).toBe(201)
  })

  it('announces planned maintenance, or shows only a banner', async () => {
    await set({ startsAt: '2026-03-02T20:00:00Z', until: '2026-03-02T22:00:00Z' })
    expect((await as('Tomasz').get('/maintenance')).body.state).toBe('announced')
    expect((await sendRequest('checkout-before')).status).toBe(201)
    await set({ mode: 'banner' })
    expect((await as('Tomasz').get('/maintenance')).body.state).toBe('banner')
    expect((await sendRequest('checkout-notice')).status).toBe(201)
  })

  it('pauses approved runs in maintenance mode, and continues them afterwards', async () => {
    await set({ pauseWork: true })
    await app.jobs.send(app.db, 'work', { runId: '00000000-0000-7000-8000-000000000001' })
    await until(async () => {
      const { rows } = await sql<{ late: boolean }>`
        select start_after > now() + interval '20 seconds' as late from pgboss.job where name = 'work' and state = 'created'`.execute(
        app.db,
      )
      return rows.some(({ late }) => late)
    })
  })

  it('requires the current version and increments it', async () => {
    const firstResponse = await as('Niamh').patch('/admin/settings/notificationDays', { value: 365 })
    expect(firstResponse).toMatchObject({ status: 200, body: { value: 365, version: 1, updatedBy: { displayName: 'Niamh Brennan' } } })
    const updateNotificationDays = (version: number) =>
      as('Elif').patch('/admin/settings/notificationDays', { value: 90 }, { 'if-match': `"${version}"` })
    expect((await updateNotificationDays(0)).status).toBe(412)
    expect((await updateNotificationDays(1)).body).toMatchObject({ value: 90, version: 2 })
  })

  roleSuite(
    'updateSetting',
    () => app,
    () => ({ path, body: { value: { ...maintenance, mode: 'off' } } }),
  )

  it.each([
    [path, { ...maintenance, mode: 'closed' }, 'value.mode'],
    [path, { ...maintenance, message: 'x'.repeat(301) }, 'value.message'],
    [path, { ...maintenance, more: 1 }, 'value.more'],
    [path, 'loud', 'value'],
    ['/admin/settings/stepUp', 7, 'value'],
    ['/admin/settings/pimTickets', { changeStates: ['x'] }, 'value.incidentStates'],
    ['/admin/settings/notificationDays', {}, 'value'],
    [path, { ...maintenance, startsAt: '2026-03-02T20:00:00Z', until: '2026-03-02T19:00:00Z' }, 'value.until'],
    [path, { ...maintenance, until: '2026-03-02T08:59:00Z' }, 'value.until'],
    [path, { ...maintenance, mode: 'banner', message: ' ' }, 'value.message'],
    ['/admin/settings/notificationDays', 7, 'value'],
    ['/admin/settings/notificationDays', '90', 'value'],
  ])('rejects %s with %j at its field', async (path, value, field) => {
    const response = await as('Niamh').patch(path, { value })
    expect(response.status).toBe(400)
    expect(response.body.errors.map((error: { field: string }) => error.field)).toContain(field)
  })
})

describe('updateSetting in concurrent calls', () => {
  it('applies only one of two concurrent first changes', async () => {
    const version = (await as('Niamh').get('/admin/settings')).body.settings.find(
      ({ name }: { name: string }) => name === 'notificationDays',
    ).version
    const updateNotificationDays = (givenName: string, value: number) =>
      as(givenName).patch('/admin/settings/notificationDays', { value }, { 'if-match': `"${version}"` })
    const responses = await Promise.all([updateNotificationDays('Niamh', 100), updateNotificationDays('Elif', 200)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412])
  })
})
