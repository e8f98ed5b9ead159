import type { CallResult } from '../../../api/client.ts'
import { labelFor } from '../../../shared/labels.ts'
import { formatNumber } from '../../../ui/format.ts'
import type { Tone } from '../../../ui/Status.tsx'

export type Network = CallResult<'getNetworkDetails'>['networks'][number]
export type Subnet = Network['subnets'][number]
export type Peering = Network['peerings'][number]

/** Owners don't need security groups or routes for subnets of Azure services. */
const azureSubnetNames = new Set([
  'gatewaysubnet',
  'azurefirewallsubnet',
  'azurefirewallmanagementsubnet',
  'azurebastionsubnet',
  'routeserversubnet',
])

export function needsSecurityGroup({ name, securityGroup }: Subnet): boolean {
  return securityGroup === null && !azureSubnetNames.has(name.toLowerCase())
}

export function layerOf({ usable, free }: Subnet): 'full' | 'tight' | 'enough' {
  if (usable === null || free === null) return 'enough'
  if (free === 0) return 'full'
  return free <= Math.max(2, usable * 0.1) ? 'tight' : 'enough'
}

export const fillLevelTones: Record<ReturnType<typeof layerOf>, Tone> = { full: 'bad', tight: 'warn', enough: 'ok' }

export function describeFree({ usable, free }: Subnet): string {
  if (usable === null || free === null) return 'Unlimited (IPv6)'
  return free === 0 ? `Full (${formatNumber(usable)})` : `${formatNumber(free)} of ${formatNumber(usable)} free`
}

/** Position and width as shares of the address space. */
export interface Slice {
  subnet: Subnet
  prefix: string
  from: number
  width: number
}

/** Returns nothing for IPv6, whose address spaces are too large to draw. */
export function slicesOf({ first, size }: Network['addressSpaces'][number], subnets: readonly Subnet[]): Slice[] {
  if (first === null || size === null) return []
  return subnets.flatMap((subnet) =>
    subnet.prefixes.flatMap((part) =>
      part.first !== null && part.size !== null && part.first >= first && part.first + part.size <= first + size
        ? [{ subnet, prefix: part.prefix, from: (part.first - first) / size, width: part.size / size }]
        : [],
    ),
  )
}

export const peeringLabels: Record<Peering['state'], { tone: Tone; label: string }> = {
  connected: { tone: 'ok', label: 'Connected' },
  initiated: { tone: 'warn', label: 'Waiting for the remote network' },
  disconnected: { tone: 'bad', label: 'Disconnected' },
  unknown: { tone: 'neutral', label: 'Unknown' },
}

export const hubName = (region: string): string => `Hub of ${labelFor('region', region)}`
export const subnetsLabel = (network: string): string => `Subnets of ${network}`

export function endOf({ hubRegion, account, networkName }: Peering): string {
  if (hubRegion) return hubName(hubRegion)
  return account?.name ?? networkName
}
