import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { groupIds, groups, kindIds } from '../../../notifications/kinds.ts'
import { mailProblems } from '../../../notifications/mailTo.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('getMyNotificationSettings', () => {
  it('shows the defaults to new people, with every kind in its group', async () => {
    const { status, body } = await app.as(app.persona('Priya').id).get('/me/notification-settings')
    expect([status, body.quietHours, body.timeZone, body.digestHour, body.version]).toEqual([200, null, 'Europe/London', 8, 0])
    expect(body.mail).toEqual({ address: app.persona('Priya').email, problem: null })
    expect(body.groups.map(({ id, mail }: { id: string; mail: string }) => [id, mail])).toEqual(groupIds.map((id) => [id, groups[id].mail]))
    const listedKindIds = body.groups.flatMap(({ kinds }: { kinds: { id: string }[] }) => kinds.map(({ id }) => id))
    expect(listedKindIds.toSorted()).toEqual(kindIds.toSorted())
  })

  it('returns the reason why no email is sent if the person has no address or mail is switched off', async () => {
    const priya = app.persona('Priya').id
    const problem = async () => (await app.as(priya).get('/me/notification-settings')).body.mail.problem
    await app.db.updateTable('people').set({ email: null }).where('id', '=', priya).execute()
    expect(await problem()).toBe(mailProblems.noAddress)
    await app.db.updateTable('notification_channels').set({ enabled: false }).where('type', '=', 'mail').execute()
    expect(await problem()).toBe(mailProblems.switchedOff)
    await app.db.updateTable('notification_channels').set({ enabled: true }).where('type', '=', 'mail').execute()
  })

  roleSuite(
    'getMyNotificationSettings',
    () => app,
    () => ({ path: '/me/notification-settings' }),
  )
})
