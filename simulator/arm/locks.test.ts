import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockedScope } from '../../server/clients/arm/armLocks.ts'
import { startTestWorld, type TestWorld } from '../../server/clients/testWorld.ts'
import { platformServicePrincipalId } from '../core/constants.ts'

let world: TestWorld
let token: string
beforeAll(async () => {
  world = await startTestWorld()
  world.sim.asyncDelayMs = 20
  token = await world.sim.mintToken({ oid: platformServicePrincipalId, audience: 'https://management.azure.com' })
})
afterAll(() => world.close())

async function arm(
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: { error?: { code: string; message: string } } }> {
  const version = path.includes('/locks') ? '2020-05-01' : '2022-09-01'
  const response = await fetch(`${world.sim.origins.arm}${path}?api-version=${version}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : {} }
}
const account = (n: number) =>
  world.sim.company.accounts.filter(({ status, environment }) => status === 'active' && environment === 'development')[n]!
const group = (n: number, part: string) => `/subscriptions/${account(n).subscriptionId}/resourceGroups/rg-${account(n).name}-${part}`
const lockAt = (scope: string) => `${scope}/providers/Microsoft.Authorization/locks/hold`
const lock = (level: string) => ({ properties: { level, notes: 'Not yet.' } })

describe('a lock', () => {
  it('is listed with the subscription, created, changed and removed', async () => {
    const { subscriptionId } = account(0)
    expect((await arm('PUT', lockAt(group(0, 'app')), lock('CanNotDelete'))).status).toBe(201)
    expect((await arm('PUT', lockAt(group(0, 'app')), lock('ReadOnly'))).status).toBe(200)
    const [match] = await world.clients.arm.listLocks(subscriptionId)
    expect(match).toMatchObject({ name: 'hold', properties: { level: 'ReadOnly', notes: 'Not yet.' } })
    expect(lockedScope(match!)).toBe(group(0, 'app'))
    expect((await arm('PUT', lockAt(group(0, 'app')), lock('Sometimes'))).status).toBe(400)
    expect((await arm('DELETE', lockAt(group(0, 'app')))).status).toBe(200)
    expect((await arm('DELETE', lockAt(group(0, 'app')))).status).toBe(204)
    expect(await world.clients.arm.listLocks(subscriptionId)).toEqual([])
  })

  it('prevents deletion of its resource, and of its parents and children, but of nothing else', async () => {
    const { subscriptionId } = account(1)
    await arm('PUT', lockAt(group(1, 'app')), lock('CanNotDelete'))
    const rejection = await arm('DELETE', group(1, 'app'))
    expect([rejection.status, rejection.body.error?.code]).toEqual([409, 'ScopeLocked'])
    expect(rejection.body.error?.message).toContain(group(1, 'app'))
    expect((await arm('DELETE', group(1, 'monitoring'))).status).toBe(202)
    const resourceInGroup = (await world.clients.arm.listResources(subscriptionId)).find(({ id }) => id.startsWith(`${group(1, 'app')}/`))!
    expect((await arm('DELETE', resourceInGroup.id)).status).toBe(409)
    const put = { location: account(1).region, tags: {} }
    expect((await arm('PUT', group(1, 'app'), put)).status).toBe(200)
  })

  it('prevents changes if it is read-only, and prevents deletion of the group around its resource', async () => {
    await arm('PUT', lockAt(`/subscriptions/${account(2).subscriptionId}`), lock('ReadOnly'))
    expect((await arm('PUT', group(2, 'app'), { location: account(2).region })).body.error?.code).toBe('ScopeLocked')
    const [resourceInGroup] = (await world.clients.arm.listResources(account(3).subscriptionId)).filter(({ id }) =>
      id.startsWith(`${group(3, 'data')}/`),
    )
    await arm('PUT', lockAt(resourceInGroup!.id), lock('CanNotDelete'))
    expect((await arm('DELETE', group(3, 'data'))).status).toBe(409)
  })

  it('exists on some production accounts from the start', async () => {
    const production = world.sim.company.accounts.filter(({ status, environment }) => status === 'active' && environment === 'production')
    const lockStatuses = []
    for (const { subscriptionId } of production.slice(0, 60)) lockStatuses.push((await world.clients.arm.listLocks(subscriptionId)).length)
    expect(lockStatuses.filter((count) => count === 1).length).toBeGreaterThan(3)
    expect(lockStatuses.filter((count) => count === 0).length).toBeGreaterThan(30)
  })
})
