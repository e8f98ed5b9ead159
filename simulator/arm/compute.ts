import { seededRandom } from '../../sample/seededRandom.ts'
import { regions } from '../../sample/topology.ts'
import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, listOf, ok } from './armRoute.ts'
import { imageNames } from './computeImages.ts'
import { type Size, sizes } from './computeSizes.ts'
import { regionNames } from './locations.ts'
import { readTop } from './paging.ts'
import { findSubscription, type SimSubscription } from './subscriptionStore.ts'

const regionsWithoutZones = new Set(['ukwest'])

/** This list accepts only a filter such as `location eq 'uksouth'`. @throws 400 */
function requestedRegions({ query }: ArmRequest): string[] {
  const allRegionNames = regions.map(({ name }) => name as string)
  if (query.$filter === undefined) return allRegionNames
  const requestedRegion = /^location eq '([A-Za-z0-9]+)'$/i.exec(query.$filter.trim())?.[1]
  if (!requestedRegion) throw new ArmError(400, 'InvalidParameter', 'The value of the query option $filter is not supported.')
  return allRegionNames.filter((name) => name === requestedRegion.toLowerCase())
}

function listSkus(request: ArmRequest): ArmReply {
  const subscription = findSubscription(request.sim, request.params.subscriptionId!)
  return listOf(
    requestedRegions(request).flatMap((region) => [
      ...sizes.filter(({ gpus }) => gpus === 0 || !regionsWithoutZones.has(region)).map((size) => presentSize(subscription, region, size)),
      ...['Premium_LRS', 'StandardSSD_LRS', 'UltraSSD_LRS'].map((name) => ({
        resourceType: 'disks',
        name,
        tier: 'Premium',
        locations: [region],
        locationInfo: [{ location: region, zones: zonesOf(region) }],
        restrictions: [],
      })),
    ]),
  )
}

const zonesOf = (region: string) => (regionsWithoutZones.has(region) ? [] : ['1', '2', '3'])

function presentSize(subscription: SimSubscription, region: string, size: Size) {
  const { name, family, vcpus, memoryGb, dataDisks, premium, gpus, arm, localGb } = size
  const toCapability = (value: boolean) => (value ? 'True' : 'False')
  return {
    resourceType: 'virtualMachines',
    name,
    tier: 'Standard',
    size: name.replace('Standard_', ''),
    family,
    locations: [region],
    locationInfo: [{ location: region, zones: zonesOf(region), zoneDetails: [] }],
    capabilities: [
      { name: 'MaxResourceVolumeMB', value: String(localGb * 1_024) },
      { name: 'OSVhdSizeMB', value: '1047552' },
      { name: 'vCPUs', value: String(vcpus) },
      { name: 'HyperVGenerations', value: premium ? 'V1,V2' : 'V1' },
      { name: 'MemoryGB', value: String(memoryGb) },
      { name: 'MaxDataDiskCount', value: String(dataDisks) },
      { name: 'CpuArchitectureType', value: arm ? 'Arm64' : 'x64' },
      { name: 'PremiumIO', value: toCapability(premium) },
      { name: 'EphemeralOSDiskSupported', value: toCapability(localGb > 0) },
      { name: 'AcceleratedNetworkingEnabled', value: toCapability(vcpus > 1) },
      { name: 'EncryptionAtHostSupported', value: toCapability(premium) },
      ...(gpus > 0 ? [{ name: 'GPUs', value: String(gpus) }] : []),
    ],
    restrictions: restrictionsOf(subscription, region, size),
  }
}

function restrictionsOf({ subscriptionId, workload }: SimSubscription, region: string, { family, gpus }: Size) {
  const restrictionRandom = seededRandom(`skus/${subscriptionId}/${region}/${family}`)
  const zones = zonesOf(region)
  const restrictRegion = (reasonCode: 'QuotaId' | 'NotAvailableForSubscription') => [
    { type: 'Location', values: [region], restrictionInfo: { locations: [region], zones: [] }, reasonCode },
    ...(zones.length > 0 ? [{ type: 'Zone', values: [region], restrictionInfo: { locations: [region], zones }, reasonCode }] : []),
  ]
  if (workload === 'DevTest' && (gpus > 0 || family === 'standardMSFamily')) return restrictRegion('QuotaId')
  const generated = restrictionRandom.int(1, 12)
  if (generated === 1) return restrictRegion('NotAvailableForSubscription')
  if (generated > 3 || zones.length === 0) return []
  const restrictionInfo = { locations: [region], zones: [restrictionRandom.pick(zones)] }
  return [{ type: 'Zone', values: [region], restrictionInfo, reasonCode: 'NotAvailableForSubscription' }]
}

function listImages({ sim, params, query }: ArmRequest): ArmReply {
  const { subscriptionId, location, publisher, offer, sku } = params
  findSubscription(sim, subscriptionId!)
  if (!regionNames.has(location!.toLowerCase()))
    throw new ArmError(400, 'NoRegisteredProviderFound', `No registered resource provider found for location '${location}'.`)
  const isInUse = regions.some(({ name }) => name === location!.toLowerCase())
  const names = isInUse || publisher !== undefined ? imageNames({ publisher, offer, sku }, sim.clock.now()) : []
  if (!names) throw new ArmError(404, 'NotFound', 'Artifact: VMImage was not found.')
  const imageLevels = [
    `/Subscriptions/${subscriptionId}/Providers/Microsoft.Compute/Locations/${location}/Publishers`,
    ...(publisher === undefined ? [] : [publisher, 'ArtifactTypes/VMImage/Offers']),
    ...(offer === undefined ? [] : [offer, 'Skus']),
    ...(sku === undefined ? [] : [sku, 'Versions']),
  ].join('/')
  const ordered = /^name desc$/i.test(query.$orderby ?? '') ? names.toReversed() : names
  return ok(ordered.slice(0, readTop(query.$top)).map((name) => ({ location, name, id: `${imageLevels}/${name}` })))
}

const provider = '/subscriptions/{subscriptionId}/providers/Microsoft.Compute'
const publishers = `${provider}/locations/{location}/publishers`
const offers = `${publishers}/{publisher}/artifacttypes/vmimage/offers`

export const computeRoutes: ArmRoute[] = [
  { method: 'GET', path: `${provider}/skus`, handle: listSkus },
  { method: 'GET', path: publishers, handle: listImages },
  { method: 'GET', path: offers, handle: listImages },
  { method: 'GET', path: `${offers}/{offer}/skus`, handle: listImages },
  { method: 'GET', path: `${offers}/{offer}/skus/{sku}/versions`, handle: listImages },
]
