import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

interface Field {
  name: string
  sortable: boolean
  operators: string[]
  values?: { value: string; label: string; count: number }[]
}
const sendRequest = (query = '') => app.as(app.persona('Tomasz').id).get(`/account-access/groups/adv/options?${query}`)
const fields = async (query = '') => (await sendRequest(query)).body.fields as Field[]
const values = async (name: string, query = '') => (await fields(query)).find((field) => field.name === name)?.values ?? []
const account = (name: string) => app.company.accounts.find((each) => each.name === name)!
const groupsOf = (id: string) => app.company.groups.filter((group) => group.accountId === id)

describe('getAccessGroupsAdvOptions', () => {
  it('returns the fields for filters and sorting', async () => {
    const allFields = await fields()
    expect(allFields.map(({ name }) => name)).toEqual(expect.arrayContaining(['name', 'role', 'tower', 'environment', 'breadth', 'owner']))
    expect(allFields.find(({ name }) => name === 'breadth')).toMatchObject({
      sortable: true,
      operators: ['==', '!=', '=gt=', '=ge=', '=lt=', '=le='],
    })
    expect(allFields.find(({ name }) => name === 'role')).toMatchObject({ sortable: false, operators: ['==', '!=', '=in=', '=out='] })
  })

  it('counts values under the filter and the search', async () => {
    const { id, towerId } = account('checkout-basket-prod')
    const tower = app.company.towers.find((each) => each.id === towerId)!
    expect((await values('tower', `filter=account==${id}`))[0]).toEqual({ value: towerId, label: tower.name, count: groupsOf(id).length })
    const basket = app.company.accounts.filter(({ name }) => name.startsWith('checkout-basket-'))
    const production = (await values('environment', 'search=checkout-basket')).find(({ value }) => value === 'production')
    expect(production?.count).toBe(
      basket.filter(({ environment }) => environment === 'production').reduce((sum, each) => sum + groupsOf(each.id).length, 0),
    )
  })

  it('ignores a field’s own condition in its counts', async () => {
    const countResult = await values('environment', 'filter=environment==test&search=checkout-basket')
    expect(countResult.filter(({ count }) => count > 0).length).toBeGreaterThan(1)
  })

  roleSuite(
    'getAccessGroupsAdvOptions',
    () => app,
    () => ({ path: '/account-access/groups/adv/options' }),
  )

  it('rejects a malformed filter', async () => {
    for (const query of ['filter=nothing==1', 'filter=(name', 'search=%00', 'page=1']) expect((await sendRequest(query)).status).toBe(400)
  })
})
