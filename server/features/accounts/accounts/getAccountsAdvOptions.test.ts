import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const options = async (query = '', personaName = 'Tomasz') => {
  const { fields } = (await app.as(app.persona(personaName).id).get(`/accounts/adv/options${query}`)).body
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

  const mapCounts = (field: { values: { value: string; count: number }[] }) =>
    Object.fromEntries(field.values.filter(({ count }) => count > 0).map(({ value, count }) => [value, count]))
  const tally = (accounts: TestApp['company']['accounts'], of: 'environment' | 'status') =>
    Object.fromEntries(
      Object.entries(Object.groupBy(accounts, (account) => account[of])).map(([value, sampleAccounts]) => [value, sampleAccounts?.length]),
    )

  it('counts the values of a field with the conditions on all other fields applied', async () => {
    const { environment, status } = await options('?filter=environment==test;status==active')
    const { accounts } = app.company
    expect(mapCounts(environment)).toEqual(
      tally(
        accounts.filter((account) => account.status === 'active'),
        'environment',
      ),
    )
    expect(mapCounts(status)).toEqual(
      tally(
        accounts.filter((account) => account.environment === 'test'),
        'status',
      ),
    )
  })

  it('counts values with conditions joined by “or”, and with a condition on the creation date', async () => {
    const { accounts } = app.company
    const eitherMatches = accounts.filter((account) => account.environment === 'test' || account.status === 'decommissioned')
    expect(mapCounts((await options('?filter=environment==test,status==decommissioned')).environment)).toEqual(
      tally(eitherMatches, 'environment'),
    )
    const recentAccounts = accounts.filter((account) => account.createdAt >= '2025-01-01')
    const { environment } = await options('?filter=environment==test;createdAt=ge=2025-01-01')
    expect([mapCounts(environment), environment.atLeast]).toEqual([tally(recentAccounts, 'environment'), undefined])
  })

  it('returns every value, unmatched values last', async () => {
    const unknownPersonId = '00000000-0000-4000-8000-000000000000'
    const { tower, environment, region } = await options(`?filter=owner==${unknownPersonId};region==moon`)
    expect(tower.values.map(({ label }: { label: string }) => label).sort()).toEqual(app.company.towers.map(({ name }) => name).sort())
    expect(environment.values).toContainEqual({ value: 'test', label: 'test', count: 0 })
    expect(region.values).toEqual([{ value: 'moon', label: 'moon', count: 0 }])
  })

  it('counts with the current search applied, and tolerates typing errors', async () => {
    expect((await options('?search=chekcout')).tower.values[0].label).toBe('Commerce')
    const matches = app.company.accounts.filter((account) => account.name.includes('basket'))
    expect(mapCounts((await options('?search=basket')).environment)).toEqual(tally(matches, 'environment'))
  })

  it('reflects every account change immediately', async () => {
    const account = app.company.accounts.find((each) => each.status === 'active' && each.criticality === 'tier4')!
    const countsBefore = mapCounts((await options()).criticality)
    await app.db.updateTable('accounts').set({ criticality: 'tier1' }).where('id', '=', account.id).execute()
    const countsAfter = mapCounts((await options()).criticality)
    expect(countsAfter).toEqual({ ...countsBefore, tier1: (countsBefore['tier1'] ?? 0) + 1, tier4: (countsBefore['tier4'] ?? 0) - 1 })
    await app.db.updateTable('accounts').set({ criticality: 'tier4' }).where('id', '=', account.id).execute()
    expect(mapCounts((await options()).criticality)).toEqual(countsBefore)
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

  it('rejects a malformed filter', async () => {
    const response = await app.as(app.persona('Tomasz').id).get('/accounts/adv/options?filter=name')
    expect([response.status, response.body.code]).toEqual([400, 'invalidFilter'])
  })
})
