import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const search = async (text: string) =>
  (await app.as(app.persona('Tomasz').id).get(`/accounts/search?searchTerm=${encodeURIComponent(text)}`)).body

describe('searchAccounts', () => {
  it('returns at most 20 accounts, names that start with the search text first', async () => {
    const accounts = await search('check')
    expect(accounts.length).toBe(20)
    expect(accounts.every((account: { name: string }) => account.name.startsWith('check'))).toBe(true)
  })

  it('matches parts of words in any order, and tolerates typing errors', async () => {
    expect((await search('prod basket'))[0].name).toMatch(/basket-prod/)
    expect((await search('baskte'))[0].name).toMatch(/basket/)
    expect((await search('loyalti'))[0].name).toMatch(/loyalt/)
    // Both names are equally similar to the search word, but only here does a word of the name start with it.
    expect((await search('chekcout baskte prod'))[0].name).toBe('checkout-basket-prod')
  })

  it('finds an account by its whole subscription ID, and edge accounts by store', async () => {
    const edge = app.company.accounts.find((account) => account.kind === 'edge')!
    expect((await search(edge.subscriptionId)).map((account: { id: string }) => account.id)).toEqual([edge.id])
    expect((await search(`store ${edge.storeNumbers[0]}`))[0].id).toBe(edge.id)
  })

  it('puts the exact name first, then names that start with it', async () => {
    const [shortestNamedAccount] = app.company.accounts
      .filter(({ name }) => app.company.accounts.some((otherAccount) => otherAccount.name.startsWith(`${name}-`)))
      .map(({ name }) => name)
    const text = shortestNamedAccount ?? app.company.accounts[0]!.name
    expect((await search(text))[0].name).toBe(text)
  })

  it('finds accounts by the first part of a subscription ID and by the reference of the request', async () => {
    const account = app.company.accounts.find((each) => each.kind === 'cloud')!
    const start = account.subscriptionId.slice(0, 13)
    expect((await search(start)).map(({ id }: { id: string }) => id)).toContain(account.id)
    const request = await app.db
      .selectFrom('account_requests')
      .innerJoin('accounts', 'accounts.request_id', 'account_requests.id')
      .select(['reference', 'accounts.id'])
      .executeTakeFirst()
    if (request) expect((await search(request.reference.toLowerCase())).map(({ id }: { id: string }) => id)).toEqual([request.id])
    expect(await search('ACC-1999-0001')).toEqual([])
  })

  it('finds accounts by the name of an owner, even with other words and a typing error', async () => {
    const daniel = app.persona('Daniel')
    const ownedAccounts = app.company.accounts.filter((account) => account.ownerIds.includes(daniel.id))
    const searchIds = async (text: string) => (await search(text)).map(({ id }: { id: string }) => id)
    const all = (ids: string[], accounts: typeof ownedAccounts) =>
      ids.length > 0 && ids.every((id) => accounts.some((account) => account.id === id))
    expect(all(await searchIds(daniel.displayName), ownedAccounts)).toBe(true)
    const [word = ''] = ownedAccounts[0]!.name.split('-')
    expect(await searchIds(`${daniel.displayName} ${word}`)).toContain(ownedAccounts[0]!.id)
    expect(all(await searchIds(daniel.displayName.replace('iel', 'eil')), ownedAccounts)).toBe(true)
  })

  roleSuite(
    'searchAccounts',
    () => app,
    () => ({ path: '/accounts/search?searchTerm=check' }),
  )

  it.each(['', '?searchTerm=', '?searchTerm=%20', `?searchTerm=${'x'.repeat(201)}`, '?searchTerm=a&page=x'])(
    'rejects %j',
    async (query) => {
      expect((await app.as(app.persona('Tomasz').id).get(`/accounts/search${query}`)).status).toBe(400)
    },
  )
})
