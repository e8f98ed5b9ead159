import type { Environment } from './environment.ts'

const guid = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'

/** The images that `az vm image list` shows first, in supported releases. */
const defaultVmImages = [
  'Canonical:ubuntu-24_04-lts:server',
  'Canonical:0001-com-ubuntu-server-jammy:22_04-lts-gen2',
  'Debian:debian-12:12-gen2',
  'RedHat:RHEL:9-lvm-gen2',
  'SUSE:sles-15-sp6:gen2',
  'MicrosoftWindowsServer:WindowsServer:2025-datacenter-g2',
  'MicrosoftWindowsServer:WindowsServer:2022-datacenter-g2',
]

const name = '(?!\\.+(?::|$))[\\w.-]{1,128}'

/** Reads images as `publisher:offer:sku`. All of them are looked up together, so their number is limited. */
export function readVmImages({ list, problems }: Environment): string[] {
  const images = list('SLIPWAY_VM_IMAGES')
  const pattern = new RegExp(`^${name}:${name}:${name}$`)
  if (images.length > 20 || !images.every((image) => pattern.test(image)))
    problems.push('SLIPWAY_VM_IMAGES must be at most 20 images, each as publisher:offer:sku')
  return images.length > 0 ? images : defaultVmImages
}

/**
 * Returns the subscription and region for lookups without an account. The default is the subscription and region of the first hub network.
 */
export function readLookup({ read, problems }: Environment, hubNetworks: Record<string, string>) {
  const [hubRegion, hubNetwork] = Object.entries(hubNetworks ?? {})[0] ?? []
  const hubSubscription = new RegExp(`^/subscriptions/(${guid})/`, 'i').exec(String(hubNetwork))?.[1]
  const subscriptionId = read('SLIPWAY_LOOKUP_SUBSCRIPTION') ?? hubSubscription
  const region = read('SLIPWAY_LOOKUP_REGION') ?? hubRegion
  if (subscriptionId && !new RegExp(`^${guid}$`, 'i').test(subscriptionId))
    problems.push(`SLIPWAY_LOOKUP_SUBSCRIPTION must be the ID of a subscription, not ${subscriptionId}`)
  if (region && !/^[a-z][a-z0-9]{2,39}$/.test(region))
    problems.push(`SLIPWAY_LOOKUP_REGION must be a region such as uksouth, not ${region}`)
  return subscriptionId && region ? { subscriptionId, region } : undefined
}
