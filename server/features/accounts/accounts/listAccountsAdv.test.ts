import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { newAccountBody } from './newAccountBody.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const list = async (query: string, givenName = 'Tomasz') => (await app.as(app.persona(givenName).id).get(`/accounts/adv?${query}`)).body
const names = (page: { items: { name: string }[] }) => page.items.map((item) => item.name)

describe('listAccountsAdv', () => {
  it('returns the first page by name', async () => {
    const page = await list('')
    expect(page).toMatchObject({ page: 1, size: 25, total: app.company.accounts.length, totalIsCapped: false })
    expect(page.items.length).toBe(25)
    expect(names(page)).toEqual([...names(page)].sort())
  })

  it('pages through all accounts, each once, in a stable order', async () => {
    const allIds: string[] = []
    for (let page = 1; page <= 10; page++)
      allIds.push(...(await list(`size=200&sort=-environment&page=${page}`)).items.map((item: { id: string }) => item.id))
    expect(new Set(allIds).size).toBe(app.company.accounts.length)
    expect((await list('size=200&page=11')).items).toEqual([])
  })

  it('filters by conditions and sorts by fields', async () => {
    const targetAccounts = app.company.accounts
      .filter((account) => account.status === 'active' && account.environment === 'production')
      .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    const page = await list('filter=status==active;environment==production&sort=-createdAt')
    expect([page.total, names(page)]).toEqual([targetAccounts.length, targetAccounts.slice(0, 25).map((account) => account.name)])
  })

  it('filters by owner, tower, date and a part of the name', async () => {
    const daniel = app.persona('Daniel').id
    const ownedAccounts = app.company.accounts.filter((account) => account.ownerIds.includes(daniel))
    expect((await list(`filter=owner==${daniel}`)).total).toBe(ownedAccounts.length)
    expect((await list(`filter=owner!=${daniel}`)).total).toBe(app.company.accounts.length - ownedAccounts.length)
    const inTower = app.company.accounts.filter((account) => account.towerId === ownedAccounts[0]!.towerId)
    expect((await list(`filter=tower==${ownedAccounts[0]!.towerId}`)).total).toBe(inTower.length)
    expect((await list('filter=name==CHECKOUT-*')).total).toBe(
      app.company.accounts.filter((account) => account.name.startsWith('checkout-')).length,
    )
    expect((await list('filter=createdAt=ge=2025-01-01')).total).toBe(
      app.company.accounts.filter((account) => account.createdAt >= '2025-01-01').length,
    )
  })

  it('puts names that start with the search text first, and tolerates typing errors', async () => {
    expect(names(await list('search=checkout-basket')).every((name) => name.startsWith('checkout-basket'))).toBe(true)
    for (const typo of ['chekcout', 'checkot', 'chekout basket'])
      expect(names(await list(`search=${encodeURIComponent(typo)}`))[0]).toMatch(/^checkout-/)
    const [account] = app.company.accounts
    expect(names(await list(`search=${account!.subscriptionId.toUpperCase()}`))).toEqual([account!.name])
    expect((await list('search=zzzzqqqq')).total).toBe(0)
  })

  it('finds the words of new and changed accounts', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const created = await admin.post('/accounts', newAccountBody(app, { name: 'Quetzalcoatl link' }))
    expect(names(await list('search=quetzalcaotl'))).toEqual(['Quetzalcoatl link'])
    await app.db.updateTable('accounts').set({ description: 'Weighs rutabagas' }).where('id', '=', created.body.id).execute()
    expect(names(await list('search=rutabgas'))).toEqual(['Quetzalcoatl link'])
    const { rows } = await sql`select word from account_terms where word in ('quetzalcoatl', 'rutabagas')`.execute(app.db)
    expect(rows.length).toBe(2)
    await app.db.updateTable('accounts').set({ status: 'deleted' }).where('id', '=', created.body.id).execute()
    expect((await list('search=rutabgas')).total).toBe(0)
  })

  it('puts accounts without a health check last, in either direction', async () => {
    const checked = app.company.accounts.filter(({ status }) => status === 'active').slice(0, 2)
    for (const [index, { id }] of checked.entries())
      await app.db
        .updateTable('accounts')
        .set({ health: 40 + index })
        .where('id', '=', id)
        .execute()
    const [firstName, secondName] = checked.map(({ name }) => name)
    expect(names(await list('sort=health&size=2'))).toEqual([firstName, secondName])
    expect(names(await list('sort=-health&size=2'))).toEqual([secondName, firstName])
  })

  it('shows budget, tags and network only to owners, administrators and auditors', async () => {
    const outsider = (await list('search=checkout-basket')).items[0]
    const [owner, auditor] = [
      (await list('search=checkout-basket', 'Daniel')).items[0],
      (await list('search=checkout-basket', 'Grace')).items[0],
    ]
    expect([outsider.budget, outsider.tags, outsider.network]).toEqual([undefined, undefined, undefined])
    expect(outsider.can.update).toEqual(expect.any(String))
    expect(owner).toMatchObject({ budget: { currency: 'GBP' }, network: {}, tags: {}, can: { update: true } })
    expect(auditor).toMatchObject({ budget: owner.budget, can: { update: expect.any(String) } })
  })

  it('sorts by budget for people who can see budgets', async () => {
    const page = await list('sort=-budget&filter=budget=ge=1000000;connectivity==corporate', 'Niamh')
    const amounts = page.items.map((item: { budget: { amount: number } }) => item.budget.amount)
    expect(amounts.length).toBeGreaterThan(0)
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a))
  })

  it('counts the total only as far as the query parameter `total` requests', async () => {
    const caller = app.as(app.persona('Tomasz').id)
    const { body } = await caller.get('/accounts/adv?size=5')
    const emptyResponse = await caller.get('/accounts/adv?size=5&total=none')
    expect(emptyResponse.body).toEqual({ ...body, total: 5, totalIsCapped: true })
    expect((await caller.get('/accounts/adv?size=5&total=exact')).body).toEqual(body)
    expect((await caller.get('/accounts/adv?total=some')).status).toBe(400)
  })

  roleSuite(
    'listAccountsAdv',
    () => app,
    () => ({ path: '/accounts/adv' }),
  )

  it.each(['sort=-budget', 'filter=budget=gt=5', 'filter=connectivity==none'])(
    'rejects ?%s from people without access, because the result would reveal budgets or networks',
    async (query) => {
      expect((await list(query)).status).toBe(400)
    },
  )

  it.each([
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['size=0', 'size'],
    ['size=2.5', 'size'],
    ['sort=secret', 'sort'],
    ['sort=__proto__', 'sort'],
    ['filter=secret==1', 'filter'],
    ['filter=status==gone', 'filter'],
    ['filter=name=gt=a', 'filter'],
    ['filter=(((((((((name==a)))))))))', 'filter'],
    ['filter=name==', 'filter'],
    [`filter=${'a'.repeat(4_001)}`, 'filter'],
    [`search=${'a'.repeat(201)}`, 'search'],
    ['search=%00', 'search'],
    ['search=a&search=b', 'search'],
  ])('rejects ?%s', async (query, field) => {
    const problem = await list(query)
    expect([problem.status, problem.errors[0].field.split('.')[0]]).toEqual([400, field])
  })

  it.each(['%_%_%_', '((((', '%25'.repeat(60), '\\'.repeat(100)])('accepts the search %j', async (text) => {
    expect((await list(`search=${encodeURIComponent(text)}`)).page).toBe(1)
  })
})
