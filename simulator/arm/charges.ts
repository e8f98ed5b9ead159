import { seededRandom } from '../../sample/seededRandom.ts'
import type { Simulator } from '../core/simulator.ts'
import { type Price, priceList } from '../prices/sheet.ts'
import { listPowerChanges } from './powerState.ts'
import type { SimResource } from './resource.ts'
import { everyResource } from './resourceStore.ts'
import type { SimSubscription } from './subscriptionStore.ts'

interface Charge {
  service: string
  poundsAnHour: number
  whileRunning?: true
}

interface Shape {
  vmSize?: string
  count?: number
}

const monthHours = 730

function price(region: string, overrides: Partial<Price>): number {
  const test = Object.entries({ type: 'Consumption', armRegionName: region, ...overrides })
  const match = priceList('GBP')!.find((each) => test.every(([field, value]) => each[field as keyof Price] === value))
  return match?.retailPrice ?? 0
}

function machine({ location }: SimResource, { vmSize = '', count = 1 }: Shape, isWindows = false): Charge {
  const sizedPrice = { armSkuName: vmSize, skuName: vmSize.replace('Standard_', '').replaceAll('_', ' ') }
  const allPrices = priceList('GBP')!.filter((each) => each.armRegionName === location && each.armSkuName === sizedPrice.armSkuName)
  const match = allPrices.find(
    (each) => each.type === 'Consumption' && each.skuName === sizedPrice.skuName && each.productName.endsWith('Windows') === isWindows,
  )
  return { service: 'Virtual Machines', poundsAnHour: (match?.retailPrice ?? 0) * count, whileRunning: true }
}

function database(engine: 'PostgreSQL' | 'MySQL') {
  return ({ location, sku, properties }: SimResource): Charge[] => {
    const service = `Azure Database for ${engine}`
    const { storageSizeGB = 32 } = (properties.storage ?? {}) as { storageSizeGB?: number }
    return [
      { service, poundsAnHour: price(location, { serviceName: service, armSkuName: String(sku?.name) }), whileRunning: true },
      { service, poundsAnHour: (price(location, { serviceName: service, skuName: 'Storage' }) * storageSizeGB) / monthHours },
    ]
  }
}

const charges: Record<string, (resource: SimResource) => Charge[]> = {
  'microsoft.compute/virtualmachines': (resource) => {
    const { storageProfile } = resource.properties as { storageProfile?: { osDisk?: { osType?: string } } }
    return [machine(resource, resource.properties.hardwareProfile as Shape, storageProfile?.osDisk?.osType === 'Windows')]
  },
  'microsoft.compute/virtualmachinescalesets': (resource) => [
    machine(resource, { vmSize: String(resource.sku?.name), count: Number(resource.sku?.capacity ?? 1) }),
  ],
  'microsoft.containerservice/managedclusters': (resource) =>
    ((resource.properties.agentPoolProfiles ?? []) as Shape[]).map((pool) => machine(resource, pool)),
  'microsoft.compute/disks': ({ location, sku, properties }) => {
    const letter = { Premium_LRS: 'P', StandardSSD_LRS: 'E' }[String(sku?.name)] ?? 'S'
    const size = Number(properties.diskSizeGB ?? 128) > 128 ? 20 : 10
    return [{ service: 'Storage', poundsAnHour: price(location, { skuName: `${letter}${size} LRS` }) / monthHours }]
  },
  'microsoft.web/serverfarms': ({ location, sku, kind }) => {
    const skuName = String(sku?.name).replace(/^(P[123])(v3)$/, '$1 $2')
    const isLinux = kind?.includes('linux') === true
    const match = priceList('GBP')!.find(
      (each) =>
        each.armRegionName === location &&
        each.skuName === skuName &&
        each.serviceName === 'Azure App Service' &&
        each.productName.endsWith('Linux') === isLinux,
    )
    return [{ service: 'Azure App Service', poundsAnHour: (match?.retailPrice ?? 0) * Number(sku?.capacity ?? 1) }]
  },
  'microsoft.dbforpostgresql/flexibleservers': database('PostgreSQL'),
  'microsoft.dbformysql/flexibleservers': database('MySQL'),
  'microsoft.sql/servers/databases': ({ location, sku }) => [
    { service: 'SQL Database', poundsAnHour: price(location, { serviceName: 'SQL Database' }) * Number(sku?.capacity ?? 2) },
  ],
  'microsoft.containerregistry/registries': ({ location, sku }) => [
    {
      service: 'Container Registry',
      poundsAnHour: price(location, { serviceName: 'Container Registry', skuName: String(sku?.name) }) / 24,
    },
  ],
  'microsoft.network/publicipaddresses': ({ location }) => [
    { service: 'Virtual Network', poundsAnHour: price(location, { meterName: 'Standard IPv4 Static Public IP' }) },
  ],
  'microsoft.storage/storageaccounts': () => [{ service: 'Storage', poundsAnHour: 0.0021 }],
}

function runningHours(sim: Simulator, resource: SimResource, from: number, to: number): number {
  const powerHistory = listPowerChanges(sim, resource)
  return powerHistory.reduce((hours, { at, power }, index) => {
    const start = Math.max(from, Date.parse(at))
    const end = Math.min(to, index + 1 < powerHistory.length ? Date.parse(powerHistory[index + 1]!.at) : to)
    return power === 'deallocated' || end <= start ? hours : hours + (end - start) / 3_600_000
  }, 0)
}

interface ChargedDay {
  service: string
  resourceType: string
  resourceGroup: string
  pounds: number
}

export function chargesBetween(sim: Simulator, subscription: SimSubscription, from: Date, to: Date): ChargedDay[] {
  return everyResource(sim, subscription).flatMap(({ resource, until }) => {
    const start = Math.max(from.getTime(), Date.parse(resource.createdTime))
    const end = Math.min(to.getTime(), until === undefined ? Infinity : Date.parse(until))
    if (end <= start) return []
    const resourceGroup = resource.id.split('/')[4]!
    const resourceType = resource.type.toLowerCase()
    // Traffic, operations and rounding make each bill differ slightly from the price list.
    const beside = 0.97 + 0.08 * seededRandom(`bill/${subscription.subscriptionId}/${resourceGroup}`).next()
    return (charges[resourceType]?.(resource) ?? []).map(({ service, poundsAnHour, whileRunning }) => {
      const hours = whileRunning ? runningHours(sim, resource, start, end) : (end - start) / 3_600_000
      return { service, resourceType, resourceGroup, pounds: poundsAnHour * hours * beside }
    })
  })
}
