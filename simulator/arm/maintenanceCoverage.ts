import { seededRandom } from '../../sample/seededRandom.ts'
import type { Simulator } from '../core/simulator.ts'
import { isCreatedManually } from './companyExtras.ts'
import type { SimResource } from './resource.ts'
import { listResources } from './resourceStore.ts'
import type { SimSubscription } from './subscriptionStore.ts'

interface ConfigurationAssignment {
  id: string
  name: string
  type: 'Microsoft.Maintenance/configurationAssignments'
  location?: string
  properties: Record<string, unknown> & { maintenanceConfigurationId: string }
}

const machineTypes = new Set(['microsoft.compute/virtualmachines', 'microsoft.hybridcompute/machines'])
const coverageShares = { production: 0.94, preproduction: 0.85, test: 0.6, development: 0.4 }

export function configurationsOf(sim: Simulator, subscription: SimSubscription): SimResource[] {
  return listResources(sim, subscription).filter(({ type }) => type.toLowerCase() === 'microsoft.maintenance/maintenanceconfigurations')
}

/** In two of three accounts, the schedule has an assignment per VM, in the others a filter. VMs created by hand have no assignment. */
export function assignmentsOf(sim: Simulator, subscription: SimSubscription): ConfigurationAssignment[] {
  const { account } = subscription
  const configuration = configurationsOf(sim, subscription)[0]
  if (!configuration || !account) return []
  const createConfigurationAssignment = (
    scope: string,
    name: string,
    location: string | undefined,
    properties: object,
  ): ConfigurationAssignment => ({
    id: `${scope}/providers/Microsoft.Maintenance/configurationAssignments/${name}`,
    name,
    type: 'Microsoft.Maintenance/configurationAssignments',
    ...(location ? { location } : {}),
    properties: { maintenanceConfigurationId: configuration.id, ...properties },
  })
  const scope = `/subscriptions/${subscription.subscriptionId}`
  if (seededRandom(`patching/${account.id}`).chance(1 / 3)) {
    const filter = { resourceTypes: ['Microsoft.Compute/virtualMachines', 'Microsoft.HybridCompute/machines'], locations: [account.region] }
    const narrowedFilter = account.environment === 'production' ? filter : { ...filter, osTypes: ['Windows'] }
    return [createConfigurationAssignment(scope, `${configuration.name}-scope`, undefined, { resourceId: scope, filter: narrowedFilter })]
  }
  return listResources(sim, subscription)
    .filter(({ type, id }) => machineTypes.has(type.toLowerCase()) && !isCreatedManually(id.split('/')[4]!))
    .filter(({ id }) => seededRandom(`patching/${id.toLowerCase()}`).chance(coverageShares[account.environment]))
    .map(({ id, location }) => createConfigurationAssignment(id, configuration.name, location, { resourceId: id }))
}
