import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { allActionsLabels } from '../../accounts/groups/roleLabels.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const list = async (query: string, givenName = 'Tomasz') =>
  (await app.as(app.persona(givenName).id).get(`/account-access/groups/adv?${query}`)).body
const names = (page: { items: { name: string }[] }) => page.items.map((item) => item.name)
const inCompany = () => app.company.groups.filter((group) => group.accountId !== undefined)
const accountOf = (name: string) => app.company.accounts.find((account) => account.name === name)!
const webRole = 'de139f84-1756-47ae-9be6-808fbbe84772'

describe('listAccessGroupsAdv', () => {
  it('returns the first page by name, with each group’s permissions and the caller’s access', async () => {
    const page = await list('')
    expect(page).toMatchObject({ page: 1, size: 25, total: inCompany().length, totalIsCapped: false })
    expect(names(page)).toEqual([...names(page)].sort())
    const [readers] = (await list('filter=name==az-checkout-basket-prod-readers')).items
    expect(readers).toMatchObject({
      account: { name: 'checkout-basket-prod', environment: 'production' },
      tower: { name: 'Commerce' },
      family: { name: 'Checkout' },
      allowedActions: [allActionsLabels.read],
      owners: expect.arrayContaining([expect.objectContaining({ displayName: 'Daniel Okoro' })]),
      mine: { member: false, until: null, request: null },
      can: { request: true, update: expect.any(String) },
    })
    expect((await list('filter=name==az-checkout-basket-prod-readers', 'Daniel')).items[0].can).toMatchObject({
      request: true,
      update: true,
      delete: true,
    })
  })

  it('filters by account, tower, environment, role, owner and privilege', async () => {
    const basket = accountOf('checkout-basket-prod')
    const ofBasket = inCompany().filter((group) => group.accountId === basket.id)
    expect((await list(`filter=account==${basket.id}`)).total).toBe(ofBasket.length)
    const deployers = inCompany().filter((group) => group.roles?.includes('Website Contributor')).length
    expect((await list(`filter=role==${webRole.toUpperCase()}`)).total).toBe(deployers)
    expect((await list(`filter=role!=${webRole}`)).total).toBe(inCompany().length - deployers)
    const inTower = new Set(app.company.accounts.filter((account) => account.towerId === basket.towerId).map(({ id }) => id))
    const ofTower = inCompany().filter((group) => inTower.has(group.accountId!))
    expect((await list(`filter=tower==${basket.towerId}`)).total).toBe(ofTower.length)
    const daniel = app.persona('Daniel').id
    const ownedAccountIds = new Set(app.company.accounts.filter((account) => account.ownerIds.includes(daniel)).map(({ id }) => id))
    const test = new Set(app.company.accounts.filter((account) => account.environment === 'test').map(({ id }) => id))
    const ownedTestGroups = inCompany().filter((group) => ownedAccountIds.has(group.accountId!) && test.has(group.accountId!))
    expect((await list(`filter=owner==${daniel};environment==test`)).total).toBe(ownedTestGroups.length)
    const broad = await list(`filter=account==${basket.id};breadth=ge=500`)
    expect(names(broad)).toEqual(['az-checkout-basket-prod-contributors'])
    expect((await list(`filter=requestable==no`)).total).toBe(
      inCompany().filter(({ mailNickname }) => mailNickname.endsWith('-network')).length,
    )
  })

  it('sorts by least privilege first', async () => {
    const page = await list(`filter=account==${accountOf('checkout-basket-prod').id}&sort=breadth`)
    const breadths = page.items.map((item: { breadth: number }) => item.breadth)
    expect(breadths).toEqual([...breadths].sort((a, b) => a - b))
    expect([names(page)[0], names(page).at(-1)]).toEqual(['az-checkout-basket-prod-costs', 'az-checkout-basket-prod-contributors'])
  })

  it('searches names, accounts, families and descriptions, and tolerates typing errors', async () => {
    expect(names(await list('search=checkout-basket-prod'))).toHaveLength(
      inCompany().filter((group) => group.accountId === accountOf('checkout-basket-prod').id).length,
    )
    expect(names(await list('search=rotate%20payments'))).toContain('az-checkout-payments-prod-dr-secrets')
    expect(names(await list('search=chekcout%20bakset'))[0]).toMatch(/^az-checkout-basket-/)
    const [group] = inCompany()
    expect(names(await list(`search=${group!.id}`))).toEqual([group!.mailNickname])
  })

  it('finds a group under the new name of its account or tower immediately', async () => {
    const { id, towerId } = accountOf('checkout-receipts-test')
    await app.db.updateTable('accounts').set({ name: 'checkout-vouchers-test' }).where('id', '=', id).execute()
    expect((await list(`search=vouchers&filter=account==${id}`)).total).toBeGreaterThan(0)
    await app.db.updateTable('towers').set({ name: 'Shopping' }).where('id', '=', towerId).execute()
    expect((await list(`search=shopping&filter=account==${id}`)).total).toBeGreaterThan(0)
  })

  roleSuite(
    'listAccessGroupsAdv',
    () => app,
    () => ({ path: '/account-access/groups/adv' }),
  )

  it.each([
    ['sort=secret', 'sort'],
    ['sort=__proto__', 'sort'],
    ['sort=constructor[prototype]', 'sort'],
    ['filter=secret==1', 'filter'],
    ['filter=role==Reader', 'filter'],
    ['filter=status==gone', 'filter'],
    ['filter=(((((((((name==a)))))))))', 'filter'],
    [`filter=${'a'.repeat(4_001)}`, 'filter'],
    [`search=${'a'.repeat(201)}`, 'search'],
    ['search=a&search=b', 'search'],
    ['size=0', 'size'],
  ])('rejects ?%s', async (query, field) => {
    const problem = await list(query)
    expect([problem.status, problem.errors[0].field.split('.')[0]]).toEqual([400, field])
  })

  it.each(['%_%_%_', '((((', '%25'.repeat(60), '\\'.repeat(100)])('accepts the search %j', async (text) => {
    expect((await list(`search=${encodeURIComponent(text)}`)).page).toBe(1)
  })
})
