import { Type } from 'typebox'
import { Assignment, type MaintenanceAssignment } from '../../../clients/arm/armMaintenance.ts'
import { Machine } from '../insights/machines.ts'
import { patches } from '../insights/protection.ts'
import { type HealthContext, type HealthQuery, mergeFacts } from './healthQuery.ts'

const SubscriptionRow = Type.Object({ subscriptionId: Type.String() })
const NullableString = Type.Unsafe<string | null>({ type: ['string', 'null'] })

const resources = `resources
| where type in~ ('microsoft.compute/virtualmachines', 'microsoft.hybridcompute/machines', 'microsoft.network/publicipaddresses')
| project id, subscriptionId, name, type, location, resourceGroup, tags, osDisk = properties.storageProfile.osDisk.osType, osType = properties.osType`
const backups = `recoveryservicesresources
| where type =~ 'microsoft.recoveryservices/vaults/backupfabrics/protectioncontainers/protecteditems'
| project id, source = properties.sourceResourceId, state = properties.protectionState`
const assignments = `maintenanceresources
| where type =~ 'microsoft.maintenance/configurationassignments' | project id, subscriptionId, properties`

/** Azure makes no new copies in these states. */
const stoppedStates = new Set(['protectionstopped', 'protectionpaused', 'backupssuspended'])

export const resourcesAndCoverage: HealthQuery = {
  async fetchFacts({ arm, subscriptions, facts, signal }: HealthContext) {
    const backedUpIds = new Set<string>()
    const Item = Type.Object({ source: NullableString, state: NullableString })
    for await (const { source, state } of arm.readResourceGraph(subscriptions, backups, Item, signal))
      if (source && !stoppedStates.has(state?.toLowerCase() ?? '')) backedUpIds.add(source.toLowerCase())
    const patchedMachines = new Map<string, MaintenanceAssignment[]>()
    for await (const each of arm.readResourceGraph(subscriptions, assignments, Type.Intersect([SubscriptionRow, Assignment]), signal)) {
      const id = each.subscriptionId.toLowerCase()
      patchedMachines.set(id, [...(patchedMachines.get(id) ?? []), each])
    }
    const counts = new Map(subscriptions.map((id) => [id.toLowerCase(), { addresses: 0, machines: 0, backup: 0, patching: 0 }]))
    for await (const machine of arm.readResourceGraph(subscriptions, resources, Type.Intersect([SubscriptionRow, Machine]), signal)) {
      const id = machine.subscriptionId.toLowerCase()
      const count = counts.get(id)
      if (!count) continue
      if (machine.type.toLowerCase() === 'microsoft.network/publicipaddresses') {
        count.addresses++
        continue
      }
      count.machines++
      // Azure Arc servers are backed up outside Azure.
      if (machine.type.toLowerCase() === 'microsoft.compute/virtualmachines' && !backedUpIds.has(machine.id.toLowerCase())) count.backup++
      if (!patchedMachines.get(id)?.some((assignment) => patches(assignment, machine))) count.patching++
    }
    for (const [id, count] of counts) {
      mergeFacts(facts, id, {
        publicAddresses: count.addresses,
        backup: { machines: count.machines, without: count.backup },
        patching: { machines: count.machines, without: count.patching },
      })
    }
  },
}
