import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'
import { abilityById } from './abilities.ts'
import { matchReasons, tooBroadLabel } from './explain.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

interface Item {
  group: { name: string; breadth: number; account: { name: string; environment: string }; mine: { member: boolean }; requestable: boolean }
  reasons: { terms: string[]; reason: string }[]
  warning: string | null
}
const sendRequest = (searchTerm: string, extraQuery = '', personaName = 'Priya') =>
  app.as(app.persona(personaName).id).get(`/account-access/find?searchTerm=${encodeURIComponent(searchTerm)}${extraQuery}`)
const find = async (text: string, extraQuery = '', personaName = 'Priya') => (await sendRequest(text, extraQuery, personaName)).body
const names = (body: { items: Item[] }) => body.items.map(({ group }) => group.name)

describe('findAccess', () => {
  it.each([
    ['deploy to checkout test', 'az-checkout-basket-test-deployers'],
    ['I need to deploy to payments in test, please', 'az-checkout-payments-test-deployers'],
    ['release the gift cards live', 'az-checkout-gift-cards-prod-deployers'],
    ['read the payments production account', 'az-checkout-payments-prod-readers'],
    ['rotate the passwords of basket in production', 'az-checkout-basket-prod-secrets'],
    ['read secrets basket prod', 'az-checkout-basket-prod-data'],
    ['restart virtual machines of click collect', 'az-checkout-click-collect-prod-operators'],
    ['see what basket costs', 'az-checkout-basket-prod-costs'],
    ['change the database of payments in pre-production', 'az-checkout-payments-preprod-database'],
    ['publish container images for basket test', 'az-checkout-basket-test-images'],
    ['change everything in basket dev', 'az-checkout-basket-dev-contributors'],
    ['approve releases of payments', 'az-checkout-payments-prod-approvers'],
    ['az-checkout-receipts-test-readers', 'az-checkout-receipts-test-readers'],
  ])('matches “%s” with %s first', async (text, firstName) => {
    expect(names(await find(text))[0]).toBe(firstName)
  })

  it.each([
    ['dpeloy to chekcout test', 'az-checkout-basket-test-deployers'],
    ['restrat vms click colect', 'az-checkout-click-collect-prod-operators'],
    ['raed secrets bakset prod', 'az-checkout-basket-prod-data'],
  ])('tolerates the typing errors in “%s”', async (text, firstName) => {
    expect(names(await find(text))[0]).toBe(firstName)
  })

  it('reads the action and account of an Azure authorization error', async () => {
    const account = app.company.accounts.find(({ name }) => name === 'checkout-basket-prod')!
    const buildErrorText = (action: string, subscriptionId: string | null) =>
      `(AuthorizationFailed) The client 'priya.raman@northgate.example' with object id '3f1c2b52-1111-4f3a-9b2e-0f4711f8afc8' does not have authorization to perform action '${action}' over scope '/subscriptions/${subscriptionId}/resourceGroups/rg-basket/providers/Microsoft.Web/sites/basket' or the scope is invalid. If access was recently granted, please refresh your credentials.`
    const restart = 'Microsoft.Web/sites/restart/action'
    const body = await find(buildErrorText(restart, account.subscriptionId))
    expect([body.sufficient, names(body)[0]]).toEqual([true, 'az-checkout-basket-prod-deployers'])
    expect(body.items[0].reasons).toContainEqual({
      terms: [restart],
      reason: matchReasons.action([abilityById.get('webApps.restart')!.does]),
    })
    expect(new Set(body.items.map(({ group }: Item) => group.account.name))).toEqual(new Set([account.name]))
    const similarAccounts = await find(
      buildErrorText('Microsoft.Sql/servers/databases/vulnerabilityAssessments/write', account.subscriptionId),
    )
    expect(names(similarAccounts)[0]).toBe('az-checkout-basket-prod-database')
    const unknownSubscriptionResult = await find(buildErrorText(restart, '3f1c2b52-2222-4f3a-9b2e-0f4711f8afc8'))
    expect(unknownSubscriptionResult).toMatchObject({
      items: [],
      parsedQuery: [{ as: 'action' }, { word: '3f1c2b52-2222-4f3a-9b2e-0f4711f8afc8', as: 'unknownSubscription' }],
    })
    expect((await find('restart 3f1c2b52-2222-4f3a-9b2e-0f4711f8afc8')).parsedQuery.map(({ as }: { as: string }) => as)).not.toContain(
      'unknownSubscription',
    )
    expect(names(await find('Microsoft.KeyVault/vaults/secrets/getSecret/action basket prod'))[0]).toBe('az-checkout-basket-prod-data')
  })

  it('returns only groups that are sufficient, least privilege first, with the reasons', async () => {
    const body = await find('deploy to basket test')
    expect(body.sufficient).toBe(true)
    expect(names(body)).toEqual([
      'az-checkout-basket-test-deployers',
      'az-checkout-basket-test-contributors',
      'az-insight-basket-explorer-test-contributors',
    ])
    expect(body.items[0].reasons).toEqual([
      { terms: ['deploy'], reason: matchReasons.action([abilityById.get('webApps.deploy')!.does]) },
      { terms: ['test'], reason: matchReasons.environment('test') },
      { terms: ['basket'], reason: matchReasons.account('checkout-basket-test') },
    ])
    expect([body.items[0].warning, body.items[1].warning]).toEqual([null, tooBroadLabel])
    expect(body.parsedQuery).toEqual([
      { word: 'deploy', as: 'action', correctedTo: null },
      { word: 'test', as: 'environment', correctedTo: null },
      { word: 'basket', as: 'name', correctedTo: null },
    ])
    const { items }: { items: Item[] } = await find('deploy to checkout')
    const breadths = items.map(({ group }) => group.breadth)
    expect(breadths).toEqual([...breadths].sort((a, b) => a - b))
  })

  it('returns the interpretation of each misspelled word, and the words without a match', async () => {
    const body = await find('dpeloy chekcout staging qqqqzzz')
    expect(body.parsedQuery).toEqual([
      { word: 'dpeloy', as: 'action', correctedTo: 'deploy' },
      { word: 'staging', as: 'environment', correctedTo: 'preproduction' },
      { word: 'chekcout', as: 'name', correctedTo: 'checkout' },
      { word: 'qqqqzzz', as: 'unknown', correctedTo: null },
    ])
    expect(names(body)[0]).toMatch(/^az-checkout-\w+.*-preprod-deployers$/)
    expect(await find('deploy qqqqzzz')).toMatchObject({ items: [], total: 0, sufficient: true })
    expect(await find('please can I')).toMatchObject({ items: [], parsedQuery: [] })
  })

  it('shows the account’s groups if none is sufficient', async () => {
    const body = await find('give people access to gift cards test')
    expect(body.sufficient).toBe(false)
    expect(names(body)).toContain('az-checkout-gift-cards-test-readers')
    expect(body.items.every(({ group }: Item) => group.account.name === 'checkout-gift-cards-test')).toBe(true)
  })

  it('treats a keyword as a name if an account or group has that name', async () => {
    expect(names(await find('see image build prod'))).toContain('az-edge-image-build-prod-readers')
  })

  it('ranks groups that can’t be requested last', async () => {
    const body = await find('manage networks click collect prod')
    expect(body.items.map(({ group }: Item) => [group.name, group.requestable])).toEqual([
      ['az-checkout-click-collect-prod-contributors', true],
      ['az-checkout-click-collect-prod-network', false],
    ])
  })

  it('filters by environment, tower and role, and counts the results of each value', async () => {
    const all = await find('deploy to checkout')
    const count = (body: { facets: Record<string, { value: string; count: number }[]> }, fieldName: string, value: string) =>
      body.facets[fieldName]?.find((choice) => choice.value === value)?.count
    const test = await find('deploy to checkout', '&environment=test')
    expect(test.total).toBe(count(all, 'environment', 'test'))
    expect(test.items.every(({ group }: Item) => group.account.environment === 'test')).toBe(true)
    expect(test.facets.environment).toEqual(all.facets.environment)
    const contributor = 'b24988ac-6180-42a0-ab88-20f7382dd24c'
    const combinedResult = await find('deploy to checkout', `&environment=test&role=${contributor.toUpperCase()}`)
    expect(combinedResult.total).toBe(count(test, 'role', contributor))
    expect(names(combinedResult).every((name) => name.endsWith('-test-contributors'))).toBe(true)
    const wideResult = await find('see everything', '&environment=development&size=3')
    expect([wideResult.items.length, wideResult.totalIsCapped]).toEqual([3, true])
    expect(wideResult.items.every(({ group }: Item) => group.account.environment === 'development')).toBe(true)
  })

  it('pages, sorts and filters the results', async () => {
    const all = await find('deploy to checkout', '&size=100')
    expect(all).toMatchObject({ page: 1, size: 100 })
    const secondPage = await find('deploy to checkout', '&page=2&size=3')
    expect([names(secondPage), secondPage.page, secondPage.size, secondPage.total]).toEqual([names(all).slice(3, 6), 2, 3, all.total])
    const byName = names(await find('deploy to checkout', '&size=100&sort=name'))
    expect(byName).toEqual(names(all).toSorted())
    expect(names(await find('deploy to checkout', '&size=100&sort=-name'))).toEqual(byName.toReversed())
    const test = await find('deploy to checkout', '&size=100&filter=environment==test;breadth=gt=0')
    expect(names(test)).toEqual(names(await find('deploy to checkout', '&size=100&environment=test')))
    expect(test.total).toBeGreaterThan(0)
    expect(test).toMatchObject({ sufficient: true, facets: { environment: [{ value: 'test', count: test.total }] } })
    expect(await find('deploy to checkout', '&filter=name==az-insight*')).toMatchObject({ items: [], total: 0, sufficient: true })
    expect(await find('deploy to checkout', '&filter=status==deleting,status==creating')).toMatchObject({ items: [], total: 0 })
    expect(await find('deploy qqqqzzz', '&filter=environment==test&sort=name')).toMatchObject({ items: [], total: 0 })
  })

  it('marks groups of which the caller is a member, and omits the mark while the directory is down', async () => {
    const group = app.company.groups.find(({ mailNickname }) => mailNickname === 'az-checkout-basket-test-deployers')!
    const memberClient = app.as(group.memberIds[0]!, [])
    const path = '/account-access/find?searchTerm=deploy%20basket%20test'
    const [firstName] = (await memberClient.get(path)).body.items
    expect([firstName.group.mine.member, firstName.group.can.request]).toEqual([true, expect.any(String)])
    const fault = app.simulator.faults.add({
      service: 'graph',
      action: { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } },
    })
    const silentResponse = await memberClient.get(path)
    app.simulator.faults.remove(fault)
    expect([silentResponse.status, silentResponse.body.items[0].group.mine.member]).toEqual([200, false])
  })

  it('leaves out groups that are not ready, and accounts that are not active', async () => {
    const { id, account_id } = await groupRow(app, 'az-checkout-delivery-slots-test-deployers')
    await app.db.updateTable('access_groups').set({ status: 'deleting' }).where('id', '=', id).execute()
    expect(names(await find('deploy delivery slots test'))).toEqual(['az-checkout-delivery-slots-test-contributors'])
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', account_id).execute()
    expect(names(await find('deploy delivery slots test'))).toEqual([])
  })

  roleSuite(
    'findAccess',
    () => app,
    () => ({ path: '/account-access/find?searchTerm=deploy' }),
  )

  it.each([
    ['', 'searchTerm'],
    ['searchTerm=%20', 'searchTerm'],
    ['searchTerm=%00a', 'searchTerm'],
    [`searchTerm=${'a'.repeat(1_001)}`, 'searchTerm'],
    ['searchTerm=a&searchTerm=b', 'searchTerm'],
    ['searchTerm=a&environment=moon', 'environment'],
    ['searchTerm=a&role=Owner', 'role'],
    ['searchTerm=a&sort=secret', 'sort'],
    ['searchTerm=a&filter=secret==1', 'filter'],
    ['searchTerm=qqqqzzz&filter=secret==1', 'filter'],
    ['searchTerm=a&__proto__=1', ''],
  ])('rejects ?%s', async (query, field) => {
    const response = await app.as(app.persona('Priya').id).get(`/account-access/find?${query}`)
    expect(response.status).toBe(400)
    expect(JSON.stringify(response.body.errors)).toContain(field)
  })

  it.each([
    '%_%_%_%_%_%',
    '((((((((((',
    `'; drop table access_groups; --`,
    '\\'.repeat(200),
    'a '.repeat(100),
    '__proto__ constructor prototype',
    '💥 ÅÄÖ ﬁ ǅ',
    'access '.repeat(25),
    `${'web '.repeat(40)}apps`,
  ])('accepts the text %j', async (text) => {
    const response = await sendRequest(text)
    expect(response.status).toBe(200)
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})
