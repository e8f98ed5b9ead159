import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sandboxHosts } from '../../../sample/sandboxHosts.ts'
import { armAudience, platformServicePrincipalId } from '../../../simulator/core/constants.ts'
import { systemClock } from '../clock.ts'
import { startTestWorld, type TestWorld } from '../testWorld.ts'
import type { Arm } from './arm.ts'
import { allowedLocations, allowedResourceTypes } from './armPolicyAssignments.ts'

let world: TestWorld
let arm: Arm
beforeAll(async () => {
  world = await startTestWorld()
  arm = world.clients.arm
})
afterAll(() => world.close())
beforeEach(() => {
  world.clearCache()
  world.sim.asyncDelayMs = 10
})

const host = sandboxHosts[1]!.subscriptionId
let createdCount = 0
async function group(): Promise<{ name: string; scope: string }> {
  const name = `rg-policy-${++createdCount}`
  await arm.putResourceGroup(host, name, { location: 'uksouth' })
  return { name, scope: `/subscriptions/${host}/resourceGroups/${name}` }
}

async function createAssignment(scope: string, type: string, location: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const token = await world.sim.mintToken({ oid: platformServicePrincipalId, audience: armAudience })
  const response = await fetch(`${world.sim.origins.arm}${scope}/providers/${type}/thing?api-version=2023-01-01`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ location, properties: {} }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('a policy assignment of a sandbox', () => {
  it('restricts the regions of the group', async () => {
    const { scope } = await group()
    await arm.putPolicyAssignment(scope, 'regions', allowedLocations(['uksouth', 'ukwest']))
    expect((await createAssignment(scope, 'Microsoft.Web/sites', 'UK South')).status).toBe(201)
    expect(await createAssignment(scope, 'Microsoft.Network/publicIPAddresses', 'westus')).toMatchObject({
      status: 403,
      body: {
        error: {
          code: 'RequestDisallowedByPolicy',
          target: 'thing',
          message: expect.stringContaining("Resource 'thing' was disallowed by policy."),
          additionalInfo: [{ type: 'PolicyViolation', info: { policyDefinitionEffect: 'deny', policyAssignmentName: 'regions' } }],
        },
      },
    })
    expect((await createAssignment(scope, 'Microsoft.Insights/actionGroups', 'global')).status).toBe(201)
  })

  it('restricts the resource types of the subscription until it is removed', async () => {
    const { scope } = await group()
    const subscription = `/subscriptions/${host}`
    await arm.putPolicyAssignment(subscription, 'services', allowedResourceTypes(['Microsoft.Web/sites']))
    expect((await createAssignment(scope, 'Microsoft.Web/sites', 'uksouth')).status).toBe(201)
    expect((await createAssignment(scope, 'Microsoft.Compute/virtualMachines', 'uksouth')).status).toBe(403)
    await arm.deletePolicyAssignment(subscription, 'services')
    await arm.deletePolicyAssignment(subscription, 'services')
    expect((await createAssignment(scope, 'Microsoft.Compute/virtualMachines', 'uksouth')).status).toBe(201)
  })
})

describe('a policy assignment', () => {
  it('is created once under its name, then updated', async () => {
    const { scope } = await group()
    expect(await arm.getPolicyAssignment(scope, 'regions')).toBeUndefined()
    await arm.putPolicyAssignment(scope, 'regions', allowedLocations(['uksouth']))
    await arm.putPolicyAssignment(scope, 'regions', allowedLocations(['ukwest']))
    expect(await arm.getPolicyAssignment(scope, 'regions')).toMatchObject({
      name: 'regions',
      properties: { enforcementMode: 'Default', parameters: { listOfAllowedLocations: { value: ['ukwest'] } } },
    })
  })

  it('is deleted with its group, so a new group with the same name has no assignment', async () => {
    const { name, scope } = await group()
    await arm.putPolicyAssignment(scope, 'regions', allowedLocations(['ukwest']))
    let state: string | undefined
    for (;;) {
      const progress = await arm.deleteResourceGroup(host, name, state)
      if (progress.done) break
      state = progress.state
      await systemClock.wait(20)
    }
    expect(await arm.getPolicyAssignment(scope, 'regions')).toBeUndefined()
    await arm.putResourceGroup(host, name, { location: 'uksouth' })
    expect(await arm.getPolicyAssignment(scope, 'regions')).toBeUndefined()
    expect((await createAssignment(scope, 'Microsoft.Web/sites', 'uksouth')).status).toBe(201)
  })

  it.each([
    ['429', { kind: 'status', status: 429, headers: { 'retry-after': '1' } }],
    ['a lost answer', { kind: 'reset', when: 'after' }],
  ] as const)('succeeds despite %s', async (_, action) => {
    const { scope } = await group()
    world.sim.faults.add({ service: 'arm', path: '/policyAssignments/', count: 1, action })
    await arm.putPolicyAssignment(scope, 'regions', allowedLocations(['uksouth']))
    expect(await arm.getPolicyAssignment(scope, 'regions')).toBeDefined()
  })
})
