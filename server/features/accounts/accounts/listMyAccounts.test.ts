import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('listMyAccounts', () => {
  it('returns only the caller’s accounts, by name', async () => {
    const daniel = app.persona('Daniel').id
    const ownedNames = app.company.accounts.filter((account) => account.ownerIds.includes(daniel)).map((account) => account.name)
    const response = await app.as(daniel).get('/accounts/myAccounts')
    expect(response.body.map((account: { name: string }) => account.name)).toEqual(ownedNames.sort())
    expect((await app.as(app.persona('Tomasz').id).get('/accounts/myAccounts')).body).toEqual([])
  })

  it('reports that more accounts exist than it returns, even with a filter', async () => {
    const grace = app.persona('Grace').id
    const get = (query = '') => app.as(grace).get(`/accounts/myAccounts${query}`)
    expect((await get()).headers['x-more']).toBeUndefined()
    const addOwnedAccounts = (limit: number) =>
      sql`insert into account_owners (account_id, person_id, position)
      select a.id, ${grace}, 100 from accounts a
      where not exists (select from account_owners o where o.account_id = a.id and o.person_id = ${grace})
        and (select count(*) from account_owners o where o.account_id = a.id) < 10
      order by a.name_key limit ${limit}`.execute(app.db)
    const missingCount = 1_000 - (await get()).body.length
    await addOwnedAccounts(missingCount)
    const fullResponse = await get()
    expect([fullResponse.body.length, fullResponse.headers['x-more']]).toEqual([1_000, undefined])
    await addOwnedAccounts(1)
    const partialResponse = await get()
    expect([partialResponse.body.length, partialResponse.headers['x-more']]).toEqual([1_000, 'true'])
    expect((await get('?filter=name==none')).headers['x-more']).toBe('true')
  })

  it('returns only their own accounts to each of many concurrent callers', async () => {
    const owners = [...new Set(app.company.accounts.flatMap((account) => account.ownerIds))]
      .filter((id) => app.company.people.find((person) => person.id === id)?.enabled)
      .slice(0, 20)
    const responses = await Promise.all(owners.map((id) => app.as(id).get('/accounts/myAccounts')))
    for (const [index, { body }] of responses.entries())
      for (const account of body) expect(account.owners.map((owner: { id: string }) => owner.id)).toContain(owners[index])
  })

  roleSuite(
    'listMyAccounts',
    () => app,
    () => ({ path: '/accounts/myAccounts' }),
  )

  it('rejects unknown query parameters', async () => {
    expect((await app.as(app.persona('Daniel').id).get('/accounts/myAccounts?person=x')).status).toBe(400)
  })
})
