import type { Company, SampleConnectivity, SampleEnvironment, SampleManagementGroup } from './shapes.ts'
import { stableId } from './stableId.ts'

export const companyName = 'Northgate Retail'
export const domain = 'northgate.example'

export const tenantId = '7c3f1a52-4be8-4d06-9a1f-2d5c8e6b7041'

export const billingScope = '/providers/Microsoft.Billing/billingAccounts/73849216/enrollmentAccounts/291847'

/** Each region allocates from these second octets of 10.0.0.0/8; its hub uses the block before. */
export const regions = [
  { name: 'uksouth', firstOctet: 1, lastOctet: 63 },
  { name: 'ukwest', firstOctet: 65, lastOctet: 95 },
  { name: 'northeurope', firstOctet: 97, lastOctet: 127 },
  { name: 'westeurope', firstOctet: 129, lastOctet: 159 },
] as const

export const storeOctets = { firstOctet: 192, lastOctet: 223 }

export type RegionName = (typeof regions)[number]['name']

const hubSubscriptionId = stableId('subscription/platform-connectivity')

export const hub: Company['hub'] = {
  subscriptionId: hubSubscriptionId,
  privateZones: ['privatelink.blob.core.windows.net', 'privatelink.vaultcore.azure.net'],
  networks: Object.fromEntries(
    regions.map(({ name }) => [
      name,
      `/subscriptions/${hubSubscriptionId}/resourceGroups/rg-hub-${name}/providers/Microsoft.Network/virtualNetworks/vnet-hub-${name}`,
    ]),
  ),
}

export const environmentCodes: Record<SampleEnvironment, string> = {
  production: 'prod',
  preproduction: 'preprod',
  test: 'test',
  development: 'dev',
}

const zones: Record<SampleConnectivity, { code: string; title: string }> = {
  corporate: { code: 'corp', title: 'Corporate' },
  internet: { code: 'online', title: 'Online' },
  none: { code: 'isolated', title: 'Isolated' },
}

export function landingZone(connectivity: SampleConnectivity, environment: SampleEnvironment): string {
  return `ng-lz-${zones[connectivity].code}-${environmentCodes[environment]}`
}

export const managementGroups: SampleManagementGroup[] = [
  { id: 'northgate', displayName: companyName, parentId: null },
  { id: 'ng-platform', displayName: 'Platform', parentId: 'northgate' },
  { id: 'ng-platform-identity', displayName: 'Identity', parentId: 'ng-platform' },
  { id: 'ng-platform-management', displayName: 'Management', parentId: 'ng-platform' },
  { id: 'ng-platform-connectivity', displayName: 'Connectivity', parentId: 'ng-platform' },
  { id: 'ng-lz', displayName: 'Landing zones', parentId: 'northgate' },
  ...Object.values(zones).flatMap(({ code, title }) => [
    { id: `ng-lz-${code}`, displayName: title, parentId: 'ng-lz' },
    ...Object.entries(environmentCodes).map(([environment, shortName]) => ({
      id: `ng-lz-${code}-${shortName}`,
      displayName: `${title} ${environment}`,
      parentId: `ng-lz-${code}`,
    })),
  ]),
  { id: 'ng-lz-edge', displayName: 'Store edge', parentId: 'ng-lz' },
  { id: 'ng-lz-sandbox', displayName: 'Sandboxes', parentId: 'northgate' },
  { id: 'ng-decommissioned', displayName: 'Decommissioned', parentId: 'northgate' },
]
