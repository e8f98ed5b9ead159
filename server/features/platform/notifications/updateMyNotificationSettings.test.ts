import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

const path = '/me/notification-settings'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

interface Group {
  id: string
  mail: string
  kinds: { id: string; mail: string; own: boolean }[]
}
const group = (body: { groups: Group[] }, id: string) => body.groups.find((each) => each.id === id)!

describe('updateMyNotificationSettings', () => {
  it('stores the chosen settings for this person, and keeps the others', async () => {
    const ravi = app.as(app.persona('Ravi').id)
    const firstResponse = await ravi.patch(path, {
      groups: { decisions: 'digest' },
      kinds: { decisionNeeded: 'now' },
      quietHours: { from: '22:00', to: '07:30', weekends: true },
      timeZone: 'Europe/Dublin',
    })
    expect(firstResponse.status).toBe(200)
    const secondResponse = await ravi.patch(path, { digestHour: 17 }, { 'if-match': '"1"' })
    expect(secondResponse.body).toMatchObject({ version: 2, digestHour: 17, timeZone: 'Europe/Dublin' })
    expect(secondResponse.body.quietHours).toEqual({ from: '22:00', to: '07:30', weekends: true })
    expect((await ravi.get(path)).body).toEqual(secondResponse.body)
    const { mail, kinds } = group(secondResponse.body, 'decisions')
    expect([mail, kinds.find(({ id }) => id === 'decisionNeeded'), kinds.find(({ id }) => id === 'accessReview.open')]).toMatchObject([
      'digest',
      { mail: 'now', own: true },
      { mail: 'digest', own: false },
    ])
    expect((await app.as(app.persona('Priya').id).get(path)).body.version).toBe(0)
  })

  it('resets a kind to its group’s setting, ends quiet hours, and is audited', async () => {
    const ravi = app.as(app.persona('Ravi').id)
    const { body } = await ravi.patch(path, { kinds: { decisionNeeded: null }, quietHours: null })
    expect(body.quietHours).toBeNull()
    expect(group(body, 'decisions').kinds.find(({ id }) => id === 'decisionNeeded')).toMatchObject({ mail: 'digest', own: false })
    const events = await app.db.selectFrom('audit_events').selectAll().where('operation', '=', 'updateMyNotificationSettings').execute()
    expect(events.at(-1)).toMatchObject({ outcome: 'allowed', subject_id: app.persona('Ravi').id })
  })

  it('sends urgent notifications without waiting for a digest', async () => {
    const { body } = await app.as(app.persona('Priya').id).patch(path, { groups: { incidents: 'digest' } })
    expect(group(body, 'incidents').kinds.map(({ id, mail }) => [id, mail])).toEqual([
      ['emergencyAccess', 'now'],
      ['incidentEnded', 'digest'],
      ['incidentFailed', 'now'],
    ])
  })

  roleSuite(
    'updateMyNotificationSettings',
    () => app,
    () => ({ path, body: { digestHour: 9 } }),
  )

  it.each([
    ['an empty body', {}],
    ['an unknown kind', { kinds: { nonsense: 'now' } }],
    ['an unknown group', { groups: { __proto__x: 'now' } }],
    ['an unknown choice', { groups: { decisions: 'sometimes' } }],
    ['an invalid time', { quietHours: { from: '24:00', to: '07:00', weekends: false } }],
    ['quiet hours without an end', { quietHours: { from: '07:00', to: '07:00', weekends: false } }],
    ['an unknown time zone', { timeZone: 'Europe/Atlantis' }],
    ['the settings of another person', { personId: '00000000-0000-4000-8000-000000000000', digestHour: 8 }],
  ])('returns 400 for %s', async (_title, body) => {
    expect((await app.as(app.persona('Tomasz').id).patch(path, body)).status).toBe(400)
  })

  it('returns 412 for an old version', async () => {
    const tomasz = app.as(app.persona('Tomasz').id)
    await tomasz.patch(path, { digestHour: 9 })
    expect((await tomasz.patch(path, { digestHour: 10 }, { 'if-match': '"0"' })).status).toBe(412)
  })
})
