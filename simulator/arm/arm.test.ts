import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { simulatorFolder } from '../../test/simulatorFolder.ts'
import { trust } from '../../test/trust.ts'
import { until as patiently } from '../../test/until.ts'
import { wireValidator } from '../../test/wire.ts'
import { eventuallyConsistentServices } from '../core/consistency.ts'
import { armAudience, graphAudience, platformServicePrincipalId, slipwayServicePrincipalId } from '../core/constants.ts'
import type { Exchange } from '../core/exchangeLog.ts'
import type { Simulator } from '../core/simulator.ts'
import { startSimulator } from '../simulator.ts'

interface Reply {
  status: number
  headers: Headers
  body: Record<string, unknown> & {
    value: Record<string, unknown>[]
    properties: Record<string, unknown>
    error: { code: string; message: string; details?: object[] }
  }
}

const dataDir = simulatorFolder()
const exchanges: Exchange[] = []
let sim: Simulator
let token: string

async function arm(method: string, url: string, body?: unknown, bearer = token): Promise<Reply> {
  const response = await fetch(url.startsWith('https:') ? url : sim.origins.arm + url, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? ({} as Reply['body']) : JSON.parse(text) }
}

async function until(ask: () => Promise<Reply>, isCompleted: (reply: Reply) => boolean): Promise<Reply> {
  let reply = await ask()
  await patiently(async () => {
    if (!isCompleted(reply)) reply = await ask()
    return isCompleted(reply)
  })
  return reply
}

const versions = {
  alias: 'api-version=2021-10-01',
  subscription: 'api-version=2022-12-01',
  resources: 'api-version=2022-09-01',
  groups: 'api-version=2021-04-01',
  network: 'api-version=2024-01-01',
  budget: 'api-version=2023-05-01',
  role: 'api-version=2022-04-01',
  pim: 'api-version=2020-10-01',
  graph: 'api-version=2022-10-01',
}

const aliasUrl = (name: string) => `/providers/Microsoft.Subscription/aliases/${name}?${versions.alias}`
const aliasBody = (extra: object = {}) => ({
  properties: { displayName: 'checkout-trial-dev', workload: 'DevTest', billingScope: sim.company.billingScope, ...extra },
})

async function newSubscription(): Promise<string> {
  const name = randomUUID()
  await arm('PUT', aliasUrl(name), aliasBody())
  const completedReply = await until(
    () => arm('GET', aliasUrl(name)),
    (reply) => reply.body.properties.provisioningState === 'Succeeded',
  )
  return completedReply.body.properties.subscriptionId as string
}

async function newGroup(subscriptionId: string, name = 'rg-trial'): Promise<string> {
  const path = `/subscriptions/${subscriptionId}/resourceGroups/${name}`
  await arm('PUT', `${path}?${versions.resources}`, { location: 'uksouth', tags: { managedBy: 'slipway' } })
  return path
}

const corporateNetworkIds = () =>
  sim.company.accounts.find((each) => each.network.connectivity === 'corporate' && each.status === 'active' && each.kind === 'cloud')!

beforeAll(async () => {
  sim = await startSimulator({ dataDir })
  for (const service of eventuallyConsistentServices) sim.consistency.newSubscriptionMs[service] = 0
  trust(sim.caPem)
  token = await sim.mintToken({ oid: platformServicePrincipalId, audience: armAudience })
  sim.exchanges.onExchange((exchange) => exchange.service === 'arm' && exchanges.push(exchange))
})

afterEach(() => {
  vi.useRealTimers()
  sim.faults.clear()
  sim.consistency.delayMs = 0
  sim.asyncDelayMs = 50
})

describe('authentication', () => {
  it('rejects a call without a token, with ARM’s error message', async () => {
    const response = await fetch(`${sim.origins.arm}/subscriptions?${versions.subscription}`)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer authorization_uri="https:.*error="invalid_token"/)
    expect(await response.json()).toMatchObject({ error: { code: 'AuthenticationFailed' } })
  })

  it.each([
    ['expired', { oid: slipwayServicePrincipalId, audience: armAudience, expiresInSeconds: -60 }, 'ExpiredAuthenticationToken'],
    ['for Graph', { oid: slipwayServicePrincipalId, audience: graphAudience }, 'InvalidAuthenticationTokenAudience'],
    [
      'of another tenant',
      { oid: slipwayServicePrincipalId, audience: armAudience, claims: { tid: randomUUID() } },
      'InvalidAuthenticationToken',
    ],
  ])('rejects a token that is %s', async (_title, options, code) => {
    const reply = await arm('GET', `/subscriptions?${versions.subscription}`, undefined, await sim.mintToken(options))
    expect([reply.status, reply.body.error.code]).toEqual([401, code])
  })

  it('rejects a token that was tampered with', async () => {
    const [head, payload] = token.split('.')
    const reply = await arm('GET', `/subscriptions?${versions.subscription}`, undefined, `${head}.${payload}.AAAA`)
    expect([reply.status, reply.body.error.code]).toEqual([401, 'InvalidAuthenticationToken'])
  })

  it('requires a known api-version', async () => {
    expect((await arm('GET', '/subscriptions')).body.error.code).toBe('MissingApiVersionParameter')
    expect((await arm('GET', '/subscriptions?api-version=yesterday')).body.error.code).toBe('InvalidApiVersionParameter')
    expect((await arm('GET', `/providers/Microsoft.Nothing/things?${versions.alias}`)).status).toBe(404)
    expect((await arm('DELETE', `/subscriptions?${versions.subscription}`)).status).toBe(405)
  })

  it('throttles a caller who exceeds the read limit of a subscription', async () => {
    const otherToken = await sim.mintToken({ oid: randomUUID(), audience: armAudience })
    const url = `/subscriptions/${corporateNetworkIds().subscriptionId}?${versions.subscription}`
    vi.useFakeTimers({ toFake: ['Date'] })
    const replies: Reply[] = []
    const sendReads = () => Promise.all(Array.from({ length: 21 }, () => arm('GET', url, undefined, otherToken)))
    while (replies.length < 252) replies.push(...(await sendReads()))
    const rejection = replies.filter((reply) => reply.status === 429)
    expect(rejection).toHaveLength(2)
    expect(rejection[0]!.body.error.code).toBe('SubscriptionRequestsThrottled')
    expect(Number(rejection[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('subscription aliases', () => {
  it('accepts a creation, completes it, and then shows the subscription', async () => {
    sim.asyncDelayMs = 60_000
    const created = await arm(
      'PUT',
      aliasUrl('acc-1'),
      aliasBody({
        additionalProperties: {
          managementGroupId: '/providers/Microsoft.Management/managementGroups/ng-lz-corp-dev',
          tags: { environment: 'development' },
        },
      }),
    )
    expect([created.status, created.body.properties.provisioningState]).toEqual([201, 'Accepted'])
    const id = created.body.properties.subscriptionId as string
    expect((await arm('GET', `/subscriptions/${id}?${versions.subscription}`)).body.error.code).toBe('SubscriptionNotFound')
    sim.clock.advance(60_001)
    await until(
      () => arm('GET', aliasUrl('acc-1')),
      (reply) => reply.body.properties.provisioningState === 'Succeeded',
    )
    const subscription = await arm('GET', `/subscriptions/${id.toUpperCase()}?${versions.subscription}`)
    expect(subscription.body).toMatchObject({ displayName: 'checkout-trial-dev', state: 'Enabled', tags: { environment: 'development' } })
    expect(
      (await arm('GET', `/providers/Microsoft.Management/managementGroups/ng-lz-corp-dev/subscriptions/${id}?${versions.groups}`)).status,
    ).toBe(200)
  })

  it('returns the same subscription for the same alias', async () => {
    const firstReply = await arm('PUT', aliasUrl('acc-same'), aliasBody())
    const secondReply = await arm('PUT', aliasUrl('ACC-SAME'), aliasBody({ displayName: 'something else' }))
    expect([firstReply.status, secondReply.status]).toEqual([201, 200])
    expect(secondReply.body.properties.subscriptionId).toBe(firstReply.body.properties.subscriptionId)
    expect((await arm('GET', `/providers/Microsoft.Subscription/aliases?${versions.alias}`)).body.value.map((each) => each.name)).toContain(
      'acc-same',
    )
  })

  it('hides a new subscription until it has replicated', async () => {
    sim.consistency.delayMs = 60_000
    sim.asyncDelayMs = 0
    const created = await arm('PUT', aliasUrl('acc-late'), aliasBody())
    const id = created.body.properties.subscriptionId as string
    expect((await arm('GET', aliasUrl('acc-late'))).body.properties.provisioningState).toBe('Succeeded')
    expect(
      (await arm('PUT', `/providers/Microsoft.Management/managementGroups/ng-lz-corp-dev/subscriptions/${id}?${versions.groups}`)).status,
    ).toBe(404)
    sim.clock.advance(60_001)
    expect((await arm('GET', `/subscriptions/${id}?${versions.subscription}`)).status).toBe(200)
  })

  it('rejects an unknown billing scope, workload and name, and creates nothing', async () => {
    const cases = [
      { billingScope: '/providers/Microsoft.Billing/billingAccounts/1/enrollmentAccounts/2' },
      { workload: 'Fun' },
      { displayName: 'a<b' },
      { additionalProperties: { managementGroupId: 'nowhere' } },
    ]
    const statuses = await Promise.all(cases.map(async (extra) => (await arm('PUT', aliasUrl('acc-bad'), aliasBody(extra))).status))
    expect(statuses).toEqual([401, 400, 400, 404])
    expect((await arm('GET', aliasUrl('acc-bad'))).status).toBe(404)
  })

  it('adopts an existing subscription immediately', async () => {
    const { subscriptionId } = corporateNetworkIds()
    const reply = await arm('PUT', aliasUrl('adopted'), { properties: { workload: 'Production', subscriptionId } })
    expect([reply.status, reply.body.properties.provisioningState, reply.body.properties.subscriptionId]).toEqual([
      200,
      'Succeeded',
      subscriptionId,
    ])
    expect((await arm('DELETE', aliasUrl('adopted'))).status).toBe(200)
    expect((await arm('DELETE', aliasUrl('adopted'))).status).toBe(204)
    expect((await arm('GET', `/subscriptions/${subscriptionId}?${versions.subscription}`)).status).toBe(200)
  })

  it('stays Accepted or ends as Failed when a fault is set', async () => {
    sim.faults.add({ service: 'arm', method: 'PUT', path: 'aliases/stuck', action: { kind: 'stuck' } })
    sim.faults.add({
      service: 'arm',
      method: 'PUT',
      path: 'aliases/doomed',
      action: { kind: 'failAsync', code: 'InternalServerError', message: 'No.' },
    })
    await arm('PUT', aliasUrl('stuck'), aliasBody())
    const aliasReply = await arm('PUT', aliasUrl('doomed'), aliasBody())
    sim.clock.advance(86_400_000)
    expect((await arm('GET', aliasUrl('stuck'))).body.properties.provisioningState).toBe('Accepted')
    expect((await arm('GET', aliasUrl('doomed'))).body.properties.provisioningState).toBe('Failed')
    expect((await arm('GET', `/subscriptions/${aliasReply.body.properties.subscriptionId}?${versions.subscription}`)).status).toBe(404)
  })
})

describe('subscriptions and management groups', () => {
  it('lists every subscription over several pages', async () => {
    const ids = new Set<unknown>()
    let url: string | undefined = `/subscriptions?${versions.subscription}`
    for (let page = 0; url !== undefined; page++) {
      const reply: Reply = await arm('GET', url)
      for (const each of reply.body.value) ids.add(each.subscriptionId)
      url = reply.body.nextLink as string | undefined
      if (page === 0) expect(url).toMatch(new RegExp(`^${sim.origins.arm}/subscriptions\\?`))
    }
    expect(sim.company.accounts.every((account) => ids.has(account.subscriptionId))).toBe(true)
  })

  it('cancels a subscription, which then rejects writes, and enables and renames it again', async () => {
    const id = await newSubscription()
    const post = (label: string, body?: unknown) =>
      arm('POST', `/subscriptions/${id}/providers/Microsoft.Subscription/${label}?${versions.alias}`, body)
    expect((await post('cancel')).status).toBe(200)
    expect((await arm('GET', `/subscriptions/${id}?${versions.subscription}`)).body.state).toBe('Disabled')
    const rejection = await arm('PUT', `/subscriptions/${id}/resourcegroups/rg-x?${versions.resources}`, { location: 'uksouth' })
    expect([rejection.status, rejection.body.error.code]).toEqual([409, 'ReadOnlyDisabledSubscription'])
    await post('enable')
    await post('rename', { subscriptionName: 'renamed' })
    expect((await arm('GET', `/subscriptions/${id}?${versions.subscription}`)).body).toMatchObject({
      state: 'Enabled',
      displayName: 'renamed',
    })
  })

  it('cancels a subscription with resources only if the call requests this', async () => {
    const account = sim.company.accounts.findLast((each) => each.status === 'active')!
    const url = `/subscriptions/${account.subscriptionId}/providers/Microsoft.Subscription/cancel?${versions.alias}`
    expect((await arm('POST', url)).body.error.code).toBe('SubscriptionHasActiveResources')
    expect((await arm('POST', `${url}&IgnoreResourceCheck=true`)).status).toBe(200)
  })

  it('creates a management group asynchronously and moves subscriptions', async () => {
    const url = `/providers/Microsoft.Management/managementGroups/ng-trial?${versions.groups}`
    const created = await arm('PUT', url, {
      properties: { displayName: 'Trial', details: { parent: { id: '/providers/Microsoft.Management/managementGroups/ng-lz' } } },
    })
    expect([created.status, created.body.status]).toEqual([202, 'NotStarted'])
    const completedReply = await until(
      () => arm('GET', created.headers.get('azure-asyncoperation')!),
      (reply) => reply.body.status !== 'Running',
    )
    expect(completedReply.body.status).toBe('Succeeded')
    const id = await newSubscription()
    const member = `/providers/Microsoft.Management/managementGroups/ng-trial/subscriptions/${id}?${versions.groups}`
    expect((await arm('PUT', member)).body.properties).toMatchObject({ parent: { name: 'ng-trial' } })
    expect(
      (await arm('GET', `/providers/Microsoft.Management/managementGroups/ng-trial/subscriptions?${versions.groups}`)).body.value,
    ).toHaveLength(1)
    expect((await arm('GET', `${url}&$expand=children`)).body.properties.children).toHaveLength(1)
    expect((await arm('DELETE', member)).status).toBe(200)
    expect((await arm('DELETE', member)).status).toBe(204)
    expect((await arm('GET', member)).status).toBe(404)
    expect((await arm('GET', `/providers/Microsoft.Management/managementGroups?${versions.groups}`)).body.value.length).toBeGreaterThan(20)
  })
})

describe('resource groups, resources and tags', () => {
  it('creates a group, filters groups by tag, and deletes a group with its resources', async () => {
    const id = await newSubscription()
    const path = await newGroup(id)
    await arm('PUT', `/subscriptions/${id}/resourcegroups/rg-other?${versions.resources}`, { location: 'uksouth' })
    const filtered = await arm(
      'GET',
      `/subscriptions/${id}/resourcegroups?${versions.resources}&$filter=${encodeURIComponent("tagName eq 'managedBy' and tagValue eq 'slipway'")}`,
    )
    expect(filtered.body.value.map((each) => each.name)).toEqual(['rg-trial'])
    await arm('PUT', `${path}/providers/Microsoft.Network/virtualNetworks/vnet?${versions.network}`, {
      location: 'uksouth',
      properties: { addressSpace: { addressPrefixes: ['10.240.0.0/24'] } },
    })
    const deletion = await arm('DELETE', `${path}?${versions.resources}`)
    expect([deletion.status, Object.keys(deletion.body)]).toEqual([202, []])
    expect(
      (
        await until(
          () => arm('GET', deletion.headers.get('location')!),
          (reply) => reply.status !== 202,
        )
      ).status,
    ).toBe(200)
    expect((await arm('HEAD', `${path}?${versions.resources}`)).status).toBe(404)
    await newGroup(id)
    expect((await arm('HEAD', `${path}?${versions.resources}`)).status).toBe(204)
    expect((await arm('GET', `/subscriptions/${id}/resources?${versions.resources}`)).body.value).toEqual([])
  })

  it('gives every account its own resources, which are the same in each run', async () => {
    const { subscriptionId } = corporateNetworkIds()
    const url = `/subscriptions/${subscriptionId}/resources?${versions.resources}&$expand=createdTime,provisioningState`
    const [firstReply, secondReply] = [await arm('GET', url), await arm('GET', url)]
    expect(firstReply.body.value).toEqual(secondReply.body.value)
    expect(firstReply.body.value.length).toBeGreaterThanOrEqual(5)
    expect(firstReply.body.value[0]).toMatchObject({ provisioningState: 'Succeeded', createdTime: expect.any(String) })
    const networks = await arm(
      'GET',
      `/subscriptions/${subscriptionId}/resources?${versions.resources}&$filter=${encodeURIComponent("resourceType eq 'microsoft.network/VirtualNetworks'")}`,
    )
    expect(networks.body.value).toHaveLength(1)
    const networkReply = await arm('GET', `${networks.body.value[0]!.id}?${versions.network}`)
    expect(networkReply.body.properties).toMatchObject({ addressSpace: { addressPrefixes: corporateNetworkIds().network.addressSpaces } })
  })

  it('has between 5 and 80 resources in every account, and 5,000 in one', async () => {
    const reply = await arm('POST', `/providers/Microsoft.ResourceGraph/resources?${versions.graph}`, {
      query: 'resources | summarize count() by subscriptionId',
      options: { $top: 1000 },
    })
    const counts = reply.body.data as { subscriptionId: string; count_: number }[]
    const busy = await arm('POST', `/providers/Microsoft.ResourceGraph/resources?${versions.graph}`, {
      query: `resources | where subscriptionId != '${sim.company.hub.subscriptionId}' | summarize count() by subscriptionId | order by count_ desc | limit 2`,
    })
    const [max, next] = busy.body.data as { count_: number }[]
    expect(max!.count_).toBe(5000)
    expect(next!.count_).toBeLessThanOrEqual(80)
    const sampleCounts = counts.filter((each) => sim.company.accounts.some((account) => account.subscriptionId === each.subscriptionId))
    expect(Math.min(...sampleCounts.map((each) => each.count_))).toBeGreaterThanOrEqual(5)
  })

  it('returns pages of resources with $top', async () => {
    const { subscriptionId } = corporateNetworkIds()
    const all = await arm('GET', `/subscriptions/${subscriptionId}/resources?${versions.resources}`)
    const names: unknown[] = []
    let url: string | undefined = `/subscriptions/${subscriptionId}/resources?${versions.resources}&$top=3`
    while (url) {
      const page: Reply = await arm('GET', url)
      expect(page.body.value.length).toBeLessThanOrEqual(3)
      names.push(...page.body.value.map((each) => each.name))
      url = page.body.nextLink as string | undefined
    }
    expect(names).toEqual(all.body.value.map((each) => each.name))
    expect((await arm('GET', `/subscriptions/${subscriptionId}/resources?${versions.resources}&$skiptoken=junk`)).status).toBe(400)
    expect((await arm('GET', `/subscriptions/${subscriptionId}/resources?${versions.resources}&$filter=junk`)).body.error.code).toBe(
      'InvalidFilterInQueryString',
    )
  })

  it('puts, reads and deletes any resource by its ID', async () => {
    const path = `${await newGroup(await newSubscription())}/providers/Microsoft.Storage/storageAccounts/sttrial`
    const created = await arm('PUT', `${path}?api-version=2023-01-01`, {
      location: 'UK South',
      kind: 'StorageV2',
      sku: { name: 'Standard_LRS' },
      properties: { minimumTlsVersion: 'TLS1_2' },
    })
    expect(created.status).toBe(201)
    await until(
      () => arm('GET', created.headers.get('azure-asyncoperation')!),
      (reply) => reply.body.status === 'Succeeded',
    )
    expect((await arm('GET', `${path.toUpperCase()}?api-version=2023-01-01`)).body).toMatchObject({
      location: 'uksouth',
      properties: { provisioningState: 'Succeeded' },
    })
    const deletedResponse = await arm('DELETE', `${path}?api-version=2023-01-01`)
    await until(
      () => arm('GET', deletedResponse.headers.get('location')!),
      (reply) => reply.status === 200,
    )
    expect((await arm('GET', `${path}?api-version=2023-01-01`)).body.error.code).toBe('ResourceNotFound')
    expect((await arm('DELETE', `${path}?api-version=2023-01-01`)).status).toBe(204)
  })

  it('merges, replaces and deletes tags on a subscription, a group and a resource', async () => {
    const id = await newSubscription()
    const group = await newGroup(id)
    for (const scope of [`/subscriptions/${id}`, group, `/subscriptions/${corporateNetworkIds().subscriptionId}`]) {
      const url = `${scope}/providers/Microsoft.Resources/tags/default?${versions.resources}`
      await arm('PUT', url, { properties: { tags: { a: '1', b: '2' } } })
      expect((await arm('PATCH', url, { operation: 'Merge', properties: { tags: { B: '3', c: '4' } } })).body.properties.tags).toEqual({
        a: '1',
        b: '3',
        c: '4',
      })
      expect((await arm('PATCH', url, { operation: 'Delete', properties: { tags: { a: '1' } } })).body.properties.tags).toEqual({
        b: '3',
        c: '4',
      })
      expect((await arm('PATCH', url, { operation: 'Replace', properties: { tags: { z: '9' } } })).status).toBe(200)
      expect((await arm('GET', url)).body.properties.tags).toEqual({ z: '9' })
      expect((await arm('PATCH', url, { operation: 'Merge', properties: { tags: { 'a/b': 'x' } } })).status).toBe(400)
    }
  })
})

describe('networks', () => {
  it('creates a network, peers it with the hub and lists the connected networks', async () => {
    const group = await newGroup(await newSubscription())
    const path = `${group}/providers/Microsoft.Network/virtualNetworks/vnet-trial`
    const created = await arm('PUT', `${path}?${versions.network}`, {
      location: 'uksouth',
      properties: {
        addressSpace: { addressPrefixes: ['10.241.0.0/24'] },
        subnets: [{ name: 'snet-app', properties: { addressPrefix: '10.241.0.0/26' } }],
      },
    })
    expect([created.status, created.body.properties.provisioningState]).toEqual([201, 'Updating'])
    await until(
      () => arm('GET', created.headers.get('azure-asyncoperation')!),
      (reply) => reply.body.status === 'Succeeded',
    )
    expect((await arm('GET', `${path}/subnets?${versions.network}`)).body.value.map((each) => each.name)).toEqual(['snet-app'])
    const hub = sim.company.hub.networks.uksouth!
    const out = await arm('PUT', `${path}/virtualNetworkPeerings/to-hub?${versions.network}`, {
      properties: { remoteVirtualNetwork: { id: hub }, allowForwardedTraffic: true },
    })
    expect([out.status, out.body.properties.peeringState]).toEqual([201, 'Initiated'])
    await arm('PUT', `${hub}/virtualNetworkPeerings/to-trial?${versions.network}`, { properties: { remoteVirtualNetwork: { id: path } } })
    expect((await arm('GET', `${path}/virtualNetworkPeerings/to-hub?${versions.network}`)).body.properties.peeringState).toBe('Connected')
    expect((await arm('GET', `${hub}?${versions.network}`)).body.properties.addressSpace).toEqual({ addressPrefixes: ['10.0.0.0/16'] })
  })

  it('rejects overlapping peerings, unknown networks and invalid ranges', async () => {
    const group = await newGroup(await newSubscription())
    const put = (name: string, prefix: string) =>
      arm('PUT', `${group}/providers/Microsoft.Network/virtualNetworks/${name}?${versions.network}`, {
        location: 'uksouth',
        properties: { addressSpace: { addressPrefixes: [prefix] } },
      })
    await put('a', '10.242.0.0/23')
    await put('b', '10.242.1.0/24')
    const peer = (remote: string) =>
      arm('PUT', `${group}/providers/Microsoft.Network/virtualNetworks/a/virtualNetworkPeerings/p?${versions.network}`, {
        properties: { remoteVirtualNetwork: { id: remote } },
      })
    const overlap = await peer(`${group}/providers/Microsoft.Network/virtualNetworks/b`)
    expect([overlap.status, overlap.body.error.code]).toEqual([400, 'VnetAddressSpacesOverlap'])
    expect((await peer(`${group}/providers/Microsoft.Network/virtualNetworks/none`)).body.error.code).toBe('InvalidResourceReference')
    expect((await put('c', '10.242.1.5/24')).body.error.code).toBe('InvalidCIDRNotation')
    const existingNetworkIds = corporateNetworkIds()
    await put('d', existingNetworkIds.network.addressSpaces[0]!)
    const hub = sim.company.hub.networks[existingNetworkIds.region]!
    const peeringReply = await arm('PUT', `${hub}/virtualNetworkPeerings/clash?${versions.network}`, {
      properties: { remoteVirtualNetwork: { id: `${group}/providers/Microsoft.Network/virtualNetworks/d` } },
    })
    expect(peeringReply.body.error.code).toBe('VnetAddressSpaceOverlapsWithAlreadyPeeredVnet')
  })
})

describe('budgets', () => {
  const budget = {
    properties: {
      category: 'Cost',
      amount: 500,
      timeGrain: 'Monthly',
      timePeriod: { startDate: '2026-11-01T00:00:00Z', endDate: '2027-11-01T00:00:00Z' },
      notifications: {
        actual80: {
          enabled: true,
          operator: 'GreaterThan',
          threshold: 80,
          thresholdType: 'Actual',
          contactEmails: ['owner@northgate.example'],
        },
      },
    },
  }

  it('puts, updates, lists and deletes a budget', async () => {
    const base = `/subscriptions/${await newSubscription()}/providers/Microsoft.Consumption/budgets`
    expect((await arm('PUT', `${base}/main?${versions.budget}`, budget)).status).toBe(201)
    expect((await arm('PUT', `${base}/main?${versions.budget}`, budget)).status).toBe(200)
    expect((await arm('PUT', `${base}/main?${versions.budget}`, { ...budget, eTag: '"old"' })).status).toBe(412)
    expect((await arm('GET', `${base}?${versions.budget}`)).body.value).toHaveLength(1)
    expect((await arm('DELETE', `${base}/main?${versions.budget}`)).status).toBe(200)
    expect((await arm('GET', `${base}/main?${versions.budget}`)).status).toBe(404)
  })

  it.each([
    { amount: -1 },
    { timeGrain: 'Weekly' },
    { timePeriod: { startDate: '2026-11-02T00:00:00Z' } },
    { notifications: { x: { enabled: true, operator: 'GreaterThan', threshold: 2000, contactEmails: ['a@b.example'] } } },
  ])('rejects %j', async (invalidInput) => {
    const url = `/subscriptions/${corporateNetworkIds().subscriptionId}/providers/Microsoft.Consumption/budgets/bad?${versions.budget}`
    expect((await arm('PUT', url, { properties: { ...budget.properties, ...invalidInput } })).status).toBe(400)
  })
})

describe('roles', () => {
  const reader = 'acdd72a7-3385-48ef-bd42-f606fba81ae7'
  const contributor = 'b24988ac-6180-42a0-ab88-20f7382dd24c'
  const definition = (id: string) => `/providers/Microsoft.Authorization/roleDefinitions/${id}`

  it('lists built-in and custom definitions', async () => {
    const base = `/subscriptions/${corporateNetworkIds().subscriptionId}/providers/Microsoft.Authorization/roleDefinitions`
    const all = await arm('GET', `${base}?${versions.role}`)
    expect(all.body.value.map((each) => (each.properties as { roleName: string }).roleName)).toEqual(
      expect.arrayContaining(['Owner', 'Reader', `${corporateNetworkIds().name} Release Operator`]),
    )
    const custom = await arm('GET', `${base}?${versions.role}&$filter=${encodeURIComponent("type eq 'CustomRole'")}`)
    expect(custom.body.value.map((each) => (each.properties as { roleName: string }).roleName)).toContain(
      `${corporateNetworkIds().name} Release Operator`,
    )
    expect(custom.body.value.map((each) => (each.properties as { type: string }).type)).not.toContain('BuiltInRole')
    expect((await arm('GET', `${base}/${reader}?${versions.role}`)).body.properties).toMatchObject({ roleName: 'Reader' })
  })

  it('creates an assignment once, reports a duplicate, lists by principal, and deletes', async () => {
    const scope = `/subscriptions/${await newSubscription()}`
    const principalId = sim.company.people[5]!.id
    const name = randomUUID()
    const put = (assignment: string, extra: object = {}) =>
      arm('PUT', `${scope}/providers/Microsoft.Authorization/roleAssignments/${assignment}?${versions.role}`, {
        properties: { roleDefinitionId: scope + definition(reader), principalId, ...extra },
      })
    expect((await put(name)).status).toBe(201)
    expect((await put(name)).status).toBe(200)
    const duplicate = await put(randomUUID())
    expect([duplicate.status, duplicate.body.error.code]).toEqual([409, 'RoleAssignmentExists'])
    expect((await put(name, { principalId: sim.company.people[6]!.id })).body.error.code).toBe('RoleAssignmentUpdateNotPermitted')
    expect((await put('reader')).body.error.code).toBe('InvalidRoleAssignmentId')
    expect((await put(randomUUID(), { roleDefinitionId: definition(randomUUID()) })).body.error.code).toBe('RoleDefinitionDoesNotExist')
    const filter = encodeURIComponent(`principalId eq '${principalId}'`)
    const listReply = await arm('GET', `${scope}/providers/Microsoft.Authorization/roleAssignments?${versions.role}&$filter=${filter}`)
    expect(listReply.body.value.map((each) => each.name)).toEqual([name])
    expect((await arm('DELETE', `${scope}/providers/Microsoft.Authorization/roleAssignments/${name}?${versions.role}`)).status).toBe(200)
    expect((await arm('DELETE', `${scope}/providers/Microsoft.Authorization/roleAssignments/${name}?${versions.role}`)).status).toBe(204)
  })

  it('rejects an unknown principal unless its type is given, and shows the assignment later', async () => {
    const scope = `/subscriptions/${await newSubscription()}`
    sim.consistency.delayMs = 60_000
    const name = randomUUID()
    const url = `${scope}/providers/Microsoft.Authorization/roleAssignments/${name}?${versions.role}`
    const properties = { roleDefinitionId: definition(contributor), principalId: randomUUID() }
    expect((await arm('PUT', url, { properties })).body.error.code).toBe('PrincipalNotFound')
    expect((await arm('PUT', url, { properties: { ...properties, principalType: 'Group' } })).status).toBe(201)
    expect((await arm('GET', url)).body.error.code).toBe('RoleAssignmentNotFound')
    sim.clock.advance(60_001)
    expect((await arm('GET', url)).status).toBe(200)
  })

  it('lists the roles of an account’s groups', async () => {
    const group = sim.company.groups.find((each) => each.roles && each.accountId === corporateNetworkIds().id)!
    const filter = encodeURIComponent(`assignedTo('${group.memberIds[0]}')`)
    const reply = await arm(
      'GET',
      `/subscriptions/${corporateNetworkIds().subscriptionId}/providers/Microsoft.Authorization/roleAssignments?${versions.role}&$filter=${filter}`,
    )
    expect(reply.body.value.map((each) => (each.properties as { principalId: string }).principalId)).toContain(group.id)
  })

  it('makes a person eligible, allows activation according to the policy, and ends the activation on time', async () => {
    const subscription = await newSubscription()
    const scope = `/subscriptions/${subscription}`
    const person = sim.company.people[7]!
    const url = (kind: string, name = randomUUID()) =>
      `${scope}/providers/Microsoft.Authorization/role${kind}ScheduleRequests/${name}?${versions.pim}`
    const eligible = {
      properties: {
        principalId: person.id,
        roleDefinitionId: scope + definition(contributor),
        requestType: 'AdminAssign',
        scheduleInfo: { expiration: { type: 'AfterDuration', duration: 'P90D' } },
        justification: 'test',
      },
    }
    const created = await arm('PUT', url('Eligibility'), eligible)
    expect(created.status).toBe(201)
    const instances = () =>
      arm(
        'GET',
        `${scope}/providers/Microsoft.Authorization/roleEligibilityScheduleInstances?${versions.pim}&$filter=${encodeURIComponent(`principalId eq '${person.id}'`)}`,
      )
    await until(instances, (reply) => reply.body.value.length === 1)
    expect((await arm('PUT', url('Eligibility'), eligible)).body.error.code).toBe('RoleAssignmentExists')
    expect(
      (await arm('GET', `${scope}/providers/Microsoft.Authorization/roleEligibilitySchedules?${versions.pim}`)).body.value,
    ).toHaveLength(1)

    const ownToken = await sim.mintToken({ oid: person.id, audience: armAudience })
    const activate = (extra: object) =>
      arm(
        'PUT',
        url('Assignment'),
        {
          properties: { principalId: person.id, roleDefinitionId: scope + definition(contributor), requestType: 'SelfActivate', ...extra },
        },
        ownToken,
      )
    const rejection = await activate({ scheduleInfo: { expiration: { type: 'AfterDuration', duration: 'PT12H' } } })
    expect(rejection.body.error).toMatchObject({
      code: 'RoleAssignmentRequestPolicyValidationFailed',
      message: 'The following policy rules failed: ["ExpirationRule","JustificationRule"]',
    })
    expect(
      (await activate({ justification: 'fix', scheduleInfo: { expiration: { type: 'AfterDuration', duration: 'PT1H' } } })).status,
    ).toBe(201)
    const active = () =>
      arm(
        'GET',
        `${scope}/providers/Microsoft.Authorization/roleAssignmentScheduleInstances?${versions.pim}&$filter=${encodeURIComponent('asTarget()')}`,
        undefined,
        ownToken,
      )
    const [assignment] = (await until(active, (reply) => reply.body.value.length === 1)).body.value
    expect(assignment!.properties).toMatchObject({ assignmentType: 'Activated' })
    sim.clock.advance(3_600_001)
    expect((await active()).body.value).toEqual([])
  })

  it('holds an Owner activation for approval, and lets the person cancel the request', async () => {
    const account = corporateNetworkIds()
    const scope = `/subscriptions/${account.subscriptionId}`
    const person = account.ownerIds[0]!
    const ownToken = await sim.mintToken({ oid: person, audience: armAudience })
    const name = randomUUID()
    const url = `${scope}/providers/Microsoft.Authorization/roleAssignmentScheduleRequests/${name}`
    const reply = await arm(
      'PUT',
      `${url}?${versions.pim}`,
      {
        properties: {
          principalId: person,
          roleDefinitionId: scope + definition('8e3af657-a8ff-443c-a75c-2fe8c4bcb635'),
          requestType: 'SelfActivate',
          justification: 'incident',
          ticketInfo: { ticketNumber: 'INC1', ticketSystem: 'ServiceNow' },
          scheduleInfo: { expiration: { type: 'AfterDuration', duration: 'PT1H' } },
        },
      },
      ownToken,
    )
    expect(reply.body.properties.status).toBe('PendingApproval')
    expect((await arm('POST', `${url}/cancel?${versions.pim}`)).status).toBe(200)
    expect((await arm('GET', `${url}?${versions.pim}`)).body.properties.status).toBe('Canceled')
  })

  it('returns the policy of every role', async () => {
    const base = `/subscriptions/${corporateNetworkIds().subscriptionId}/providers/Microsoft.Authorization`
    const filter = encodeURIComponent(`roleDefinitionId eq '${definition(contributor)}'`)
    const [assignment] = (await arm('GET', `${base}/roleManagementPolicyAssignments?${versions.pim}&$filter=${filter}`)).body.value
    const { effectiveRules, policyId } = assignment!.properties as {
      effectiveRules: { id: string; maximumDuration?: string }[]
      policyId: string
    }
    expect(effectiveRules.find((rule) => rule.id === 'Expiration_EndUser_Assignment')?.maximumDuration).toBe('PT8H')
    expect((await arm('GET', `${policyId}?${versions.pim}`)).status).toBe(200)
    expect((await arm('GET', `${base}/roleManagementPolicies?${versions.pim}`)).body.value.length).toBeGreaterThan(25)
  })
})

describe('Resource Graph', () => {
  const ask = (query: string, overrides: object = {}) =>
    arm('POST', `/providers/Microsoft.ResourceGraph/resources?${versions.graph}`, {
      query,
      subscriptions: [corporateNetworkIds().subscriptionId],
      ...overrides,
    })

  it('filters, projects, counts and sorts', async () => {
    const reply = await ask(
      "Resources | where type =~ 'Microsoft.Network/virtualNetworks' and subscriptionId == '" +
        corporateNetworkIds().subscriptionId +
        "' | project id, name, prefixes = properties.addressSpace.addressPrefixes",
    )
    expect(reply.body.data).toEqual([
      {
        id: expect.stringContaining('virtualNetworks'),
        name: `vnet-${corporateNetworkIds().name}`,
        prefixes: corporateNetworkIds().network.addressSpaces,
      },
    ])
    const countReply = await ask('resources | summarize total = count() by type | order by total desc, type asc | limit 3')
    const totals = (countReply.body.data as { total: number }[]).map((row) => row.total)
    expect(totals).toEqual(totals.toSorted((a, b) => b - a))
    expect((await ask("resourcecontainers | where type == 'microsoft.resources/subscriptions'")).body.totalRecords).toBe(1)
    expect((await ask("resources | where tags['environment'] in~ ('PROD', 'dev', 'test', 'preprod') | count")).body.data).toEqual([
      { Count: expect.any(Number) },
    ])
  })

  it('pages with a skip token only when the ID is projected', async () => {
    const firstReply = await ask('resources | project id', { options: { $top: 2 } })
    expect(firstReply.body).toMatchObject({ count: 2, resultTruncated: 'false', $skipToken: expect.any(String) })
    const secondReply = await ask('resources | project id', { options: { $top: 2, $skipToken: firstReply.body.$skipToken } })
    expect(secondReply.body.data).not.toEqual(firstReply.body.data)
    const replyWithoutId = await ask('resources | project name', { options: { $top: 2 } })
    expect([replyWithoutId.body.resultTruncated, replyWithoutId.body.$skipToken]).toEqual(['true', undefined])
  })

  it('reports the position of an error in a query', async () => {
    const reply = await ask('resources\n| wher type')
    expect(reply.status).toBe(400)
    expect(reply.body.error.details).toContainEqual(
      expect.objectContaining({ code: 'ParserFailure', line: 2, characterPositionInLine: 2, token: 'wher' }),
    )
  })

  it('allows 15 queries in five seconds', async () => {
    const otherToken = await sim.mintToken({ oid: slipwayServicePrincipalId, audience: armAudience })
    const url = `/providers/Microsoft.ResourceGraph/resources?${versions.graph}`
    const replies = []
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let index = 0; index < 16; index++)
      replies.push(
        await arm('POST', url, { query: 'resources | limit 1', subscriptions: [corporateNetworkIds().subscriptionId] }, otherToken),
      )
    expect(replies[14]!.headers.get('x-ms-user-quota-remaining')).toBe('0')
    expect([replies[15]!.status, replies[15]!.body.error.code]).toEqual([429, 'RateLimiting'])
  })
})

afterAll(async () => {
  await sim.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the calls and responses', () => {
  it('matches Azure’s specifications in all cases of this file', async (context) => {
    const validator = await wireValidator()
    if (!validator) return context.skip()
    const distinctByKey = new Map(exchanges.map((each) => [`${each.method} ${each.path} ${Object.keys(each.query)} ${each.status}`, each]))
    const { validated, violations } = await validator.validator([...distinctByKey.values()])
    // Rejected requests are often invalid on purpose, but the error itself must match the specification.
    expect(violations.filter(({ part, status }) => part === 'response' || status < 400)).toEqual([])
    expect(validated).toBeGreaterThan(80)
  })
})
