import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Exchange } from '../../../../simulator/core/exchangeLog.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { until } from '../../../../test/until.ts'
import { administrator, freeNumbers, launch, newRollout, rolloutOf, storeRows, waitForStatus } from './edge.fixture.ts'
import { recordWave } from './wave/recordWave.ts'

let app: TestApp
let exchanges: Pick<Exchange, 'method' | 'path' | 'status'>[] = []
beforeAll(async () => {
  app = await startTestApp()
  app.simulator.asyncDelayMs = 20
  app.simulator.exchanges.onExchange((exchange) => exchanges.push(exchange))
})
afterAll(() => app.close())

const countCalls = (method: string, path: RegExp) =>
  exchanges.filter((exchange) => exchange.method === method && path.test(exchange.path) && exchange.status < 300).length
const inCloud = (collection: string, name: RegExp) =>
  app.simulator.state
    .collection<Record<string, unknown>>(collection)
    .values()
    .filter((each) => name.test(JSON.stringify(each))).length
const quotaError = { error: { code: 'SubscriptionQuotaExceeded', message: 'The billing scope takes no more subscriptions.' } }

describe('a rollout of 40 stores', () => {
  let numbers: string[]
  let id: string

  it('starts after the check, and halts when too many stores of a wave fail, while stores in progress finish', async () => {
    numbers = freeNumbers(app, 40)
    const dryRunResponse = await administrator(app).post(
      '/edge/newStores',
      newRollout('Summer tills', numbers, { dryRun: true, waveSize: 30 }),
    )
    expect(dryRunResponse).toMatchObject({ status: 200, body: { ok: 40, problems: 0, waves: 2 } })
    app.simulator.faults.add({
      service: 'arm',
      method: 'PUT',
      path: '/aliases/',
      skip: 12,
      count: 3,
      action: { kind: 'status', status: 400, body: quotaError },
    })
    id = await launch(app, 'Summer tills', numbers, { waveSize: 30 })
    await waitForStatus(app, id, 'halted')
    const haltedRollout = await rolloutOf(app, id)
    expect(haltedRollout.waves).toMatchObject([
      { status: 'halted', counts: { ready: 17, failed: 3, planned: 10 } },
      { status: 'planned', counts: { planned: 10 } },
    ])
    expect(haltedRollout.haltReason).toMatch(/^3 .* 1 .*takes no more subscriptions/)
    expect(haltedRollout.halted.failures).toMatchObject([{ stores: 3 }])
  })

  it('continues after a resume, until every wave is done', async () => {
    app.simulator.faults.clear()
    expect((await administrator(app).post(`/edge/rollouts/${id}/resume`, { failed: 'retry' })).status).toBe(200)
    await waitForStatus(app, id, 'built')
    expect((await rolloutOf(app, id)).counts).toMatchObject({ ready: 40, failed: 0 })
    const rows = await storeRows(app, id)
    const accounts = await app.db
      .selectFrom('accounts')
      .selectAll()
      .where(
        'id',
        'in',
        rows.map((row) => row.account_id!),
      )
      .execute()
    for (const account of accounts) {
      const row = rows.find((each) => each.account_id === account.id)!
      expect(account).toMatchObject({
        status: 'active',
        subscription_id: expect.any(String),
        management_group_id: 'ng-lz-edge',
        network: { connectivity: 'corporate', addressSpaces: [row.address_range] },
      })
    }
  })

  it('doesn’t repeat external calls, and opens one pull request per wave', async () => {
    expect(inCloud('arm.aliases', /"store-\d+-/)).toBe(40)
    expect(inCloud('git.pulls', /EDGE-0001/)).toBe(3)
    expect(inCloud('servicenow.records', /"name":"store-\d+-/)).toBe(40)
    expect(countCalls('POST', /\/git\/commits$/)).toBe(3)
    expect(countCalls('PUT', /\/contents\//)).toBe(0)
    const [row] = await storeRows(app, id)
    const { subscription_id } = await app.db
      .selectFrom('accounts')
      .select('subscription_id')
      .where('id', '=', row!.account_id)
      .executeTakeFirstOrThrow()
    const managementGroupPlacement = await app.context.clients.arm.getManagementGroupOf('ng-lz-edge', subscription_id!)
    const tags = await app.context.clients.arm.getTags(`/subscriptions/${subscription_id}`)
    expect([managementGroupPlacement !== undefined, tags.store, tags.slipwayRequest]).toEqual([true, row!.store_number, 'EDGE-0001'])
    const file = await app.context.clients.git.getFile(`accounts/${row!.account_name}/account.json`, 'main')
    expect(JSON.parse(file!)).toMatchObject({ kind: 'edge', store: { number: row!.store_number }, addressSpaces: [row!.address_range] })
  })

  it('makes the configured application Owner of each subscription, and starts one run per account to remove Slipway’s role', async () => {
    const rows = await storeRows(app, id)
    const runs = () =>
      app.db
        .selectFrom('work_runs')
        .select(['subject_id', 'status', 'input'])
        .where('kind', '=', 'dropOwnerRole')
        .where(
          'subject_id',
          'in',
          rows.map(({ account_id }) => account_id!),
        )
        .execute()
    await until(async () => (await runs()).every(({ status }) => status === 'succeeded'))
    expect(new Set((await runs()).map(({ subject_id }) => subject_id))).toEqual(new Set(rows.map(({ account_id }) => account_id)))
    expect(await runs()).toHaveLength(40)
    for (const { input } of await runs()) {
      const direct = await app.context.clients.arm.listRoleAssignments(`/subscriptions/${input.subscriptionId}`)
      const owners = direct.filter(({ properties }) => properties.scope === `/subscriptions/${input.subscriptionId}`)
      expect(owners.map(({ properties }) => properties.principalId)).toEqual([app.config.subscriptionOwnerId])
    }
  })

  it('is completed store by store with the automation’s key', async () => {
    const { caller } = await app.withKey(['edge:complete'])
    expect((await caller.patch('/edge/completedStores', numbers)).body).toMatchObject({ counts: { completed: 40 }, duplicates: 0 })
    expect(await rolloutOf(app, id)).toMatchObject({ status: 'completed', counts: { completed: 40 } })
  })
})

describe('a wave that stops as a whole', () => {
  beforeAll(() => {
    exchanges = []
  })

  it('halts the rollout with the cause, and continues where it stopped', async () => {
    app.simulator.faults.add({
      service: 'git',
      path: '/git/trees',
      action: { kind: 'status', status: 403, body: { message: 'Resource not accessible' } },
    })
    const id = await launch(app, 'Winter tills', freeNumbers(app, 3, 50))
    await waitForStatus(app, id, 'halted')
    expect(await rolloutOf(app, id)).toMatchObject({
      haltReason: expect.stringContaining(`“${recordWave.title}”`),
      counts: { building: 3 },
      can: { resume: true },
    })
    app.simulator.faults.clear()
    const countBefore = countCalls('PUT', /\/aliases\//)
    await administrator(app).post(`/edge/rollouts/${id}/resume`, { failed: 'retry' })
    await waitForStatus(app, id, 'built')
    expect((await rolloutOf(app, id)).waves).toMatchObject([{ status: 'done', counts: { ready: 3 }, attempt: 1 }])
    expect(countCalls('PUT', /\/aliases\//)).toBe(countBefore)
  })

  it('calls external services six times per store, and more often only if Azure takes longer', () => {
    const stores = 3
    const subscription = '/subscriptions/[^/]+'
    expect({
      aliases: countCalls('PUT', /\/aliases\//),
      groups: countCalls('PUT', new RegExp(`^${subscription}/resourcegroups/[^/]+$`, 'i')),
      networks: countCalls('PUT', /\/virtualNetworks\/[^/]+$/),
      readsNetworks: countCalls('GET', /\/virtualNetworks\//),
      items: countCalls('POST', /\/cmdb_ci_cloud_service_account$/),
      readsItems: countCalls('GET', /\/cmdb_ci_cloud_service_account$/),
    }).toEqual({ aliases: stores, groups: stores, networks: stores, readsNetworks: 0, items: stores, readsItems: 1 })
  })
})
