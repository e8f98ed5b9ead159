import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const options = async (query = '', who = 'Tomasz') => {
  const { fields } = (await app.as(app.persona(who).id).get(`/accounts/adv/options${query}`)).body
  return Object.fromEntries(fields.map((field: { name: string }) => [field.name, field]))
}

describe('getAccountsAdvOptions', () => {
  it('returns fields, types, operators, and values with counts', async () => {
    const fields = await options()
    expect(fields.name).toEqual({ name: 'name', label: 'Name', type: 'text', operators: ['==', '!=', '=in=', '=out='], sortable: true })
    const count = (value: string) => app.company.accounts.filter((account) => account.environment === value).length
    const values = fields.environment.values as { value: string; count: number }[]
    expect(new Map(values.map((each) => [each.value, each.count]))).toEqual(
      new Map(['production', 'preproduction', 'test', 'development'].map((value) => [value, count(value)])),
    )
    expect(fields.owner).toMatchObject({ type: 'id', sortable: false })
  })

  it('labels towers and families by name', async () => {
    const { tower, family } = await options()
    const commerce = app.company.towers.find((each) => each.name === 'Commerce')!
    const inCommerce = app.company.accounts.filter((account) => account.towerId === commerce.id)
    expect(tower.values).toContainEqual({ value: commerce.id, label: 'Commerce', count: inCommerce.length })
    expect(family.values.map((each: { label: string }) => each.label)).toContain('Checkout')
  })

  const counted = (field: { values: { value: string; count: number }[] }) =>
    Object.fromEntries(field.values.filter(({ count }) => count > 0).map(({ value, count }) => [value, count]))
  const tally = (accounts: TestApp['company']['accounts'], of: 'environment' | 'status') =>
    Object.fromEntries(Object.entries(Object.groupBy(accounts, (account) => account[of])).map(([value, some]) => [value, some?.length]))

  it('counts the values of a field under the conditions on all other fields', async () => {
    const { environment, status } = await options('?filter=environment==test;status==active')
    const { accounts } = app.company
    expect(counted(environment)).toEqual(
      tally(
        accounts.filter((account) => account.status === 'active'),
        'environment',
      ),
    )
    expect(counted(status)).toEqual(
      tally(
        accounts.filter((account) => account.environment === 'test'),
        'status',
      ),
    )
  })

  it('counts conditions joined by “or” as one, and conditions on expensive fields', async () => {
    const { accounts } = app.company
    const either = accounts.filter((account) => account.environment === 'test' || account.status === 'decommissioned')
    expect(counted((await options('?filter=environment==test,status==decommissioned')).environment)).toEqual(tally(either, 'environment'))
    const young = accounts.filter((account) => account.createdAt >= '2025-01-01')
    const { environment } = await options('?filter=environment==test;createdAt=ge=2025-01-01')
    expect([counted(environment), environment.atLeast]).toEqual([tally(young, 'environment'), undefined])
  })

  it('returns every value, unmatched values last', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000'
    const { tower, environment, region } = await options(`?filter=owner==${nobody};region==moon`)
    expect(tower.values.map(({ label }: { label: string }) => label).sort()).toEqual(app.company.towers.map(({ name }) => name).sort())
    expect(environment.values).toContainEqual({ value: 'test', label: 'test', count: 0 })
    expect(region.values).toEqual([{ value: 'moon', label: 'moon', count: 0 }])
  })

  it('counts under the current search, and tolerates typing errors', async () => {
    expect((await options('?search=chekcout')).tower.values[0].label).toBe('Commerce')
    const found = app.company.accounts.filter((account) => account.name.includes('basket'))
    expect(counted((await options('?search=basket')).environment)).toEqual(tally(found, 'environment'))
  })

  it('reflects every account change immediately', async () => {
    const account = app.company.accounts.find((each) => each.status === 'active' && each.criticality === 'tier4')!
    const before = counted((await options()).criticality)
    await app.db.updateTable('accounts').set({ criticality: 'tier1' }).where('id', '=', account.id).execute()
    const after = counted((await options()).criticality)
    expect(after).toEqual({ ...before, tier1: (before['tier1'] ?? 0) + 1, tier4: (before['tier4'] ?? 0) - 1 })
    await app.db.updateTable('accounts').set({ criticality: 'tier4' }).where('id', '=', account.id).execute()
    expect(counted((await options()).criticality)).toEqual(before)
  })

  it('returns budgets only to people who can see them', async () => {
    expect((await options()).budget).toBeUndefined()
    expect((await options('', 'Grace')).budget).toMatchObject({ type: 'number', sortable: true })
  })

  roleSuite(
    'getAccountsAdvOptions',
    () => app,
    () => ({ path: '/accounts/adv/options' }),
  )

  it('rejects an unreadable filter', async () => {
    const answer = await app.as(app.persona('Tomasz').id).get('/accounts/adv/options?filter=name')
    expect([answer.status, answer.body.code]).toEqual([400, 'invalidFilter'])
  })
})
