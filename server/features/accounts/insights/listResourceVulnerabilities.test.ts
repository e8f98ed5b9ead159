import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defenderIsOn, findingsOf } from '../../../../simulator/arm/securityFindings.ts'
import { lookUpSubscription } from '../../../../simulator/arm/subscriptionStore.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { vulnerabilitiesOff } from './vulnerabilities.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const subscription = (id: string) => lookUpSubscription(app.simulator, id)!
const accounts = (isEnabled: boolean) =>
  app.company.accounts.filter(
    ({ status, subscriptionId }) => status === 'active' && defenderIsOn(app.simulator, subscription(subscriptionId)) === isEnabled,
  )
const findings = (account: { subscriptionId: string }) => [...findingsOf(app.simulator, subscription(account.subscriptionId))]
const hasFinding = (account: { subscriptionId: string }, type: string) => findings(account).some(({ id }) => id.includes(`/${type}/`))
const busy = () =>
  accounts(true).find((each) => findings(each).length > 60 && hasFinding(each, 'servers') && hasFinding(each, 'virtualMachines'))!
const path = (account: { id: string }, query: Record<string, string | number> = {}) =>
  `/accounts/${account.id}/resourceVulnerabilityData?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
const admin = () => app.as(app.persona('Niamh').id)
const items = async (query: Record<string, string | number>) => (await admin().get(path(busy(), query))).body.items as Item[]
interface Item {
  id: string
  severity: string
  fixable: boolean
  foundAt: string
  cves: string[]
  title: string
  resource: { id: string; name: string; type: string }
}

describe('listResourceVulnerabilities', () => {
  it('returns the worst and oldest first, page by page, each once', async () => {
    const total = findings(busy()).length
    const firstPage = (await admin().get(path(busy(), { size: 40 }))).body
    expect(firstPage).toMatchObject({ page: 1, size: 40, total })
    const pages = [
      firstPage.items,
      ...(await Promise.all(Array.from({ length: Math.ceil(total / 40) - 1 }, (_, n) => items({ size: 40, page: n + 2 })))),
    ]
    const allItems: Item[] = pages.flat()
    expect(new Set(allItems.map(({ id }) => id)).size).toBe(total)
    const order = ['critical', 'high', 'medium', 'low']
    const ranks = allItems.map(({ severity, foundAt }) => `${order.indexOf(severity)} ${foundAt}`)
    expect(ranks).toEqual([...ranks].sort())
    expect(allItems.find(({ cves }) => cves.length > 0)).toMatchObject({
      cvss: expect.any(Number),
      remediation: expect.stringMatching(/\.$/),
      publishedAt: expect.stringMatching(/^\d{4}-/),
      link: expect.stringMatching(/^https:/),
    })
  })

  it('filters by a resource, ignoring case, including its parts', async () => {
    const [machine] = (await items({ size: 200 })).filter(({ resource }) => resource.type === 'Microsoft.Compute/virtualMachines')
    const ofMachine = await items({
      size: 200,
      resourceId: machine!.resource.id.toUpperCase().replace('/SUBSCRIPTIONS/', '/subscriptions/'),
    })
    expect(ofMachine.length).toBeGreaterThan(0)
    expect(new Set(ofMachine.map(({ resource }) => resource.id))).toEqual(new Set([machine!.resource.id]))
    const database = (await items({ size: 200 })).find(({ resource }) => resource.type === 'Microsoft.Sql/servers/databases')!
    const ofServer = await items({ resourceId: database.resource.id.replace(/\/databases\/.*/, '') })
    expect(ofServer.map(({ id }) => id)).toContain(database.id)
  })

  it('filters by severity, by available fixes and by search words', async () => {
    expect(new Set((await items({ size: 200, severity: 'high' })).map(({ severity }) => severity))).toEqual(new Set(['high']))
    expect(new Set((await items({ size: 200, fixable: 'false' })).map(({ fixable }) => fixable))).toEqual(new Set([false]))
    const cve = (await items({ size: 200 })).find(({ cves }) => cves.length > 0)!.cves[0]!
    const matches = await items({ size: 200, search: cve.toLowerCase() })
    expect(matches.length).toBeGreaterThan(0)
    expect(matches.every(({ cves }) => cves.includes(cve))).toBe(true)
    expect(await items({ search: 'there is no such flaw' })).toEqual([])
    expect(await items({ page: 900 })).toEqual([])
  })

  it('pages through five thousand findings in several pages of Azure, with limited memory', async () => {
    const account = accounts(true)[9]!
    const finding = (n: number) => ({
      id: `/subscriptions/${account.subscriptionId}/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/vm-${n % 300}/providers/Microsoft.Security/assessments/a/subAssessments/f${n}`,
      name: `f${n}`,
      properties: {
        id: `f${n}`,
        displayName: `Flaw ${n}`,
        status: { code: 'Unhealthy', severity: 'Medium' },
        timeGenerated: '2026-10-01T00:00:00Z',
      },
    })
    for (let page = 0; page < 5; page++) {
      const value = Array.from({ length: 1_000 }, (_, n) => finding(page * 1_000 + n))
      const nextLink = `${app.simulator.origins.arm}/subscriptions/${account.subscriptionId}/providers/Microsoft.Security/subAssessments?api-version=2019-01-01-preview&$skiptoken=${page + 1}`
      const body = page < 4 ? { value, nextLink } : { value }
      app.simulator.faults.add({
        service: 'arm',
        path: page === 0 ? 'subAssessments\\?api-version=[^&]*$' : `skiptoken=${page}$`,
        action: { kind: 'status', status: 200, body },
      })
    }
    const { body } = await admin().get(path(account, { size: 200, page: 25 }))
    expect([body.total, body.items.length]).toEqual([5_000, 200])
    const { resources, resourceCount } = (await admin().get(`/accounts/${account.id}/vulnerabilitySummary`)).body
    expect([resources.length, resourceCount]).toEqual([200, 300])
    app.simulator.faults.clear()
  })

  it('sends at most as many calls to Azure as the summary', async () => {
    const account = accounts(true)[6]!
    await admin().get(`/accounts/${account.id}/vulnerabilitySummary`)
    const countBefore = app.simulator.exchanges.list().length
    expect((await admin().get(path(account))).status).toBe(200)
    expect(app.simulator.exchanges.list().length).toBe(countBefore)
  })

  roleSuite(
    'listResourceVulnerabilities',
    () => app,
    () => ({ path: path(accounts(true)[0]!) }),
  )

  it('rejects a resource of another subscription', async () => {
    const resourceId = `/subscriptions/${accounts(true)[1]!.subscriptionId}/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/vm`
    const response = await admin().get(path(accounts(true)[0]!, { resourceId }))
    expect([response.status, response.body.code, response.body.errors[0].field]).toEqual([400, 'invalidRequest', 'resourceId'])
  })

  it.each([
    ['resourceId', 'virtualMachines/vm'],
    ['resourceId', `/subscriptions/${'x'.repeat(1_000)}`],
    ['severity', 'dreadful'],
    ['fixable', 'perhaps'],
    ['size', '0'],
    ['page', '-1'],
    ['sort', 'secret'],
    ['filter', 'secret==1'],
    ['search', 'x'.repeat(201)],
  ])('rejects the %s %j', async (field, value) => {
    const response = await admin().get(path(accounts(true)[0]!, { [field]: value }))
    expect([response.status, response.body.errors[0].field]).toEqual([400, field])
  })

  it('returns 404 with what to do while Defender is off', async () => {
    const response = await admin().get(path(accounts(false)[0]!))
    expect([response.status, response.body.message]).toEqual([404, vulnerabilitiesOff])
  })
})
