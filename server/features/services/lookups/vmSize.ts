import { type Static, Type } from 'typebox'
import type { VmSize as OfferedSize } from '../../../clients/arm/armCompute.ts'
import { NullableText } from '../../../people/schemas.ts'

export const VmSize = Type.Object({
  name: Type.String({ description: 'Such as Standard_D2s_v5.' }),
  family: NullableText,
  vcpus: Type.Integer(),
  memoryGb: Type.Number(),
  gpus: Type.Integer(),
  architecture: Type.String({ description: 'x64 or Arm64.' }),
  dataDisks: Type.Integer({ description: 'Maximum.' }),
  localDiskGb: Type.Integer({ description: 'Size of the temporary disk; 0 if there is none.' }),
  premiumDisks: Type.Boolean(),
  acceleratedNetworking: Type.Boolean(),
  zones: Type.Array(Type.String(), { description: 'Availability zones in which the subscription can use this size.' }),
  available: Type.Boolean({ description: 'True if the subscription can use this size in this region.' }),
  restriction: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Reason why the size is restricted.' }),
})
export type VmSize = Static<typeof VmSize>

/** A size with its restrictions, and the few of Azure's 40 capabilities that matter for a choice. */
export function presentSize(
  region: string,
  { name, family, capabilities = [], locationInfo = [], restrictions = [] }: OfferedSize,
): VmSize {
  const held = new Map(capabilities.map((each) => [each.name?.toLowerCase(), each.value ?? '']))
  const number = (key: string) => Number(held.get(key)) || 0
  const yes = (key: string) => held.get(key)?.toLowerCase() === 'true'
  const here = locationInfo.find(({ location }) => location?.toLowerCase() === region) ?? locationInfo[0]
  const all = [...(here?.zones ?? [])].sort()
  const closed = restrictions.find(({ type }) => type === 'Location')
  const without = new Set(restrictions.filter(({ type }) => type === 'Zone').flatMap(({ restrictionInfo }) => restrictionInfo?.zones ?? []))
  const lost = all.filter((zone) => without.has(zone))
  return {
    name,
    family: family ?? null,
    vcpus: number('vcpus'),
    memoryGb: number('memorygb'),
    gpus: number('gpus'),
    architecture: held.get('cpuarchitecturetype') || 'x64',
    dataDisks: number('maxdatadiskcount'),
    localDiskGb: Math.round(number('maxresourcevolumemb') / 1_024),
    premiumDisks: yes('premiumio'),
    acceleratedNetworking: yes('acceleratednetworkingenabled'),
    zones: closed ? [] : all.filter((zone) => !without.has(zone)),
    available: closed === undefined,
    restriction: closed ? toText(closed.reasonCode) : lost.length > 0 ? describeZones(lost, all) : null,
  }
}

function toText(reasonCode: string | undefined): string {
  return reasonCode === 'QuotaId'
    ? 'This subscription’s offer doesn’t include this size. Choose another size.'
    : 'This size isn’t available to the subscription in this region. Choose another size or region, or ask Azure support for access.'
}

function describeZones(lost: string[], all: string[]): string {
  if (lost.length === all.length) return 'This size is available only without a zone.'
  return `This size isn’t available in zone ${lost.join(' and ')}.`
}
