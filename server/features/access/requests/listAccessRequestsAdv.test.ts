import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { decide } from '../assignments/access.fixture.ts'
import { type AccessListApp, as, references, startWithRequests } from './accessLists.fixture.ts'

let started: AccessListApp
beforeAll(async () => {
  started = await startWithRequests()
})
afterAll(() => started.app.close())

const path = '/account-access/access-requests/adv'
const list = (who: string, query = '') => as(started.app, who).get(`${path}?${query}`)
const found = async (query: string, who = 'Niamh') => references((await list(who, query)).body.items)

describe('listAccessRequestsAdv', () => {
  it('pages in a stable order, and sorts in both directions', async () => {
    const { first, second, analyst, owners } = started
    const all = [first, second, analyst, owners].map((each) => each.body.reference)
    expect((await list('Niamh', 'size=3&page=2&sort=reference')).body).toMatchObject({ page: 2, size: 3, total: 4, totalIsCapped: false })
    expect(await found('size=3&page=2&sort=reference')).toEqual(all.slice(3))
    expect(await found('sort=-reference')).toEqual(all.toReversed())
    expect(await found('')).toEqual(all.toReversed())
  })

  it('filters by status, account, group, requester, environment and duration', async () => {
    const { app, first, analyst, owners } = started
    expect(await found(`filter=requester==${app.persona('Tomasz').id}`)).toEqual([analyst.body.reference])
    expect(await found(`filter=group==${first.group.name}`)).toEqual([first.body.reference])
    expect(await found('filter=durationHours=gt=24')).toEqual([first.body.reference])
    const { environment, name } = (await list('Niamh', `filter=groupId==${first.group.id}`)).body.items[0].account
    expect((await found(`filter=environment==${environment};account==${name.toUpperCase()}`)).sort()).toEqual(
      [analyst.body.reference, first.body.reference].sort(),
    )
    await decide(app, 'Daniel', analyst.approvalId, 'reject')
    expect(await found('filter=status==rejected')).toEqual([analyst.body.reference])
    expect(await found('filter=status==pending_approval')).toHaveLength(3)
    expect(await found('filter=createdAt=lt=2020-01-01')).toEqual([])
    expect(owners.body.requester.id).toBe(app.persona('Daniel').id)
  })

  it('searches references, reasons, groups and people, and forgives typing errors', async () => {
    const { first, analyst, second } = started
    expect(await found(`search=${first.body.reference.toLowerCase()}`)).toEqual([first.body.reference])
    expect(await found(`search=${second.group.name.slice(3)}`)).toEqual([second.body.reference])
    expect(await found('search=zalewski')).toEqual([analyst.body.reference])
    expect(await found('search=zalewsik')).toEqual([analyst.body.reference])
    expect(await found('search=checkout fridays')).toHaveLength(4)
    expect(await found('search=nothing-is-like-this-at-all')).toEqual([])
  })

  it('shows and counts only the requests that the caller can open', async () => {
    const { app, first } = started
    const ids = (await list('Niamh')).body.items.map(({ id }: { id: string }) => id)
    const board = (
      await app.db.selectFrom('approval_stages').select('rule').where('approval_id', '=', first.approvalId).executeTakeFirstOrThrow()
    ).rule.fallbackGroupId!
    await app.db
      .insertInto('directory_group_members')
      .values({ group_id: board, person_id: app.persona('Samuel').id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    for (const who of ['Priya', 'Tomasz', 'Daniel', 'Margaret', 'Ravi', 'Ewa', 'Samuel', 'Niamh', 'Grace']) {
      const { items, total } = (await list(who)).body
      const listed = items.map(({ id }: { id: string }) => id).sort()
      const openable: string[] = []
      for (const id of ids) if ((await as(app, who).get(`/account-access/access-requests/${id}`)).status === 200) openable.push(id)
      expect([who, listed]).toEqual([who, openable.sort()])
      expect(total).toBe(openable.length)
    }
  })

  it('uses the same number of queries for many requests as for one', async () => {
    const { app } = started
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const asked = async (size: number) => {
      query.mockClear()
      await as(app, 'Niamh').get(`${path}?size=${size}`)
      return query.mock.calls.length
    }
    const [, one, many] = [await asked(1), await asked(1), await asked(100)]
    query.mockRestore()
    expect(one).toBeGreaterThan(2)
    expect(many).toBe(one)
  })

  roleSuite(
    'listAccessRequestsAdv',
    () => started.app,
    () => ({ path }),
  )

  it('rejects unknown fields, values, orders and sizes at their place', async () => {
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
