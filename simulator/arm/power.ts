import type { Simulator } from '../core/simulator.ts'
import { recordChange } from './activityLogEvents.ts'
import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, listOf, ok } from './armRoute.ts'
import type { GraphTable } from './graphTable.ts'
import type { Row } from './kql.ts'
import { acceptedAsync } from './operations.ts'
import { planOutcome } from './outcome.ts'
import { changePower, type Power, powerOf, powerStateCode } from './powerState.ts'
import { parseResourceId, type SimResource } from './resource.ts'
import { findResource, listResources } from './resourceStore.ts'
import { presentResource } from './resources.ts'
import { findWritableSubscription } from './subscriptionStore.ts'

/** Starts or stops a resource; a repeated request joins the running operation. @throws 409 during the opposite operation */
function setPower(to: Power, isInstant = false) {
  return (request: ArmRequest): ArmReply => {
    const { sim } = request
    const id = request.path.slice(0, request.path.lastIndexOf('/'))
    findWritableSubscription(sim, request.params.subscriptionId!)
    const resource = findResource(sim, id)
    const now = powerOf(sim, resource)
    if (now.becoming && now.becoming !== to)
      throw new ArmError(409, 'OperationNotAllowed', `'${resource.name}' is ${powerStateCode(now)}. Try again later.`)
    const isPresent = now.power === to && !now.becoming
    const outcome = isPresent || isInstant ? { endsAt: sim.clock.now().toISOString() } : planOutcome(sim, request.asyncOutcome)
    if (!isPresent && now.becoming !== to) changePower(sim, resource, to, outcome)
    recordChange(sim, resource.id, request.caller, `${resource.type}/${request.path.split('/').at(-1)}/action`)
    if (isInstant) return { status: 200 }
    const { subscriptionId, type } = parseResourceId(id)!
    return acceptedAsync(
      request,
      outcome,
      `/subscriptions/${subscriptionId}/providers/${type.split('/')[0]}/locations/${resource.location}/operations`,
    )
  }
}

function statuses(sim: Simulator, resource: SimResource) {
  const word = powerStateCode(powerOf(sim, resource))
  return [
    { code: 'ProvisioningState/succeeded', level: 'Info', displayStatus: 'Provisioning succeeded', time: resource.changedTime },
    { code: `PowerState/${word}`, level: 'Info', displayStatus: `VM ${word}` },
  ]
}

function instanceView({ sim, path }: ArmRequest): ArmReply {
  return ok({ statuses: statuses(sim, findResource(sim, path.slice(0, path.lastIndexOf('/')))) })
}

function machine({ sim, path, query }: ArmRequest): ArmReply {
  const resource = findResource(sim, path)
  const view = query.$expand?.toLowerCase() === 'instanceview' ? { instanceView: { statuses: statuses(sim, resource) } } : {}
  return ok(presentResource({ ...resource, properties: { ...resource.properties, ...view } }))
}

function instances(sim: Simulator, set: SimResource): SimResource[] {
  return Array.from({ length: Number(set.sku?.capacity ?? 1) }, (_, index) => ({
    ...set,
    id: `${set.id}/virtualMachines/${index}`,
    name: `${set.name}_${index}`,
    type: 'Microsoft.Compute/virtualMachineScaleSets/virtualMachines',
    properties: { provisioningState: 'Succeeded', instanceView: { statuses: statuses(sim, set) } },
  }))
}

function listInstances({ sim, path }: ArmRequest): ArmReply {
  return listOf(instances(sim, findResource(sim, path.slice(0, path.lastIndexOf('/')))).map(presentResource))
}

function extendedProperties(sim: Simulator, resource: SimResource) {
  const word = powerStateCode(powerOf(sim, resource))
  return { instanceView: { powerState: { code: `PowerState/${word}`, displayStatus: `VM ${word}`, level: 'Info' } } }
}

export function graphProperties(sim: Simulator, resource: SimResource): Record<string, unknown> {
  if (resource.type.toLowerCase() !== 'microsoft.compute/virtualmachines') return resource.properties
  return { ...resource.properties, extended: extendedProperties(sim, resource) }
}

export const computeTable: GraphTable = function* (sim, subscription): Generator<Row> {
  for (const set of listResources(sim, subscription)) {
    if (set.type.toLowerCase() !== 'microsoft.compute/virtualmachinescalesets') continue
    for (const { createdTime: _, changedTime: __, properties, ...instance } of instances(sim, set)) {
      const resourceGroup = instance.id.split('/')[4]
      yield {
        ...instance,
        type: instance.type.toLowerCase(),
        resourceGroup,
        properties: { ...properties, extended: extendedProperties(sim, set) },
      }
    }
  }
}

const base = '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers'
const machines = `${base}/Microsoft.Compute/virtualMachines/{name}`
const sets = `${base}/Microsoft.Compute/virtualMachineScaleSets/{name}`

function actions(path: string, verbs: Record<string, Power>, isInstant = false): ArmRoute[] {
  return Object.entries(verbs).map(([verb, to]) => ({ method: 'POST', path: `${path}/${verb}`, handle: setPower(to, isInstant) }))
}

const allocated = { deallocate: 'deallocated', powerOff: 'stopped', start: 'running' } as const
const plainStates = { stop: 'deallocated', start: 'running' } as const

export const powerRoutes: ArmRoute[] = [
  ...actions(machines, allocated),
  { method: 'GET', path: `${machines}/instanceView`, handle: instanceView },
  { method: 'GET', path: machines, handle: machine },
  ...actions(sets, allocated),
  { method: 'GET', path: `${sets}/virtualMachines`, handle: listInstances },
  ...actions(`${base}/Microsoft.Web/sites/{name}`, plainStates, true),
  ...actions(`${base}/Microsoft.ContainerService/managedClusters/{name}`, plainStates),
  ...actions(`${base}/Microsoft.DBforPostgreSQL/flexibleServers/{name}`, plainStates),
  ...actions(`${base}/Microsoft.DBforMySQL/flexibleServers/{name}`, plainStates),
]
