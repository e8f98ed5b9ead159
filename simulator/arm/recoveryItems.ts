import { seededRandom } from '../../sample/seededRandom.ts'
import type { Simulator } from '../core/simulator.ts'
import { isCreatedManually } from './companyExtras.ts'
import { machinePolicy, policyId } from './recoveryPolicies.ts'
import type { SimResource } from './resource.ts'
import { listResources } from './resourceStore.ts'
import type { SimSubscription } from './subscriptionStore.ts'

const itemType = 'Microsoft.RecoveryServices/vaults/backupFabrics/protectionContainers/protectedItems'

interface ProtectedItem {
  id: string
  name: string
  type: typeof itemType
  properties: Record<string, unknown> & { sourceResourceId: string; policyId: string }
}

const coverageShares = { production: 0.93, preproduction: 0.75, test: 0.4, development: 0.2 }
const dayMs = 86_400_000

/** A vault keeps a deleted item for a fortnight, even if its VM is deleted. */
interface DeletedItem {
  item: ProtectedItem
  deletedAt: string
}
const retentionDays = 14

function deletions(sim: Simulator) {
  return sim.state.collection<DeletedItem>('arm.deletedBackups')
}

export function deleteItem(sim: Simulator, item: ProtectedItem, deletedAt = sim.clock.now().toISOString()): void {
  deletions(sim).set(item.id.toLowerCase(), { item, deletedAt })
}

const isType = (type: string) => (resource: SimResource) => resource.type.toLowerCase() === type.toLowerCase()

export function vaultsOf(sim: Simulator, subscription: SimSubscription): SimResource[] {
  return listResources(sim, subscription).filter(isType('Microsoft.RecoveryServices/vaults'))
}

/** All items are in the subscription's first vault; VMs created by hand have no backup. */
export function itemsOf(sim: Simulator, subscription: SimSubscription): ProtectedItem[] {
  const { account } = subscription
  const vault = vaultsOf(sim, subscription)[0]
  if (!vault || !account) return []
  const deletedBackups = deletions(sim).values(`${vault.id}/`.toLowerCase())
  const endedIds = new Set(deletedBackups.map(({ item }) => item.id))
  const liveResources = listResources(sim, subscription)
    .filter(isType('Microsoft.Compute/virtualMachines'))
    .filter((machine) => !isCreatedManually(groupOf(machine)))
    .flatMap((machine) => {
      const random = seededRandom(`backup/${machine.id.toLowerCase()}`)
      return random.chance(coverageShares[account.environment]) ? [itemOf(sim, vault, machine, random.chance(0.06))] : []
    })
  return [...liveResources.filter(({ id }) => !endedIds.has(id)), ...deletedBackups.flatMap((each) => afterDeletion(sim, each))]
}

function afterDeletion(sim: Simulator, { item, deletedAt }: DeletedItem): ProtectedItem[] {
  const deletedPermanentlyAt = Date.parse(deletedAt) + retentionDays * dayMs
  if (deletedPermanentlyAt <= sim.clock.now().getTime()) return []
  const properties = {
    ...item.properties,
    protectionState: 'ProtectionStopped',
    isScheduledForDeferredDelete: true,
    deferredDeleteTimeInUTC: deletedAt,
    softDeleteRetentionPeriodInDays: retentionDays,
  }
  return [{ ...item, properties }]
}

function itemOf(sim: Simulator, vault: SimResource, machine: SimResource, isFailing: boolean): ProtectedItem {
  const lastBackupAt = lastNight(sim)
  const isPending = Date.parse(machine.createdTime) > lastBackupAt.getTime()
  const group = groupOf(machine).toLowerCase()
  const container = `iaasvmcontainerv2;${group};${machine.name.toLowerCase()}`
  const name = `VM;${container}`
  const recoveryPointTime = new Date(lastBackupAt.getTime() - (isFailing ? 4 * dayMs : 0)).toISOString()
  return {
    id: `${vault.id}/backupFabrics/Azure/protectionContainers/IaasVMContainer;${container}/protectedItems/${name}`,
    name,
    type: itemType,
    properties: {
      protectedItemType: 'Microsoft.Compute/virtualMachines',
      backupManagementType: 'AzureIaasVM',
      workloadType: 'VM',
      containerName: container,
      friendlyName: machine.name,
      sourceResourceId: machine.id,
      virtualMachineId: machine.id,
      policyId: policyId(vault, machinePolicy),
      policyName: machinePolicy,
      protectionStatus: isFailing ? 'Unhealthy' : 'Healthy',
      protectionState: isPending ? 'IRPending' : isFailing ? 'ProtectionError' : 'Protected',
      healthStatus: isFailing ? 'ActionRequired' : 'Passed',
      ...(isPending
        ? { lastBackupStatus: 'IRPending' }
        : {
            lastBackupStatus: isFailing ? 'Failed' : 'Completed',
            lastBackupTime: lastBackupAt.toISOString(),
            lastRecoveryPoint: recoveryPointTime,
          }),
    },
  }
}

function lastNight(sim: Simulator): Date {
  const now = sim.clock.now().getTime()
  const start = Math.floor(now / dayMs) * dayMs + 1.5 * 3_600_000
  return new Date(start > now ? start - dayMs : start)
}

function groupOf({ id }: SimResource): string {
  return id.split('/')[4]!
}
