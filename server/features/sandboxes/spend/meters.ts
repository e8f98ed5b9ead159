import { type Static, Type } from 'typebox'
import type { PriceQuery } from '../../../clients/prices/retailPrices.ts'
import { OptionalNullableString } from '../../../clients/shape.ts'

const Count = Type.Optional(Type.Union([Type.Number(), Type.Null()]))

export const MeteredResourceFacts = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  location: OptionalNullableString,
  kind: OptionalNullableString,
  sku: Type.Optional(
    Type.Union([Type.Object({ name: OptionalNullableString, tier: OptionalNullableString, capacity: Count }), Type.Null()]),
  ),
  vmSize: OptionalNullableString,
  osType: OptionalNullableString,
  /** The power state of a VM, cluster or database. Each of these types has its own notation. */
  power: OptionalNullableString,
  diskSizeGB: Count,
  storageGB: Count,
  pools: Type.Optional(
    Type.Union([Type.Array(Type.Object({ vmSize: OptionalNullableString, count: Count, osType: OptionalNullableString })), Type.Null()]),
  ),
})
export type MeteredResourceFacts = Static<typeof MeteredResourceFacts>

export interface ChargePart {
  question: PriceQuery
  /** VMs with and without Windows have different prices. */
  windows?: boolean
  quantity: number
}

type Charge = { kind: 'parts'; parts: ChargePart[]; stopped: boolean } | { kind: 'free' } | { kind: 'unpriced'; why: string }

type MeterFunction = (resource: MeteredResourceFacts, region: string) => Charge

export const billedByUseText = 'Billed by use, so the cost is known only from the bill.'
const unknownSize = 'The price list doesn’t have this size.'
const freeCharge: Charge = { kind: 'free' }
const unpriced = (reason: string): Charge => ({ kind: 'unpriced', why: reason })
const parts = (...chargeParts: ChargePart[]): Charge => ({ kind: 'parts', parts: chargeParts, stopped: false })
const stoppedCharge = (...chargeParts: ChargePart[]): Charge => ({ kind: 'parts', parts: chargeParts, stopped: true })

/** Azure charges for a VM that was shut down from inside, but not for a deallocated VM. */
const isStopped = ({ power }: MeteredResourceFacts): boolean => /^(powerstate\/deallocated|stopped)$/i.test(power ?? '')

function machine(armRegionName: string, armSkuName: string, quantity: number, windows: boolean): ChargePart {
  return { question: { serviceName: 'Virtual Machines', armRegionName, armSkuName }, windows, quantity }
}

const isWindows = (osType: string | null | undefined) => osType?.toLowerCase() === 'windows'

const disk: MeterFunction = ({ sku, diskSizeGB }, armRegionName) => {
  const [family = '', redundancy = 'LRS'] = (sku?.name ?? '').split('_')
  const [sizeLetter, product] =
    { Premium: ['P', 'Premium SSD'], StandardSSD: ['E', 'Standard SSD'], Standard: ['S', 'Standard HDD'] }[family] ?? []
  if (!sizeLetter) return unpriced(family === '' ? unknownSize : billedByUseText)
  const steps: [gigabytes: number, step: number][] = [
    [32, 4],
    [64, 6],
    [128, 10],
    [256, 15],
    [512, 20],
    [1_024, 30],
    [2_048, 40],
    [4_096, 50],
  ]
  const step = steps.find(([gigabytes]) => (diskSizeGB ?? 32) <= gigabytes)?.[1]
  if (step === undefined) return unpriced(unknownSize)
  const skuName = `${sizeLetter}${step} ${redundancy}`
  return parts({
    question: { serviceName: 'Storage', armRegionName, productName: `${product} Managed Disks`, skuName, meterName: `${skuName} Disk` },
    quantity: 1,
  })
}

const plan: MeterFunction = ({ sku, kind }, armRegionName) => {
  const name = sku?.name ?? ''
  if (/^F1$/i.test(name)) return freeCharge
  if (/^(Y1|FC1|WS\d)$/i.test(name)) return unpriced(billedByUseText)
  const version = /v(\d)$/i.exec(name)?.[1]
  const family = { B: 'Basic', S: 'Standard', P: 'Premium', I: 'Isolated' }[name[0]?.toUpperCase() ?? '']
  if (!family) return unpriced(unknownSize)
  const tier = `${family}${version ? ` v${version}` : ''}`
  const linux = /linux/i.test(kind ?? '') ? ' - Linux' : ''
  const skuName = name.replace(/^([PI][1-9])(m?v\d)$/i, '$1 $2')
  return parts({
    question: { serviceName: 'Azure App Service', armRegionName, productName: `Azure App Service ${tier} Plan${linux}`, skuName },
    quantity: Math.max(1, sku?.capacity ?? 1),
  })
}

const flexibleServer =
  (engine: 'PostgreSQL' | 'MySQL'): MeterFunction =>
  (resource, armRegionName) => {
    const serviceName = `Azure Database for ${engine}`
    if (!resource.sku?.name) return unpriced(unknownSize)
    const compute: ChargePart = { question: { serviceName, armRegionName, armSkuName: resource.sku.name }, quantity: 1 }
    const storage: ChargePart = {
      question: { serviceName, armRegionName, productName: `${serviceName} Flexible Server Storage`, skuName: 'Storage' },
      quantity: Math.max(1, Math.ceil(resource.storageGB ?? 32)),
    }
    return isStopped(resource) ? stoppedCharge(storage) : parts(compute, storage)
  }

const database: MeterFunction = ({ name, sku }, armRegionName) => {
  if (name.toLowerCase() === 'master' || /^system/i.test(sku?.name ?? '')) return freeCharge
  const serviceName = 'SQL Database'
  if (/^GP_Gen5/i.test(sku?.name ?? '')) {
    const productName = 'SQL Database Single/Elastic Pool General Purpose - Compute Gen5'
    return parts({ question: { serviceName, armRegionName, productName, skuName: 'vCore' }, quantity: Math.max(1, sku?.capacity ?? 2) })
  }
  if (/^(Basic|S\d+|P\d+)$/i.test(sku?.name ?? ''))
    return parts({ question: { serviceName, armRegionName, skuName: sku!.name!, meterName: `${sku!.name} DTUs` }, quantity: 1 })
  return unpriced(billedByUseText)
}

const cluster: MeterFunction = (resource, armRegionName) => {
  const tier = resource.sku?.tier ?? 'Free'
  const service = 'Azure Kubernetes Service'
  const controlPlaneParts: ChargePart[] = /^free$/i.test(tier)
    ? []
    : [{ question: { serviceName: service, armRegionName, productName: service, skuName: tier }, quantity: 1 }]
  const nodes = (resource.pools ?? []).flatMap(({ vmSize, count, osType }) =>
    vmSize && (count ?? 0) > 0 ? [machine(armRegionName, vmSize, count ?? 0, isWindows(osType))] : [],
  )
  return isStopped(resource) ? stoppedCharge() : parts(...controlPlaneParts, ...nodes)
}

const bySku =
  (serviceName: string, productName: string): MeterFunction =>
  ({ sku }, armRegionName) =>
    sku?.name ? parts({ question: { serviceName, armRegionName, productName, skuName: sku.name }, quantity: 1 }) : unpriced(unknownSize)

const meterFunctions: Record<string, MeterFunction> = {
  'microsoft.compute/virtualmachines': (resource, region) => {
    if (!resource.vmSize) return unpriced(unknownSize)
    return isStopped(resource) ? stoppedCharge() : parts(machine(region, resource.vmSize, 1, isWindows(resource.osType)))
  },
  'microsoft.compute/virtualmachinescalesets': (resource, region) => {
    if (!resource.sku?.name) return unpriced(unknownSize)
    const count = resource.sku.capacity ?? 1
    return isStopped(resource) || count === 0
      ? stoppedCharge()
      : parts(machine(region, resource.sku.name, count, isWindows(resource.osType)))
  },
  'microsoft.containerservice/managedclusters': cluster,
  'microsoft.compute/disks': disk,
  'microsoft.web/serverfarms': plan,
  'microsoft.dbforpostgresql/flexibleservers': flexibleServer('PostgreSQL'),
  'microsoft.dbformysql/flexibleservers': flexibleServer('MySQL'),
  'microsoft.sql/servers/databases': database,
  'microsoft.containerregistry/registries': bySku('Container Registry', 'Container Registry'),
  'microsoft.network/publicipaddresses': ({ sku }, armRegionName) => {
    const meterName = `${sku?.name ?? 'Basic'} IPv4 Static Public IP`
    return parts({ question: { serviceName: 'Virtual Network', armRegionName, productName: 'IP Addresses', meterName }, quantity: 1 })
  },
  'microsoft.network/loadbalancers': ({ sku }, armRegionName) => {
    if (!/^standard$/i.test(sku?.name ?? '')) return freeCharge
    const meterName = 'Standard Included LB Rules and Outbound Rules'
    return parts({ question: { serviceName: 'Load Balancer', armRegionName, skuName: 'Standard', meterName }, quantity: 1 })
  },
}

const freeResourceTypes = new Set([
  'microsoft.web/sites',
  'microsoft.sql/servers',
  'microsoft.network/networkinterfaces',
  'microsoft.network/networksecuritygroups',
  'microsoft.network/virtualnetworks',
  'microsoft.network/routetables',
  'microsoft.network/applicationsecuritygroups',
  'microsoft.network/networkwatchers',
  'microsoft.managedidentity/userassignedidentities',
  'microsoft.compute/availabilitysets',
  'microsoft.compute/sshpublickeys',
  'microsoft.compute/virtualmachines/extensions',
  'microsoft.insights/actiongroups',
  'microsoft.insights/components',
  'microsoft.portal/dashboards',
])

export function chargeOf(resource: MeteredResourceFacts): Charge {
  const type = resource.type.toLowerCase()
  if (freeResourceTypes.has(type)) return freeCharge
  const chargeFunction = meterFunctions[type]
  return chargeFunction && resource.location ? chargeFunction(resource, regionOf(resource.location)) : unpriced(billedByUseText)
}

/** Returns a region’s name such as `uksouth` for `UK South`. */
export const regionOf = (location: string) => location.toLowerCase().replaceAll(' ', '')
