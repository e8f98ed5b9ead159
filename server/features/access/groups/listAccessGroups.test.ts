import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const get = (path: string) => app.as(app.persona('Tomasz').id).get(path)
async function list(path = '/account-access/groups') {
  const pages: { name: string }[][] = []
  for (let next: string | undefined = path; next; ) {
    const response = await get(next)
    expect(response.status).toBe(200)
    pages.push(response.body)
    next = /^<(.+)>; rel="next"$/.exec(String(response.headers.link))?.[1]
  }
  return pages
}

describe('listAccessGroups', () => {
  it('lists the groups of all accounts by name and page', async () => {
    const expected = app.company.groups.filter((group) => group.accountId !== undefined).map((group) => group.mailNickname)
    const pages = await list()
    expect(pages.flat().map(({ name }) => name)).toEqual(expected.sort())
    expect(pages.slice(0, -1).map((page) => page.length)).toEqual(pages.slice(1).map(() => 500))
    const deployers = pages.flat().find(({ name }) => name === 'az-checkout-payments-prod-deployers')
    expect(deployers).toMatchObject({
      account: { name: 'checkout-payments-prod' },
      roles: ['Website Contributor'],
      requestable: true,
      maxDurationHours: 180 * 24,
      status: 'ready',
    })
  })

  it('accepts a page and a size', async () => {
    const firstPage = (await get('/account-access/groups?size=4')).body
    const secondResponse = await get('/account-access/groups?size=2&page=2')
    expect(secondResponse.body).toEqual(firstPage.slice(2))
    expect(secondResponse.headers.link).toBe('</account-access/groups?page=3&size=2>; rel="next"')
    expect((await get('/account-access/groups?page=10000')).body).toEqual([])
  })

  it('leaves out deleted groups', async () => {
    const name = 'az-checkout-receipts-dev-readers'
    for (const status of ['deleting', 'deleted'] as const)
      await app.db.updateTable('access_groups').set({ status }).where('name', '=', name).execute()
    expect((await list()).flat().map((group) => group.name)).not.toContain(name)
  })

  roleSuite(
    'listAccessGroups',
    () => app,
    () => ({ path: '/account-access/groups' }),
  )

  it.each(['all=1', 'size=0', 'size=1.5', 'page=-1', 'page=x', 'sort=secret', 'filter=secret==1'])(
    'rejects the query %s',
    async (query) => {
      expect((await get(`/account-access/groups?${query}`)).status).toBe(400)
    },
  )
})
