import { type ArmReply, type ArmRequest, type ArmRoute, listOf } from './armRoute.ts'
import type { GraphTable } from './graphTable.ts'
import { assignmentsOf, configurationsOf } from './maintenanceCoverage.ts'
import type { SimResource } from './resource.ts'
import { presentResource } from './resources.ts'
import { findSubscription } from './subscriptionStore.ts'

function presentConfiguration(configuration: SimResource) {
  const { provisioningState: _, ...properties } = configuration.properties
  return presentResource({ ...configuration, properties })
}

function listConfigurations(request: ArmRequest): ArmReply {
  const { sim, params } = request
  return listOf(configurationsOf(sim, findSubscription(sim, params.subscriptionId!)).map(presentConfiguration))
}

function listAssignments(request: ArmRequest): ArmReply {
  const { sim, params } = request
  return listOf(assignmentsOf(sim, findSubscription(sim, params.subscriptionId!)))
}

export const maintenanceTable: GraphTable = function* (sim, subscription) {
  for (const { properties, ...assignment } of assignmentsOf(sim, subscription)) {
    const group = assignment.id.split('/')[4]
    yield {
      ...assignment,
      type: assignment.type.toLowerCase(),
      ...(group === 'Microsoft.Maintenance' ? {} : { resourceGroup: group }),
      properties,
    }
  }
}

const path = '/subscriptions/{subscriptionId}/providers/Microsoft.Maintenance'

export const maintenanceRoutes: ArmRoute[] = [
  { method: 'GET', path: `${path}/maintenanceConfigurations`, handle: listConfigurations },
  { method: 'GET', path: `${path}/configurationAssignments`, handle: listAssignments },
]
