import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isCreatedManually } from '../../../../simulator/arm/companyExtras.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { reasons } from '../accounts/policy.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const path = (id: string) => `/accounts/${id}/unmanagedResourceGroups`
const admin = () => app.as(app.persona('Niamh').id)
const cloud = () => app.company.accounts.filter(({ status, kind }) => status === 'active' && kind === 'cloud')
interface Group {
  name: string
  origin: string
  createdBy: string | null
  createdAt: string | null
  resources: number | null
  tags: Record<string, string>
  can: { adopt: true | string }
}

describe('listUnmanagedResourceGroups', () => {
  it('finds groups without the tag, with their creator if known, and counts their resources', async () => {
    const { arm } = app.context.clients
    const manual = async ({ subscriptionId }: { subscriptionId: string }) =>
      (await arm.listResourceGroups(subscriptionId)).some(({ name }) => isCreatedManually(name))
    const manyAccounts = cloud().slice(100, 180)
    const matches = await Promise.all(manyAccounts.map(manual))
    // Azure keeps the creator of a resource for 90 days; among this many groups, some are always younger.
    const accounts = manyAccounts.filter((_, index) => matches[index]).slice(0, 14)
    const responses = await Promise.all(accounts.map(({ id }) => admin().get(path(id))))
    const groups: Group[] = responses.flatMap(({ body }) => body.items)
    expect(groups.every(({ tags }) => tags.managedBy === undefined)).toBe(true)
    expect(responses.every(({ body }) => body.historyKnown)).toBe(true)
    const manualGroups = groups.filter(({ origin }) => origin === 'createdManually')
    expect(manualGroups.length).toBeGreaterThan(1)
    for (const { name, createdBy, createdAt } of manualGroups) {
      expect(isCreatedManually(name)).toBe(true)
      expect(app.company.people.map(({ displayName }) => displayName)).toContain(createdBy)
      expect(Date.parse(createdAt!)).toBeGreaterThan(Date.now() - 90 * 86_400_000)
    }
    expect(groups.filter(({ name }) => name === 'NetworkWatcherRG').every(({ origin }) => origin === 'createdByAzure')).toBe(true)
    for (const [index, { body }] of responses.entries()) {
      const all = await arm.listResources(accounts[index]!.subscriptionId)
      for (const { name, resources } of body.items as Group[])
        expect(resources).toBe(all.filter(({ id }) => id.toLowerCase().includes(`/resourcegroups/${name.toLowerCase()}/`)).length)
    }
  })

  it('lets owners, but not auditors, adopt groups, and excludes groups that Azure manages', async () => {
    const account = cloud().find(({ ownerIds }) => ownerIds.includes(app.persona('Daniel').id))!
    const id = `/subscriptions/${account.subscriptionId}/resourceGroups`
    const { arm } = app.context.clients
    await arm.putResourceGroup(account.subscriptionId, 'rg-mine', { location: 'uksouth' })
    const stored = {
      group: {
        name: 'MC_aks',
        location: 'uksouth',
        tags: {},
        managedBy: `${id}/rg-mine/providers/Microsoft.ContainerService/managedClusters/aks-1`,
      },
    }
    app.simulator.state.collection('arm.resourceGroups').set(`${account.subscriptionId}/mc_aks`, stored)
    const danielResponse = (await app.as(app.persona('Daniel').id).get(path(account.id))).body.items as Group[]
    const find = (items: Group[], name: string) => items.find((group) => group.name === name)!
    expect(find(danielResponse, 'rg-mine')).toMatchObject({ origin: 'createdByApplication', resources: 0, can: { adopt: true } })
    expect(find(danielResponse, 'MC_aks')).toMatchObject({ origin: 'createdByAzure', can: { adopt: expect.stringContaining('aks-1') } })
    const graceResponse = (await app.as(app.persona('Grace').id).get(path(account.id))).body.items as Group[]
    expect(find(graceResponse, 'rg-mine').can.adopt).toBe(reasons.change)
  })

  it('returns the groups even if the activity log and the count fail', async () => {
    const failureResponse = { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'no' } } } as const
    const faults = ['eventtypes', 'ResourceGraph'].map((service) =>
      app.simulator.faults.add({ service: 'arm', path: service, action: failureResponse }),
    )
    const responses = await Promise.all(
      cloud()
        .slice(20, 26)
        .map(({ id }) => admin().get(path(id))),
    )
    for (const fault of faults) app.simulator.faults.remove(fault)
    const groups: Group[] = responses.flatMap(({ body }) => body.items)
    expect(responses.every(({ body }) => body.historyKnown === false)).toBe(true)
    expect(groups.length).toBeGreaterThan(0)
    expect(groups.every(({ resources, createdBy }) => resources === null && createdBy === null)).toBe(true)
    expect(groups.filter(({ name }) => isCreatedManually(name)).every(({ origin }) => origin === 'unknown')).toBe(true)
  })

  roleSuite(
    'listUnmanagedResourceGroups',
    () => app,
    () => ({ path: path(cloud()[0]!.id) }),
  )

  it('returns 404 for an unknown account', async () => {
    expect((await admin().get(path('00000000-0000-4000-8000-000000000000'))).status).toBe(404)
  })

  it('returns 502 when Azure fails to list the groups', async () => {
    const failureResponse = { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } as const
    const fault = app.simulator.faults.add({ service: 'arm', path: 'resourcegroups', action: failureResponse })
    expect((await admin().get(path(cloud()[30]!.id))).body.code).toBe('outsideFailed')
    app.simulator.faults.remove(fault)
  })
})
