import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { evaluatedAt, policyStatesOf } from '../../../../simulator/arm/policyInsightsStates.ts'
import { lookUpSubscription } from '../../../../simulator/arm/subscriptionStore.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { policyNeverEvaluated } from './getPolicyCompliance.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

const subscription = (id: string) => lookUpSubscription(app.simulator, id)!
const accounts = (isEvaluated: boolean) =>
  app.company.accounts.filter(
    ({ status, subscriptionId }) =>
      status === 'active' && (evaluatedAt(app.simulator, subscription(subscriptionId)) !== undefined) === isEvaluated,
  )
const path = (account: { id: string }, query = '') => `/accounts/${account.id}/policyCompliance${query}`
const admin = () => app.as(app.persona('Niamh').id)

describe('getPolicyCompliance', () => {
  it('counts resources, and lists broken policies with their scope, resources and fix', async () => {
    const account = accounts(true).find(
      ({ subscriptionId }) =>
        policyStatesOf(app.simulator, subscription(subscriptionId))
          .filter(({ compliant }) => !compliant)
          .toArray().length > 5,
    )!
    const states = [...policyStatesOf(app.simulator, subscription(account.subscriptionId))]
    const brokenResources = new Set(states.filter(({ compliant }) => !compliant).map(({ resource }) => resource.id))
    const allResources = new Set(states.map(({ resource }) => resource.id))

    const { status, body } = await admin().get(path(account))
    expect(status).toBe(200)
    expect(body.resources).toEqual({ compliant: allResources.size - brokenResources.size, nonCompliant: brokenResources.size, exempt: 0 })
    expect(body.compliantPercent).toBe(Math.floor((1000 * (allResources.size - brokenResources.size)) / allResources.size) / 10)
    expect(body.assignments[0]).toMatchObject({
      name: expect.stringMatching(/Northgate|Microsoft/),
      scope: expect.stringMatching(/^Management group n/),
    })
    const [policy] = body.assignments[0].policies
    expect(policy.name).not.toMatch(/^[0-9a-f-]{36}$/)
    expect(policy.resources).toHaveLength(Math.min(25, policy.nonCompliantResources))
    expect(policy.resources.every(({ id }: { id: string }) => brokenResources.has(id))).toBe(true)
    expect(policy.remedy).toMatch(/\.$/)
    expect(decodeURIComponent(policy.link)).toContain(policy.id)
    expect(Date.parse(body.evaluatedAt)).toBeLessThan(Date.parse(body.fetchedAt))
  })

  it('lists a limited number of broken policies for five thousand resources', async () => {
    const busiest = accounts(true).find(
      ({ subscriptionId }) => policyStatesOf(app.simulator, subscription(subscriptionId)).take(5_000).toArray().length === 5_000,
    )
    if (!busiest) throw new Error('no account has that many states')
    const response = await admin().get(path(busiest))
    expect(response.body.resources.nonCompliant).toBeGreaterThan(500)
    const named = response.body.assignments.flatMap(({ policies }: { policies: { resources: unknown[] }[] }) =>
      policies.map(({ resources }) => resources.length),
    )
    expect(Math.max(...named)).toBe(25)
    expect(JSON.stringify(response.body).length).toBeLessThan(200_000)
  })

  it('reads again when a refresh is requested, at most every ten seconds', async () => {
    const account = accounts(true)[3]!
    const firstResponse = await admin().get(path(account))
    const repeated = await admin().get(path(account, '?refresh=true'))
    expect(repeated.body).toEqual(firstResponse.body)
  })

  it('names policies by ID if Resource Graph does not know them', async () => {
    const account = accounts(true)[4]!
    app.simulator.faults.add({
      service: 'arm',
      path: 'Microsoft.ResourceGraph',
      action: { kind: 'status', status: 200, body: { totalRecords: 0, count: 0, data: [], facets: [], resultTruncated: 'false' } },
    })
    const { assignments } = (await admin().get(path(account))).body
    expect(assignments.map(({ name }: { name: string }) => name)).toContain('ng-guardrails')
  })

  roleSuite(
    'getPolicyCompliance',
    () => app,
    () => ({ path: path(accounts(true)[0]!) }),
  )

  it('returns 404 with what to do if nothing was ever evaluated', async () => {
    const response = await admin().get(path(accounts(false)[0]!))
    expect([response.status, response.body.code]).toEqual([404, 'notFound'])
    expect(response.body.message).toBe(policyNeverEvaluated)
  })

  it.each([
    [11, 'denies the call', { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'no' } } }],
    [12, 'sends half a response each time', { kind: 'truncate' }],
    [13, 'sends unexpected content', { kind: 'status', status: 200, body: { value: [{ nothing: true }] } }],
  ] as const)('returns 502 for account %i when Azure %s, without caching the error', async (place, _title, action) => {
    const account = accounts(true)[place]!
    const fault = app.simulator.faults.add({ service: 'arm', path: 'policyStates/latest/summarize', action })
    const response = await admin().get(path(account))
    expect([response.status, response.body.code]).toEqual([502, 'outsideFailed'])
    app.simulator.faults.remove(fault)
    expect((await admin().get(path(account))).status).toBe(200)
  })

  it('returns 404 for an account without a subscription', async () => {
    const { id } = accounts(true)[9]!
    await app.db.updateTable('accounts').set({ subscription_id: null }).where('id', '=', id).execute()
    expect((await admin().get(path({ id }))).body).toMatchObject({ status: 404, code: 'notFound' })
  })
})
