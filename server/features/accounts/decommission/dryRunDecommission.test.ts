import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { platformServicePrincipalId } from '../../../../simulator/core/constants.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { changeInServiceNow } from '../../services/incidents/incidents.fixture.ts'
import { stateVerdict } from '../accounts/policy.ts'
import { decommissionableAccount } from './decommissionable.fixture.ts'
import { factLabels, lockLevelLabels } from './dry-run/blockers.ts'

let app: TestApp
let laterMs = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => new Date(Date.now() + laterMs) })
})
afterAll(() => app.close())

const admin = () => app.as(app.persona('Niamh').id)
const path = (id: string) => `/accounts/${id}/updates/decommission/rehearsal`
const account = (n = 0) => decommissionableAccount(app, n)
const lock = (scope: string, level: string) =>
  `${app.simulator.origins.arm}${scope}/providers/Microsoft.Authorization/locks/hold?api-version=2020-05-01&level=${level}`

async function putLock(scope: string, level: string): Promise<void> {
  const token = await app.simulator.mintToken({ oid: platformServicePrincipalId, audience: 'https://management.azure.com' })
  const response = await fetch(lock(scope, level), {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ properties: { level, notes: 'Kept for the auditors.' } }),
  })
  expect(response.status).toBe(201)
}

describe('dryRunDecommission', () => {
  it('returns removals, dependencies, people who lose access, savings and approvers', async () => {
    const { id, subscriptionId, ownerIds, budget, name, storeNumbers } = account()
    const { status, body } = await app.as(ownerIds[0]!).get(path(id))
    expect(status).toBe(200)
    const { found } = body.resources
    expect(found.total).toBeGreaterThan(4)
    expect(found.types.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(found.total)
    expect(found.groups.map((group: { name: string }) => group.name)).toContain(`rg-${name}-app`)
    expect(body.connections.found).toEqual([
      expect.objectContaining({ kind: 'peering', name: 'peer-to-hub', network: `vnet-${name}`, hub: true, account: null }),
      ...app.company.hub.privateZones.map((zone) =>
        expect.objectContaining({ kind: 'dns', network: `vnet-${name}`, remoteName: zone, hub: true, account: null }),
      ),
    ])
    expect(body.access.found.people).toBe(ownerIds.length)
    expect(body.access.found.groups).toBeGreaterThan(0)
    expect(body.access.found.grants).toContainEqual({
      principal: app.company.people.find((person) => person.id === ownerIds[0])!.displayName,
      groupId: null,
      kind: 'person',
      role: 'Owner',
      assignment: 'eligible',
      scope: expect.any(String),
    })
    expect(body.saving).toEqual({ found: { amount: expect.any(Number), currency: 'GBP', basis: 'lastMonth' }, problem: null })
    expect(body.saving.found.amount).toBeGreaterThan(budget.amount / 100)
    expect([body.storeNumbers, body.blockers, body.graceDays, body.restorableDays]).toEqual([storeNumbers, [], 7, 90])
    expect(body.approval.stages[0].people.length).toBeGreaterThan(0)
    expect(body.fingerprint).toMatch(/^[0-9a-f]{32}$/)
    expect(subscriptionId).toBeTruthy()
  })

  it('keeps its fingerprint until the account’s data changes', async () => {
    const { id, subscriptionId, name } = account(1)
    const fetchDryRun = async () => (await admin().get(path(id))).body
    const firstDryRun = await fetchDryRun()
    expect((await fetchDryRun()).fingerprint).toBe(firstDryRun.fingerprint)
    await putLock(`/subscriptions/${subscriptionId}/resourceGroups/rg-${name}-app`, 'CanNotDelete')
    const secondDryRun = await fetchDryRun()
    expect(secondDryRun.fingerprint).not.toBe(firstDryRun.fingerprint)
    expect(secondDryRun.blockers).toEqual([
      {
        kind: 'lock',
        description: expect.stringMatching(
          new RegExp(`rg-${name}-app .*“hold” \\(${lockLevelLabels.CanNotDelete}\\): Kept for the auditors\\.$`),
        ),
        remedy: expect.any(String),
      },
    ])
  })

  it('counts open incidents, which aren’t blockers', async () => {
    const active = app.company.accounts.filter((each) => each.status === 'active' && each.kind === 'cloud')
    const counts = new Map<string, number>()
    for (const { id } of active.slice(0, 400)) {
      const item = await app.context.clients.servicenow.getByCorrelationId(id)
      const open = await app.context.clients.servicenow.listOpenIncidents(item!.sys_id)
      if (open.length > 0) counts.set(id, open.length)
      if (counts.size === 1) break
    }
    const [[id, count] = ['', 0]] = counts
    const { body } = await admin().get(path(id))
    expect(body.incidents.found).toHaveLength(count)
    const [firstIncident] = body.incidents.found
    expect(firstIncident).toMatchObject({
      number: expect.stringMatching(/^INC\d+$/),
      title: expect.any(String),
      url: expect.stringContaining('/incident.do?sys_id='),
    })
    expect(body.blockers.filter(({ kind }: { kind: string }) => kind !== 'lock')).toEqual([])
    // ServiceNow's field `active` stays true for a resolved incident until it is closed.
    changeInServiceNow(app, firstIncident.number, { state: '6', close_code: 'Solved', close_notes: 'The disk was cleared.' })
    expect((await admin().get(path(id))).body.incidents.found).toHaveLength(count - 1)
  })

  it('lists the API keys for the account, and its deployments', async () => {
    const { id } = account(4)
    const firstDryRun = (await admin().get(path(id))).body
    expect(firstDryRun.keys).toEqual([])
    const { publicId } = await app.withKey(['deploy'], { accountIds: [id] })
    await app.withKey(['deploy'], { accountIds: [account(5).id] })
    const created = await admin().patch(`/snow/accounts/${id}/key`, { name: 'Monitoring' })
    expect(created.status).toBeLessThan(300)
    const { body } = await admin().get(path(id))
    expect(body.keys).toEqual([
      { kind: 'deploy', name: `Test ${publicId}`, prefix: `slw_${publicId}`, lastUsedAt: null },
      { kind: 'alert', name: 'Monitoring', prefix: expect.stringMatching(/^slwa_/), lastUsedAt: null },
    ])
    expect(body.fingerprint).not.toBe(firstDryRun.fingerprint)
    expect(body.deployments.problem).toBeNull()
    expect(body.deployments.found).toBeInstanceOf(Array)
  })

  it('lists a connected production account as a blocker', async () => {
    const { id, subscriptionId, name } = account(2)
    const otherAccount = app.company.accounts.find(
      (each) =>
        each.environment === 'production' && each.status === 'active' && each.network.connectivity === 'corporate' && each.id !== id,
    )!
    const network = (of: { subscriptionId: string; name: string }) =>
      `/subscriptions/${of.subscriptionId}/resourceGroups/rg-${of.name}-network/providers/Microsoft.Network/virtualNetworks/vnet-${of.name}`
    await app.context.clients.arm.putPeering(network({ subscriptionId, name }), 'to-them', { remoteNetworkId: network(otherAccount) })
    const { body } = await admin().get(path(id))
    expect(body.blockers).toEqual([
      {
        kind: 'peering',
        description: expect.stringContaining(otherAccount.name),
        remedy: expect.stringContaining(otherAccount.name),
      },
    ])
  })

  it('returns the other parts when one service fails, and lists the unread part as a blocker', async () => {
    const { id } = account(3)
    const faults = [
      app.simulator.faults.add({
        service: 'arm',
        path: 'CostManagement/',
        action: { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'Not allowed.' } } },
      }),
      app.simulator.faults.add({
        service: 'arm',
        path: '/locks',
        action: { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'Not allowed.' } } },
      }),
      app.simulator.faults.add({
        service: 'servicenow',
        action: { kind: 'status', status: 401, body: '<html>no</html>', headers: { 'content-type': 'text/html' } },
      }),
    ]
    const { status, body } = await admin().get(path(id))
    for (const fault of faults) app.simulator.faults.remove(fault)
    expect(status).toBe(200)
    expect(body.resources.found.total).toBeGreaterThan(0)
    expect(body.locks).toEqual({ found: null, problem: expect.any(String) })
    expect(body.incidents.problem).toMatch(/ServiceNow/)
    expect(body.saving.found).toMatchObject({ basis: 'budget' })
    expect(body.blockers).toMatchObject([{ kind: 'unknown', description: expect.stringContaining(factLabels.locks) }])
  })

  it('doesn’t change anything in the cloud', async () => {
    await app.quiet()
    await admin().get(path(account(4).id))
    const writes = app.simulator.exchanges
      .list()
      .filter(({ method, path: at }) => method !== 'GET' && !/token|getByIds|CostManagement\/query|ResourceGraph\/resources/.test(at))
    expect(writes).toEqual([])
  })

  roleSuite(
    'dryRunDecommission',
    () => app,
    () => ({ path: path(account().id) }),
  )

  it('denies an auditor and a person without access, without calling the cloud', async () => {
    await app.quiet()
    for (const personaName of ['Grace', 'Tomasz'])
      expect((await app.as(app.persona(personaName).id).get(path(account().id))).status).toBe(403)
    expect(app.simulator.exchanges.list().filter(({ service }) => service !== 'identity')).toEqual([])
  })

  it('returns 409 for accounts that are not active or have no subscription', async () => {
    const deletedAccount = app.company.accounts.find((each) => each.status === 'decommissioned')!
    expect((await admin().get(path(deletedAccount.id))).body).toMatchObject({
      code: 'wrongState',
      message: stateVerdict('decommission', { kind: 'cloud', status: 'decommissioned', subscriptionId: null, owners: [] }),
    })
    const { id } = account(5)
    await app.db.updateTable('accounts').set({ subscription_id: null }).where('id', '=', id).execute()
    expect((await admin().get(path(id))).body).toMatchObject({
      code: 'wrongState',
      message: stateVerdict('decommission', { kind: 'cloud', status: 'active', subscriptionId: null, owners: [] }),
    })
    expect((await admin().get(path('00000000-0000-4000-8000-000000000000'))).status).toBe(404)
  })
})

it('ignores API keys that have expired by the server’s clock', async () => {
  const { id } = account(20)
  const { publicId } = await app.withKey(['deploy'], { accountIds: [id], expiresAt: new Date(Date.now() + 3_600_000) })
  const keys = async () => (await admin().get(path(id))).body.keys.map(({ prefix }: { prefix: string }) => prefix)
  expect(await keys()).toEqual([`slw_${publicId}`])
  laterMs = 2 * 3_600_000
  expect(await keys()).toEqual([])
  const { requestedAt } = (await admin().get(path(id))).body
  expect(Date.parse(requestedAt)).toBeGreaterThan(Date.now() + 3_600_000)
  laterMs = 0
})
