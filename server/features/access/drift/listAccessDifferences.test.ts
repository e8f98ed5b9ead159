import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { withoutMember, withUnrecordedMember } from './drift.fixture.ts'
import { describeDifference } from './labels.ts'

let app: TestApp
let addedMember: Awaited<ReturnType<typeof withUnrecordedMember>>
let removedMember: Awaited<ReturnType<typeof withoutMember>>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  addedMember = await withUnrecordedMember(app, 0)
  removedMember = await withoutMember(app, 1)
})
afterAll(() => app.close())

const list = (givenName: string, query = '', roles?: string[]) =>
  app.as(app.persona(givenName).id, roles).get(`/account-access/differences${query}`)
const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id).sort()

describe('listAccessDifferences', () => {
  it('shows owners each member without a grant, with the allowed actions', async () => {
    const response = await list('Daniel', `?account=${addedMember.account.id}`)
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ total: 1, open: 1, totalIsCapped: false })
    expect(response.body.items).toEqual([
      expect.objectContaining({
        id: addedMember.difference.id,
        kind: 'added',
        summary: describeDifference('added', addedMember.person.displayName, addedMember.group.name),
        member: expect.objectContaining({ id: addedMember.person.id, kind: 'person', person: expect.objectContaining({ active: true }) }),
        status: 'open',
        progress: null,
        grantedUntil: null,
        can: {
          adopt: true,
          remove: true,
          restore: expect.any(String),
          accept: expect.any(String),
          look: true,
        },
      }),
    ])
  })

  it('shows the grant of a lost membership with its end date', async () => {
    await app.db
      .updateTable('group_assignments')
      .set({ ends_at: new Date('2031-01-01T00:00:00Z') })
      .where('group_id', '=', removedMember.group.id)
      .where('person_id', '=', removedMember.personId)
      .execute()
    const [item] = (await list('Daniel', `?account=${removedMember.account.id}`)).body.items
    expect(item).toMatchObject({ kind: 'removed', grantedUntil: '2031-01-01T00:00:00.000Z', can: { restore: true, accept: true } })
    expect(item.summary).toBe(describeDifference('removed', item.member.name, removedMember.group.name))
  })

  it('shows owners the differences in their accounts, and administrators and auditors all differences', async () => {
    const bothIds = [addedMember.difference.id, removedMember.difference.id].sort()
    expect(idsOf(await list('Daniel'))).toEqual(bothIds)
    expect(idsOf(await list('Niamh'))).toEqual(bothIds)
    const auditor = await list('Grace')
    expect(idsOf(auditor)).toEqual(bothIds)
    expect(auditor.body.items[0].can.adopt).toEqual(expect.any(String))
    const pages = await Promise.all([1, 2, 3].map((page) => list('Niamh', `?page=${page}&size=1`)))
    expect(pages.map(({ body }) => [body.items.length, body.total])).toEqual([
      [1, 2],
      [1, 2],
      [0, 2],
    ])
    const outsiderResponse = await list('Tomasz')
    expect(outsiderResponse.body).toMatchObject({ items: [], total: 0, open: 0, compared: { groups: 0, at: null } })
    expect((await list('Daniel', '?status=resolved')).body).toMatchObject({ items: [], total: 0, open: 2 })
  })

  it('sorts, filters and searches only the differences that the caller can see', async () => {
    const search = async (query: string, givenName = 'Niamh') =>
      (await list(givenName, `?${query}`)).body.items.map(({ id }: { id: string }) => id) as string[]
    const [older, newer] = [addedMember.difference.id, removedMember.difference.id]
    expect(await search('')).toEqual([newer, older])
    expect(await search('sort=firstSeenAt')).toEqual([older, newer])
    expect(await search('sort=-firstSeenAt')).toEqual([newer, older])
    expect(await search(`filter=kind==added;account==${addedMember.account.id}`)).toEqual([older])
    expect(await search(`filter=kind==removed;account==${addedMember.account.id}`)).toEqual([])
    expect(await search(`search=${encodeURIComponent(addedMember.person.displayName)}`)).toEqual([older])
    expect(await search(`search=${removedMember.account.name}`)).toEqual([newer])
    for (const query of ['filter=kind==added,kind==removed', `search=${addedMember.account.name}`, `filter=id==${older}`])
      expect((await list('Tomasz', `?${query}`)).body).toMatchObject({ items: [], total: 0, open: 0 })
    expect(await search('status=resolved&filter=kind==added,kind==removed&sort=resolvedAt')).toEqual([])
  })

  it('reports the time of the last scan, and the groups that could not be read', async () => {
    const { compared, can } = (await list('Daniel', `?account=${addedMember.account.id}`)).body
    expect(can).toEqual({ look: true })
    expect((await list('Daniel')).body.can).toEqual({ look: expect.any(String) })
    expect(compared).toMatchObject({ everyMinutes: 15, unreadable: [] })
    expect(Date.now() - Date.parse(compared.at)).toBeLessThan(60_000)
    expect(compared.groups).toBeGreaterThan(1)
    expect((await list('Niamh')).body.compared.at).toBeNull()
    await app.db.updateTable('access_group_scans').set({ problem: 'No.' }).where('group_id', '=', addedMember.group.id).execute()
    expect((await list('Daniel', `?account=${addedMember.account.id}`)).body.compared).toMatchObject({
      at: compared.at,
      unreadable: [
        { group: addedMember.group.name, account: { id: addedMember.account.id }, lastComparedAt: expect.any(String), problem: 'No.' },
      ],
    })
    await app.db.updateTable('access_group_scans').set({ problem: null }).where('group_id', '=', addedMember.group.id).execute()
  })

  roleSuite(
    'listAccessDifferences',
    () => app,
    () => ({ path: '/account-access/differences' }),
  )

  it.each(['?status=never', '?account=1', '?group=x'])('rejects %s', async (query) => {
    expect((await list('Daniel', query)).status).toBe(400)
  })

  it('returns 404 for an unknown account', async () => {
    expect((await list('Daniel', `?account=${crypto.randomUUID()}`)).status).toBe(404)
  })
})
