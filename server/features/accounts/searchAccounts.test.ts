import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { roleSuite } from '../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const search = async (text: string) =>
  (await app.as(app.persona('Tomasz').id).get(`/accounts/search?searchTerm=${encodeURIComponent(text)}`)).body

describe('searchAccounts works', () => {
  it('answers at most 20, names that begin with the text first', async () => {
    const found = await search('check')
    expect(found.length).toBe(20)
    expect(found.every((account: { name: string }) => account.name.startsWith('check'))).toBe(true)
  })

  it('takes parts of words in any order, and forgives typing errors', async () => {
    expect((await search('prod basket'))[0].name).toMatch(/basket-prod/)
    expect((await search('baskte'))[0].name).toMatch(/basket/)
    expect((await search('loyalti'))[0].name).toMatch(/loyalt/)
  })

  it('finds an account by its whole subscription id, and edge accounts by store', async () => {
    const edge = app.company.accounts.find((account) => account.kind === 'edge')!
    expect((await search(edge.subscriptionId)).map((account: { id: string }) => account.id)).toEqual([edge.id])
    expect((await search(`store ${edge.storeNumbers[0]}`))[0].id).toBe(edge.id)
  })
})

describe('searchAccounts refuses', () => {
  roleSuite(
    'searchAccounts',
    () => app,
    () => ({ path: '/accounts/search?searchTerm=check' }),
  )
})

describe('searchAccounts fails', () => {
  it.each(['', '?searchTerm=', '?searchTerm=%20', `?searchTerm=${'x'.repeat(201)}`, '?searchTerm=a&page=2'])('on %j', async (query) => {
    expect((await app.as(app.persona('Tomasz').id).get(`/accounts/search${query}`)).status).toBe(400)
  })
})
