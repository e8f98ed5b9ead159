import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { roleSuite } from '../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const options = async (query = '', who = 'Tomasz') => {
  const { fields } = (await app.as(app.persona(who).id).get(`/accounts/adv/options${query}`)).body
  return Object.fromEntries(fields.map((field: { name: string }) => [field.name, field]))
}

describe('getAccountsAdvOptions works', () => {
  it('answers fields, types, operators, and values with counts', async () => {
    const fields = await options()
    expect(fields.name).toEqual({ name: 'name', label: 'Name', type: 'text', operators: ['==', '!=', '=in=', '=out='], sortable: true })
    const count = (value: string) => app.company.accounts.filter((account) => account.environment === value).length
    const values = fields.environment.values as { value: string; count: number }[]
    expect(new Map(values.map((each) => [each.value, each.count]))).toEqual(
      new Map(['production', 'preproduction', 'test', 'development'].map((value) => [value, count(value)])),
    )
    expect(fields.owner).toMatchObject({ type: 'id', sortable: false })
  })

  it('calls towers and families by name', async () => {
    const { tower, family } = await options()
    const commerce = app.company.towers.find((each) => each.name === 'Commerce')!
    const inCommerce = app.company.accounts.filter((account) => account.towerId === commerce.id)
    expect(tower.values).toContainEqual({ value: commerce.id, label: 'Commerce', count: inCommerce.length })
    expect(family.values.map((each: { label: string }) => each.label)).toContain('Checkout')
  })

  it('counts under the filter and search of the moment, forgiving typing errors', async () => {
    const filtered = await options('?filter=environment==test')
    expect(filtered.environment.values).toEqual([
      { value: 'test', label: 'test', count: app.company.accounts.filter((account) => account.environment === 'test').length },
    ])
    expect((await options('?search=chekcout')).tower.values[0].label).toBe('Commerce')
  })

  it('speaks of budgets to who may see them', async () => {
    expect((await options()).budget).toBeUndefined()
    expect((await options('', 'Grace')).budget).toMatchObject({ type: 'number', sortable: true })
  })
})

describe('getAccountsAdvOptions refuses', () => {
  roleSuite(
    'getAccountsAdvOptions',
    () => app,
    () => ({ path: '/accounts/adv/options' }),
  )
})

describe('getAccountsAdvOptions fails', () => {
  it('on a filter that cannot be read', async () => {
    const answer = await app.as(app.persona('Tomasz').id).get('/accounts/adv/options?filter=name')
    expect([answer.status, answer.body.code]).toEqual([400, 'invalidFilter'])
  })
})
