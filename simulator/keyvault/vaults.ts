import { type ArmReply, type ArmRequest, type ArmRoute, ok } from '../arm/armRoute.ts'
import { pageOf } from '../arm/paging.ts'
import type { SimResource } from '../arm/resource.ts'
import { findGroup, findResource, listResources } from '../arm/resourceStore.ts'
import { presentResource } from '../arm/resources.ts'
import { findSubscription, lookUpSubscription } from '../arm/subscriptionStore.ts'
import type { Simulator } from '../core/simulator.ts'
import { vaultAccessOf } from './vaultAccess.ts'

const vaultType = 'microsoft.keyvault/vaults'
const isVault = ({ type }: SimResource) => type.toLowerCase() === vaultType

function vaultUri(sim: Simulator, name: string): string {
  return `${sim.origins.keyvault}/${name}/`
}

/** Vault names are unique in all of Azure, so no scope is needed. */
export function findVault(sim: Simulator, name: string): SimResource | undefined {
  const requestedName = name.toLowerCase()
  for (const subscriptionId of candidates(sim, requestedName)) {
    const subscription = lookUpSubscription(sim, subscriptionId)
    const vault =
      subscription && listResources(sim, subscription).find((each) => isVault(each) && each.name.toLowerCase() === requestedName)
    if (vault) return vault
  }
  return undefined
}

function* candidates(sim: Simulator, name: string): Generator<string> {
  for (const { resource } of sim.state.collection<{ resource: SimResource }>('arm.resources').values())
    if (isVault(resource) && resource.name.toLowerCase() === name) yield resource.id.split('/')[2]!
  for (const { id, subscriptionId } of sim.company.accounts) if (name.endsWith(id.slice(0, 4))) yield subscriptionId
}

function presentVault({ sim }: ArmRequest) {
  return (vault: SimResource) => {
    const { properties, ...visible } = presentResource(vault)
    const isClosed = vaultAccessOf(vault) === 'firewall'
    return {
      ...visible,
      properties: {
        tenantId: sim.tenantId,
        sku: { family: 'A', name: 'standard' },
        accessPolicies: [],
        enabledForDeployment: false,
        enableSoftDelete: true,
        softDeleteRetentionInDays: 90,
        publicNetworkAccess: isClosed ? 'Disabled' : 'Enabled',
        networkAcls: { bypass: 'AzureServices', defaultAction: isClosed ? 'Deny' : 'Allow', ipRules: [], virtualNetworkRules: [] },
        ...properties,
        vaultUri: vaultUri(sim, vault.name),
      },
    }
  }
}

function list(request: ArmRequest): ArmReply {
  const { sim, params } = request
  const vaults = listResources(sim, findSubscription(sim, params.subscriptionId!)).filter(isVault)
  return pageOf(request, vaults, 1_000, presentVault(request))
}

function get(request: ArmRequest): ArmReply {
  const { sim, params, path } = request
  findGroup(sim, findSubscription(sim, params.subscriptionId!), params.resourceGroupName!)
  return ok(presentVault(request)(findResource(sim, path)))
}

const provider = 'providers/Microsoft.KeyVault/vaults'

export const vaultRoutes: ArmRoute[] = [
  { method: 'GET', path: `/subscriptions/{subscriptionId}/${provider}`, handle: list },
  { method: 'GET', path: `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/${provider}/{vaultName}`, handle: get },
]
