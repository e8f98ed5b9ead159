import type { Simulator } from '../core/simulator.ts'
import { advisorTable } from './advisor.ts'
import type { GraphTable } from './graphTable.ts'
import type { Row } from './kql.ts'
import { maintenanceTable } from './maintenance.ts'
import { policyTable } from './policyInsightsRows.ts'
import { computeTable, graphProperties } from './power.ts'
import { recoveryTable } from './recovery.ts'
import { listGroups, listResources } from './resourceStore.ts'
import { securityTable } from './security.ts'
import type { SimSubscription } from './subscriptionStore.ts'

function* resources(sim: Simulator, subscription: SimSubscription): Generator<Row> {
  for (const listedResource of listResources(sim, subscription)) {
    const { createdTime: _, changedTime: __, ...resource } = listedResource
    const properties = graphProperties(sim, listedResource)
    yield { ...resource, properties, type: resource.type.toLowerCase(), resourceGroup: resource.id.split('/')[4] }
  }
}

function* resourceContainers(sim: Simulator, subscription: SimSubscription): Generator<Row> {
  const id = `/subscriptions/${subscription.subscriptionId}`
  yield {
    id,
    name: subscription.displayName,
    type: 'microsoft.resources/subscriptions',
    tags: subscription.tags,
    properties: { state: subscription.state, managementGroupAncestorsChain: [{ name: subscription.managementGroupId }] },
  }
  for (const { provisioningState, ...group } of listGroups(sim, subscription)) {
    yield {
      id: `${id}/resourceGroups/${group.name}`,
      type: 'microsoft.resources/subscriptions/resourcegroups',
      resourceGroup: group.name,
      ...group,
      properties: { provisioningState },
    }
  }
}

export const resourceGraphTables: Readonly<Record<string, GraphTable>> = {
  resources,
  resourcecontainers: resourceContainers,
  computeresources: computeTable,
  policyresources: policyTable,
  securityresources: securityTable,
  advisorresources: advisorTable,
  recoveryservicesresources: recoveryTable,
  maintenanceresources: maintenanceTable,
}
