import { type ArmReply, type ArmRequest, type ArmRoute, ok } from '../arm/armRoute.ts'
import { pageOf } from '../arm/paging.ts'
import type { SimResource } from '../arm/resource.ts'
import { findGroup, findResource, listResources } from '../arm/resourceStore.ts'
import { presentResource } from '../arm/resources.ts'
import { findSubscription, lookUpSubscription } from '../arm/subscriptionStore.ts'
import type { Simulator } from '../core/simulator.ts'
import { opennessOf } from './openness.ts'

const vaultType = 'microsoft.keyvault/vaults'
const isVault = ({ type }: SimResource) => type.toLowerCase() === vaultType

/** Where a vault answers: the first segment stands for what is a host name of its own in Azure. */
export function vaultUri(sim: Simulator, name: string): string {
  return `${sim.origins.keyvault}/${name}/`
}

/** The vault of this name, whoever's it is; names are nobody else's in all of Azure. */
export function findVault(sim: Simulator, name: string): SimResource | undefined {
  const wanted = name.toLowerCase()
  for (const subscriptionId of candidates(sim, wanted)) {
    const subscription = lookUpSubscription(sim, subscriptionId)
    const found = subscription && listResources(sim, subscription).find((each) => isVault(each) && each.name.toLowerCase() === wanted)
    if (found) return found
  }
  return undefined
}

/** Where it may be: the account whose id the name ends with, and wherever somebody has made one of this name. */
function* candidates(sim: Simulator, name: string): Generator<string> {
  for (const { resource } of sim.state.collection<{ resource: SimResource }>('arm.resources').values())
    if (isVault(resource) && resource.name.toLowerCase() === name) yield resource.id.split('/')[2]!
  for (const { id, subscriptionId } of sim.company.accounts) if (name.endsWith(id.slice(0, 4))) yield subscriptionId
}

/** A vault as its provider shows it. */
function presentVault({ sim }: ArmRequest) {
  return (vault: SimResource) => {
    const { properties, ...shown } = presentResource(vault)
    const closed = opennessOf(vault) === 'firewall'
    return {
      ...shown,
      properties: {
        tenantId: sim.tenantId,
        sku: { family: 'A', name: 'standard' },
        accessPolicies: [],
        enabledForDeployment: false,
        enableSoftDelete: true,
        softDeleteRetentionInDays: 90,
        publicNetworkAccess: closed ? 'Disabled' : 'Enabled',
        networkAcls: { bypass: 'AzureServices', defaultAction: closed ? 'Deny' : 'Allow', ipRules: [], virtualNetworkRules: [] },
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
