import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, listOf } from './armRoute.ts'
import type { GraphTable } from './graphTable.ts'
import { acceptedAtLocation } from './operations.ts'
import { planOutcome } from './outcome.ts'
import { pageOf } from './paging.ts'
import { deleteItem, itemsOf, vaultsOf } from './recoveryItems.ts'
import { policiesOf } from './recoveryPolicies.ts'
import { parseResourceId, type SimResource } from './resource.ts'
import { findGroup, findResource } from './resourceStore.ts'
import { presentResource } from './resources.ts'
import { findSubscription } from './subscriptionStore.ts'

const pageSize = 200

function presentVault(vault: SimResource) {
  return presentResource({
    ...vault,
    properties: {
      privateEndpointStateForBackup: 'None',
      privateEndpointStateForSiteRecovery: 'None',
      publicNetworkAccess: 'Enabled',
      ...vault.properties,
    },
  })
}

function listVaults(request: ArmRequest): ArmReply {
  const subscription = findSubscription(request.sim, request.params.subscriptionId!)
  const name = request.params.resourceGroupName
  if (name !== undefined) findGroup(request.sim, subscription, name)
  const vaults = vaultsOf(request.sim, subscription).filter(
    ({ id }) => name === undefined || parseResourceId(id)!.resourceGroup.toLowerCase() === name.toLowerCase(),
  )
  return pageOf(request, vaults, pageSize, presentVault)
}

function vaultOf({ sim, params }: ArmRequest): SimResource {
  return findResource(
    sim,
    `/subscriptions/${params.subscriptionId}/resourceGroups/${params.resourceGroupName}/providers/Microsoft.RecoveryServices/vaults/${params.vaultName}`,
  )
}

const filterPattern = /^backupManagementType eq '(\w+)'(?: and itemType eq '\w+')?$/i

/** Both lists accept only this comparison. @throws 400 */
function managementFilter(filter: string | undefined): (item: { properties: Record<string, unknown> }) => boolean {
  if (!filter) return () => true
  const requestedValue = filterPattern.exec(filter.trim())?.[1]
  if (!requestedValue) throw new ArmError(400, 'BMSUserErrorInvalidInput', 'Input provided for the call is invalid')
  return ({ properties }) => String(properties.backupManagementType).toLowerCase() === requestedValue.toLowerCase()
}

function backupItems(request: ArmRequest) {
  const vault = vaultOf(request)
  const subscription = findSubscription(request.sim, request.params.subscriptionId!)
  const prefix = `${vault.id}/`.toLowerCase()
  return itemsOf(request.sim, subscription).filter(({ id }) => id.toLowerCase().startsWith(prefix))
}

function listPolicies(request: ArmRequest): ArmReply {
  const items = backupItems(request)
  const count = (policyId: string) => items.filter(({ properties }) => properties.policyId === policyId).length
  return listOf(policiesOf(vaultOf(request), count).filter(managementFilter(request.query.$filter)))
}

function listItems(request: ArmRequest): ArmReply {
  return pageOf(request, backupItems(request).filter(managementFilter(request.query.$filter)), pageSize, (item) => item)
}

function removeItem(request: ArmRequest): ArmReply {
  const item = backupItems(request).find(({ id }) => id.toLowerCase() === request.path.toLowerCase())
  if (!item) return { status: 204 }
  if (item.properties.isScheduledForDeferredDelete)
    throw new ArmError(
      409,
      'BMSUserErrorItemAlreadySoftDeleted',
      'The backup item is already deleted and is kept until its soft-delete period ends.',
    )
  deleteItem(request.sim, item)
  return acceptedAtLocation(request, planOutcome(request.sim, request.asyncOutcome), request.params.subscriptionId!)
}

export const recoveryTable: GraphTable = function* (sim, subscription) {
  for (const vault of vaultsOf(sim, subscription)) {
    for (const { properties, ...policy } of policiesOf(vault, () => 0))
      yield { ...policy, type: policy.type.toLowerCase(), resourceGroup: vault.id.split('/')[4], properties }
  }
  for (const item of itemsOf(sim, subscription)) {
    yield { ...item, type: item.type.toLowerCase(), location: subscription.account?.region, resourceGroup: item.id.split('/')[4] }
  }
}

const subscriptionPath = '/subscriptions/{subscriptionId}'
const vaults = `${subscriptionPath}/resourceGroups/{resourceGroupName}/providers/Microsoft.RecoveryServices/vaults`

export const recoveryRoutes: ArmRoute[] = [
  { method: 'GET', path: `${subscriptionPath}/providers/Microsoft.RecoveryServices/vaults`, handle: listVaults },
  { method: 'GET', path: vaults, handle: listVaults },
  { method: 'GET', path: `${vaults}/{vaultName}/backupPolicies`, handle: listPolicies },
  { method: 'GET', path: `${vaults}/{vaultName}/backupProtectedItems`, handle: listItems },
  {
    method: 'DELETE',
    path: `${vaults}/{vaultName}/backupFabrics/{fabric}/protectionContainers/{container}/protectedItems/{item}`,
    handle: removeItem,
  },
]
