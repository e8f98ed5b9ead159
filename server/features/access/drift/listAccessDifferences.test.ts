import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { withoutMember, withStranger } from './drift.fixture.ts'

let app: TestApp
let added: Awaited<ReturnType<typeof withStranger>>
let removed: Awaited<ReturnType<typeof withoutMember>>
beforeAll(async () => {
  app = await startTestApp({ work: false })
  added = await withStranger(app, 0)
  removed = await withoutMember(app, 1)
})
afterAll(() => app.close())

const list = (who: string, query = '', roles?: string[]) => app.as(app.persona(who).id, roles).get(`/account-access/differences${query}`)
const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id).sort()

describe('listAccessDifferences', () => {
  it('shows owners each member without a grant, with the allowed actions', async () => {
    const answer = await list('Daniel', `?account=${added.account.id}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ total: 1, open: 1, totalIsCapped: false })
    expect(answer.body.items).toEqual([
      expect.objectContaining({
        id: added.difference.id,
        kind: 'added',
        summary: `${added.person.displayName} has access to ${added.group.name} that wasn’t granted in Slipway.`,
        member: expect.objectContaining({ id: added.person.id, kind: 'person', person: expect.objectContaining({ active: true }) }),
        status: 'open',
        work: null,
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
      .where('group_id', '=', removed.group.id)
      .where('person_id', '=', removed.personId)
      .execute()
    const [item] = (await list('Daniel', `?account=${removed.account.id}`)).body.items
    expect(item).toMatchObject({ kind: 'removed', grantedUntil: '2031-01-01T00:00:00.000Z', can: { restore: true, accept: true } })
    expect(item.summary).toMatch(/ was granted access to az-.* but isn’t a member any longer\.$/)
  })

  it('shows owners their own accounts, administrators and auditors all, and others none', async () => {
    const both = [added.difference.id, removed.difference.id].sort()
    expect(idsOf(await list('Daniel'))).toEqual(both)
    expect(idsOf(await list('Niamh'))).toEqual(both)
    const auditor = await list('Grace')
    expect(idsOf(auditor)).toEqual(both)
    expect(auditor.body.items[0].can.adopt).toEqual(expect.any(String))
    const pages = await Promise.all([1, 2, 3].map((page) => list('Niamh', `?page=${page}&size=1`)))
    expect(pages.map(({ body }) => [body.items.length, body.total])).toEqual([
      [1, 2],
      [1, 2],
      [0, 2],
    ])
    const stranger = await list('Tomasz')
    expect(stranger.body).toMatchObject({ items: [], total: 0, open: 0, compared: { groups: 0, at: null } })
    expect((await list('Daniel', '?status=resolved')).body).toMatchObject({ items: [], total: 0, open: 2 })
  })

  it('sorts, filters and searches only what the caller can see', async () => {
    const found = async (query: string, who = 'Niamh') =>
      (await list(who, `?${query}`)).body.items.map(({ id }: { id: string }) => id) as string[]
    const [older, newer] = [added.difference.id, removed.difference.id]
    expect(await found('')).toEqual([newer, older])
    expect(await found('sort=firstSeenAt')).toEqual([older, newer])
    expect(await found('sort=-firstSeenAt')).toEqual([newer, older])
    expect(await found(`filter=kind==added;account==${added.account.id}`)).toEqual([older])
    expect(await found(`filter=kind==removed;account==${added.account.id}`)).toEqual([])
    expect(await found(`search=${encodeURIComponent(added.person.displayName)}`)).toEqual([older])
    expect(await found(`search=${removed.account.name}`)).toEqual([newer])
    for (const query of ['filter=kind==added,kind==removed', `search=${added.account.name}`, `filter=id==${older}`])
      expect((await list('Tomasz', `?${query}`)).body).toMatchObject({ items: [], total: 0, open: 0 })
    expect(await found('status=resolved&filter=kind==added,kind==removed&sort=resolvedAt')).toEqual([])
  })

  it('reports the time of the last scan, and the groups that could not be read', async () => {
    const { compared, can } = (await list('Daniel', `?account=${added.account.id}`)).body
    expect(can).toEqual({ look: true })
    expect((await list('Daniel')).body.can).toEqual({ look: expect.any(String) })
    expect(compared).toMatchObject({ everyMinutes: 15, unreadable: [] })
    expect(Date.now() - Date.parse(compared.at)).toBeLessThan(60_000)
    expect(compared.groups).toBeGreaterThan(1)
    // Most accounts were never scanned.
    expect((await list('Niamh')).body.compared.at).toBeNull()
    await app.db.updateTable('access_group_scans').set({ problem: 'No.' }).where('group_id', '=', added.group.id).execute()
    expect((await list('Daniel', `?account=${added.account.id}`)).body.compared).toMatchObject({
      at: compared.at,
      unreadable: [{ group: added.group.name, account: { id: added.account.id }, lastComparedAt: expect.any(String), problem: 'No.' }],
    })
    await app.db.updateTable('access_group_scans').set({ problem: null }).where('group_id', '=', added.group.id).execute()
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
