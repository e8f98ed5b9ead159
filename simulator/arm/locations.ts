import { type ArmReply, type ArmRequest, type ArmRoute, listOf } from './armRoute.ts'
import { findSubscription } from './subscriptionStore.ts'

const physical: [name: string, displayName: string, group: string, pair: string][] = [
  ['uksouth', 'UK South', 'UK', 'ukwest'],
  ['ukwest', 'UK West', 'UK', 'uksouth'],
  ['northeurope', 'North Europe', 'Europe', 'westeurope'],
  ['westeurope', 'West Europe', 'Europe', 'northeurope'],
  ['francecentral', 'France Central', 'Europe', 'francesouth'],
  ['germanywestcentral', 'Germany West Central', 'Europe', 'germanynorth'],
  ['swedencentral', 'Sweden Central', 'Europe', 'swedensouth'],
  ['switzerlandnorth', 'Switzerland North', 'Europe', 'switzerlandwest'],
  ['eastus', 'East US', 'US', 'westus'],
  ['westus', 'West US', 'US', 'eastus'],
]
const logical: [name: string, displayName: string][] = [
  ['europe', 'Europe'],
  ['uk', 'United Kingdom'],
  ['global', 'Global'],
]

export const regionNames: ReadonlySet<string> = new Set(physical.map(([name]) => name))

function list({ sim, params }: ArmRequest): ArmReply {
  const { subscriptionId } = findSubscription(sim, params.subscriptionId!)
  const idOf = (name: string) => `/subscriptions/${subscriptionId}/locations/${name}`
  return listOf([
    ...physical.map(([name, displayName, group, pair]) => ({
      id: idOf(name),
      name,
      type: 'Region',
      displayName,
      regionalDisplayName: `(${group}) ${displayName}`,
      metadata: {
        regionType: 'Physical',
        regionCategory: 'Recommended',
        geographyGroup: group,
        pairedRegion: [{ name: pair, id: idOf(pair) }],
      },
    })),
    ...logical.map(([name, displayName]) => ({
      id: idOf(name),
      name,
      type: 'Region',
      displayName,
      regionalDisplayName: displayName,
      metadata: { regionType: 'Logical', regionCategory: 'Other' },
    })),
  ])
}

export const locationRoutes: ArmRoute[] = [{ method: 'GET', path: '/subscriptions/{subscriptionId}/locations', handle: list }]
