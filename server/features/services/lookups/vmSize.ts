import { type Static, Type } from 'typebox'
import type { VmSize as OfferedSize } from '../../../clients/arm/armCompute.ts'
import { NullableText } from '../../../people/schemas.ts'

export const VmSize = Type.Object({
  name: Type.String({ description: 'Name of the size, such as Standard_D2s_v5.' }),
  family: NullableText,
  vcpus: Type.Integer(),
  memoryGb: Type.Number(),
  gpus: Type.Integer(),
  architecture: Type.String({ description: 'Processor architecture: x64 or Arm64.' }),
  dataDisks: Type.Integer({ description: 'Maximum number of data disks.' }),
  localDiskGb: Type.Integer({ description: 'Size of the temporary disk in GB; 0 if there is none.' }),
  premiumDisks: Type.Boolean(),
  acceleratedNetworking: Type.Boolean(),
  zones: Type.Array(Type.String(), { description: 'Availability zones in which the subscription can use this size.' }),
  available: Type.Boolean({ description: 'True if the subscription can use this size in this region.' }),
  restriction: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Reason why the size is restricted; null if it isn’t.',
  }),
})
export type VmSize = Static<typeof VmSize>

export function presentSize(
  region: string,
  { name, family, capabilities = [], locationInfo = [], restrictions = [] }: OfferedSize,
): VmSize {
  const capabilityValues = new Map(capabilities.map((each) => [each.name?.toLowerCase(), each.value ?? '']))
  const number = (key: string) => Number(capabilityValues.get(key)) || 0
  const hasCapability = (key: string) => capabilityValues.get(key)?.toLowerCase() === 'true'
  const regionInfo = locationInfo.find(({ location }) => location?.toLowerCase() === region) ?? locationInfo[0]
  const zones = [...(regionInfo?.zones ?? [])].sort()
  const restriction = restrictions.find(({ type }) => type === 'Location')
  const restrictedZones = new Set(
    restrictions.filter(({ type }) => type === 'Zone').flatMap(({ restrictionInfo }) => restrictionInfo?.zones ?? []),
  )
  const missingZones = zones.filter((zone) => restrictedZones.has(zone))
  return {
    name,
    family: family ?? null,
    vcpus: number('vcpus'),
    memoryGb: number('memorygb'),
    gpus: number('gpus'),
    architecture: capabilityValues.get('cpuarchitecturetype') || 'x64',
    dataDisks: number('maxdatadiskcount'),
    localDiskGb: Math.round(number('maxresourcevolumemb') / 1_024),
    premiumDisks: hasCapability('premiumio'),
    acceleratedNetworking: hasCapability('acceleratednetworkingenabled'),
    zones: restriction ? [] : zones.filter((zone) => !restrictedZones.has(zone)),
    available: restriction === undefined,
    restriction: restriction ? toText(restriction.reasonCode) : missingZones.length > 0 ? describeZones(missingZones, zones) : null,
  }
}

function toText(reasonCode: string | undefined): string {
  return reasonCode === 'QuotaId'
    ? 'This subscription’s offer doesn’t include this size. Choose another size.'
    : 'This size isn’t available to the subscription in this region. Choose another size or region, or ask Azure support for access.'
}

export function describeZones(missingZones: string[], zones: string[]): string {
  if (missingZones.length === zones.length) return 'This size is available only without a zone.'
  return `This size isn’t available in ${missingZones.length === 1 ? 'zone' : 'zones'} ${missingZones.join(' and ')}.`
}
