import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'
import { accountOf } from '../assignments/access.fixture.ts'

const path = '/account-access/UserExistingAccess'
const time = new Date('2026-03-02T09:00:00Z')
const days = (n: number) => new Date(time.getTime() + n * 86_400_000)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => time })
})
afterAll(() => app.close())

interface GrantedAccess {
  who?: string
  n: number
  suffix?: string
  status: 'scheduled' | 'granting' | 'active' | 'revoking' | 'expired' | 'revoked'
  endsAt?: Date | null
  updatedAt?: Date
}
async function insertAccess({ who = 'Priya', n, suffix = 'readers', status, endsAt = null, updatedAt = time }: GrantedAccess) {
  const group = await groupRow(app, `az-${accountOf(app, n).name}-${suffix}`)
  const times = { starts_at: days(-60), created_at: days(-60), updated_at: updatedAt, ends_at: endsAt }
  await app.db
    .insertInto('group_assignments')
    .values({ id: uuidv7(), group_id: group.id, person_id: app.persona(who).id, via: 'admin', request_id: null, status, ...times })
    .execute()
  return group.name
}
const accessOf = async (personaName: string, query = '') =>
  ((await app.as(app.persona(personaName).id).get(`${path}${query}`)).body as { group: { name: string }; status: string }[]).map(
    ({ group, status }) => `${status} ${group.name}`,
  )

describe('listUserExistingAccess', () => {
  it('lists active, scheduled and ending access, sorted by end date', async () => {
    const permanentAssignment = await insertAccess({ n: 0, status: 'active' })
    const soonEndingAssignment = await insertAccess({ n: 1, status: 'active', endsAt: days(3) })
    const scheduledAssignment = await insertAccess({ n: 2, status: 'scheduled', endsAt: days(20) })
    const revokingAssignment = await insertAccess({ n: 3, status: 'revoking', endsAt: days(1) })
    await insertAccess({ who: 'Tomasz', n: 4, status: 'active' })
    expect(await accessOf('Priya')).toEqual([
      `revoking ${revokingAssignment}`,
      `active ${soonEndingAssignment}`,
      `scheduled ${scheduledAssignment}`,
      `active ${permanentAssignment}`,
    ])
    const { body } = await app.as(app.persona('Priya').id).get(path)
    expect(body[1]).toMatchObject({
      endsAt: days(3).toISOString(),
      via: 'admin',
      account: { name: accountOf(app, 1).name },
      group: { roles: ['Reader'], assignment: 'active' },
      can: { extend: true, end: true },
    })
    expect(body[3].can.extend).toEqual(expect.any(String))
    expect(await accessOf('Grace')).toEqual([])
  })

  it('lists access that ended in the last 30 days and was not granted again', async () => {
    const recentlyExpired = await insertAccess({ n: 5, status: 'expired', endsAt: days(-2), updatedAt: days(-2) })
    await insertAccess({ n: 6, status: 'revoked', endsAt: days(-40), updatedAt: days(-40) })
    await insertAccess({ n: 7, status: 'expired', endsAt: days(-5), updatedAt: days(-5) })
    await insertAccess({ n: 7, status: 'active' })
    expect(await accessOf('Priya', '?ended=true')).toEqual([`expired ${recentlyExpired}`])
    expect(await accessOf('Priya')).not.toContain(`expired ${recentlyExpired}`)
  })

  roleSuite(
    'listUserExistingAccess',
    () => app,
    () => ({ path }),
  )

  it('rejects a query for another person', async () => {
    const response = await app.as(app.persona('Priya').id).get(`${path}?personId=${app.persona('Tomasz').id}`)
    expect(response).toMatchObject({ status: 400, body: { errors: [{ field: 'personId' }] } })
  })
})
