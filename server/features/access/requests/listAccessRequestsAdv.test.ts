import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { decide } from '../assignments/access.fixture.ts'
import { type AccessListApp, clientOf, references, startWithRequests } from './accessLists.fixture.ts'

let listApp: AccessListApp
beforeAll(async () => {
  listApp = await startWithRequests()
})
afterAll(() => listApp.app.close())

const path = '/account-access/access-requests/adv'
const list = (personaName: string, query = '') => clientOf(listApp.app, personaName).get(`${path}?${query}`)
const search = async (query: string, personaName = 'Niamh') => references((await list(personaName, query)).body.items)

describe('listAccessRequestsAdv', () => {
  it('pages in a stable order, and sorts in both directions', async () => {
    const { first, second: secondItem, analyst, owners } = listApp
    const allReferences = [first, secondItem, analyst, owners].map((each) => each.body.reference)
    expect((await list('Niamh', 'size=3&page=2&sort=reference')).body).toMatchObject({ page: 2, size: 3, total: 4, totalIsCapped: false })
    expect(await search('size=3&page=2&sort=reference')).toEqual(allReferences.slice(3))
    expect(await search('sort=-reference')).toEqual(allReferences.toReversed())
    expect(await search('')).toEqual(allReferences.toReversed())
  })

  it('filters by status, account, group, requester, environment and duration', async () => {
    const { app, first, analyst, owners } = listApp
    expect(await search(`filter=requester==${app.persona('Tomasz').id}`)).toEqual([analyst.body.reference])
    expect(await search(`filter=group==${first.group.name}`)).toEqual([first.body.reference])
    expect(await search('filter=durationHours=gt=24')).toEqual([first.body.reference])
    const { environment, name } = (await list('Niamh', `filter=groupId==${first.group.id}`)).body.items[0].account
    expect((await search(`filter=environment==${environment};account==${name.toUpperCase()}`)).sort()).toEqual(
      [analyst.body.reference, first.body.reference].sort(),
    )
    await decide(app, 'Daniel', analyst.approvalId, 'reject')
    expect(await search('filter=status==rejected')).toEqual([analyst.body.reference])
    expect(await search('filter=status==pending_approval')).toHaveLength(3)
    expect(await search('filter=createdAt=lt=2020-01-01')).toEqual([])
    expect(owners.body.requester.id).toBe(app.persona('Daniel').id)
  })

  it('searches references, reasons, groups and people, and tolerates typing errors', async () => {
    const { first, analyst, second: secondItem } = listApp
    expect(await search(`search=${first.body.reference.toLowerCase()}`)).toEqual([first.body.reference])
    expect(await search(`search=${secondItem.group.name.slice(3)}`)).toEqual([secondItem.body.reference])
    expect(await search('search=zalewski')).toEqual([analyst.body.reference])
    expect(await search('search=zalewsik')).toEqual([analyst.body.reference])
    expect(await search('search=checkout fridays')).toHaveLength(4)
    expect(await search('search=nothing-is-like-this-at-all')).toEqual([])
  })

  it('shows and counts only the requests that the caller can open', async () => {
    const { app, first } = listApp
    const ids = (await list('Niamh')).body.items.map(({ id }: { id: string }) => id)
    const board = (
      await app.db.selectFrom('approval_stages').select('rule').where('approval_id', '=', first.approvalId).executeTakeFirstOrThrow()
    ).rule.fallbackGroupId!
    await app.db
      .insertInto('directory_group_members')
      .values({ group_id: board, person_id: app.persona('Samuel').id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    for (const personaName of ['Priya', 'Tomasz', 'Daniel', 'Margaret', 'Ravi', 'Ewa', 'Samuel', 'Niamh', 'Grace']) {
      const { items, total } = (await list(personaName)).body
      const listedIds = items.map(({ id }: { id: string }) => id).sort()
      const openableIds: string[] = []
      for (const id of ids)
        if ((await clientOf(app, personaName).get(`/account-access/access-requests/${id}`)).status === 200) openableIds.push(id)
      expect([personaName, listedIds]).toEqual([personaName, openableIds.sort()])
      expect(total).toBe(openableIds.length)
    }
  })

  it('uses the same number of queries for many requests as for one', async () => {
    const { app } = listApp
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const countQueries = async (size: number) => {
      query.mockClear()
      await clientOf(app, 'Niamh').get(`${path}?size=${size}`)
      return query.mock.calls.length
    }
    const [, smallCount, largeCount] = [await countQueries(1), await countQueries(1), await countQueries(100)]
    query.mockRestore()
    expect(smallCount).toBeGreaterThan(2)
    expect(largeCount).toBe(smallCount)
  })

  roleSuite(
    'listAccessRequestsAdv',
    () => listApp.app,
    () => ({ path }),
  )

  it('rejects unknown fields, values, orders and sizes, and names their position', async () => {
    expect(await list('Priya', 'filter=nope==1')).toMatchObject({
      status: 400,
      body: { code: 'invalidFilter', errors: [{ field: 'filter' }] },
    })
    expect(await list('Priya', 'filter=status==nope')).toMatchObject({ status: 400 })
    expect(await list('Priya', 'sort=group')).toMatchObject({ status: 400, body: { errors: [{ field: 'sort' }] } })
    expect(await list('Priya', 'sort=__proto__')).toMatchObject({ status: 400 })
    expect(await list('Priya', 'size=0')).toMatchObject({ status: 400, body: { errors: [{ field: 'size' }] } })
  })
})
