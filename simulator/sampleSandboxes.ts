import type { SampleSandbox } from '../sample/sampleSandbox.ts'
import { freeGroup, machineNames, sampleSandboxes, workloadOf } from '../sample/sandboxes.ts'
import { stableId } from '../sample/stableId.ts'
import { deployWorkload } from './arm/deployWorkload.ts'
import { changePower } from './arm/powerState.ts'
import { lookUpResource, saveGroup } from './arm/resourceStore.ts'
import type { RoleAssignment } from './arm/roleAssignments.ts'
import { roleByName } from './arm/roleDefinitions.ts'
import { findSubscription } from './arm/subscriptionStore.ts'
import { slipwayServicePrincipalId } from './core/constants.ts'
import type { Simulator } from './core/simulator.ts'
import { createGroup, setLink } from './graph/groupDirectory.ts'

/** Creates the groups, resources and members of the sample's sandboxes, once per simulator. */
export function addSampleSandboxes(sim: Simulator): void {
  const created = sim.state.collection<{ at: string }>('sample.sandboxes')
  if (created.get('laid')) return
  const now = sim.clock.now()
  sim.state.atomically(() => {
    for (const sandbox of sampleSandboxes(sim.company, now)) if (sandbox.isDeployed) create(sim, sandbox)
    created.set('laid', { at: now.toISOString() })
  })
}

function create(sim: Simulator, { plan, host, resourceGroup, region, start, stoppedAt, groups }: SampleSandbox): void {
  const subscription = findSubscription(sim, host!.subscriptionId)
  const name = resourceGroup ?? freeGroup(plan.name)
  saveGroup(sim, subscription, { name, location: region, tags: { sandbox: plan.name, 'managed-by': 'slipway' } })
  const scope = `/subscriptions/${subscription.subscriptionId}/resourceGroups/${name}`
  const workload = workloadOf[plan.template]
  deployWorkload(sim, scope, workload, start!)
  if (stoppedAt && workload === 'machineLab')
    for (const machine of machineNames(name)) {
      const resource = lookUpResource(sim, `${scope}/providers/Microsoft.Compute/virtualMachines/${machine}`)
      if (resource) changePower(sim, resource, 'deallocated', { endsAt: stoppedAt.toISOString() })
    }
  for (const { directoryId, name: displayName, role, memberIds } of groups) {
    createGroup(sim, {
      id: directoryId,
      displayName,
      mailNickname: displayName,
      description: `${role} in the sandbox ${plan.name}`,
      isAssignableToRole: null,
      visibility: null,
    })
    for (const id of memberIds) setLink(sim, directoryId, 'members', id, true)
    assign(sim, resourceGroup ? scope : `/subscriptions/${subscription.subscriptionId}`, directoryId, role, start!)
  }
}

function assign(sim: Simulator, scope: string, principalId: string, role: string, at: Date): void {
  const name = stableId(`role-assignment/${scope}/${principalId}/${role}`)
  sim.state.collection<RoleAssignment>('arm.roleAssignments').set(`${scope.toLowerCase()}|${name}`, {
    name,
    scopeKey: scope.toLowerCase(),
    scopeId: scope,
    roleId: roleByName(role).id,
    principalId,
    principalType: 'Group',
    description: null,
    createdOn: at.toISOString(),
    createdBy: slipwayServicePrincipalId,
  })
}
