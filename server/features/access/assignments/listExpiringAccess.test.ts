import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import type { Database } from '../../../db/tables.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'
import { accountOf } from './access.fixture.ts'

let app: TestApp
let groupId: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  groupId = (await groupRow(app, `az-${accountOf(app, 0).name}-readers`)).id
})
afterAll(() => app.close())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const list = async (query = '', givenName = 'Niamh') =>
  (await app.as(app.persona(givenName).id).get(`/account-access/ending?${query}`)).body
const staff = () => app.company.people.filter(({ enabled, persona }) => enabled && !persona)

type Row = Insertable<Database['group_assignments']>
async function assign(nth: number, endsAt: Date | null, overrides: Partial<Row> = {}): Promise<string> {
  const id = randomUUID()
  const row = {
    id,
    group_id: groupId,
    person_id: staff()[nth]!.id,
    via: 'admin' as const,
    request_id: null,
    granted_by: app.persona('Niamh').id,
    reason: 'To help the team.',
    starts_at: inDays(-1),
    ends_at: endsAt,
    duration_hours: null,
    remind_at: null,
    status: 'active' as const,
    ...overrides,
  }
  await app.db.insertInto('group_assignments').values(row).execute()
  return id
}
const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)

describe('listExpiringAccess', () => {
  it('lists each membership once, with the end of its last assignment, earliest end first', async () => {
    const adopted = { via: 'adopted' as const, granted_by: null }
    const late = await assign(0, inDays(29))
    const soon = await assign(1, inDays(3), { status: 'granting' })
    await assign(2, inDays(5))
    const last = await assign(2, inDays(20), adopted)
    // These assignments don’t end soon: permanent, permanent by another assignment, later, already being revoked, and scheduled.
    await assign(3, null)
    await assign(4, inDays(5))
    await assign(4, null, adopted)
    await assign(5, inDays(31))
    await assign(7, inDays(5), { status: 'revoking' })
    await assign(8, inDays(5), { status: 'scheduled', starts_at: inDays(1) })
    const page = await list()
    expect([ids(page), page.total]).toEqual([[soon, last, late], 3])
    expect(page.items[0]).toMatchObject({ person: { id: staff()[1]!.id }, account: { id: accountOf(app, 0).id }, via: 'admin' })
    expect(ids(await list('sort=-endsAt'))).toEqual([late, last, soon])
    expect(ids(await list(`filter=via==adopted;account==${accountOf(app, 0).id}`))).toEqual([last])
    expect(ids(await list(`search=${encodeURIComponent(staff()[1]!.displayName)}`))).toEqual([soon])
    expect(ids(await list('', 'Grace'))).toEqual(ids(page))
  })

  it('includes a membership that starts again after a gap', async () => {
    const first = await assign(9, inDays(2))
    await assign(9, inDays(60), { via: 'adopted', granted_by: null, status: 'scheduled', starts_at: inDays(40) })
    expect(ids(await list(`filter=person==${staff()[9]!.id}`))).toEqual([first])
  })

  it('includes a membership that should have ended', async () => {
    const overdue = await assign(6, inDays(-0.1))
    expect(ids(await list(`filter=person==${staff()[6]!.id}`))).toEqual([overdue])
  })

  it('denies an owner', async () => {
    expect((await app.as(app.persona('Daniel').id).get('/account-access/ending')).status).toBe(403)
  })

  roleSuite(
    'listExpiringAccess',
    () => app,
    () => ({ path: '/account-access/ending' }),
  )
})
