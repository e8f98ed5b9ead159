import { sizes } from '../arm/computeSizes.ts'

/** Prices are for UK South; other regions and currencies are derived from them. */
export interface Line {
  service: string
  family: string
  product: string
  sku: string
  armSku?: string
  meter: string
  unit: '1 Hour' | '1/Month' | '1/Day' | '1 GB/Month' | '1 GB'
  usd: number
}

/** Size, series, and the price per hour of Linux and of Windows. */
const machines: [size: string, series: string, linux: number, windows?: number | undefined][] = [
  ['B1s', 'BS', 0.0118, 0.0164],
  ['B2s', 'BS', 0.0472, 0.0552],
  ['B2ms', 'BS', 0.0944, 0.1024],
  ['B4ms', 'BS', 0.189, 0.205],
  ['D2s_v3', 'DSv3', 0.116, 0.208],
  ['D2s_v5', 'Dsv5', 0.112, 0.204],
  ['D4s_v5', 'Dsv5', 0.224, 0.408],
  ['D8s_v5', 'Dsv5', 0.448, 0.816],
  ['D16s_v5', 'Dsv5', 0.896, 1.632],
  ['D2as_v5', 'Dasv5', 0.1, 0.192],
  ['D4as_v5', 'Dasv5', 0.2, 0.384],
  ['E2s_v5', 'Esv5', 0.148, 0.24],
  ['E4s_v5', 'Esv5', 0.296, 0.48],
  ['E8s_v5', 'Esv5', 0.592, 0.96],
  ['F4s_v2', 'FSv2', 0.202, 0.386],
  ['NC4as_T4_v3', 'NCasT4 v3', 0.616, 0.8],
]
/**
 * For sizes that are not listed above: price per hour and processor of each family, and the surcharge for Windows where it is available.
 */
const families: Record<string, [series: string, linux: number, windows?: number]> = {
  standardAv2Family: ['Av2', 0.043, 0.022],
  standardBSFamily: ['BS', 0.0472, 0.004],
  standardDSv3Family: ['DSv3', 0.058, 0.046],
  standardDSv5Family: ['Dsv5', 0.056, 0.046],
  standardDASv5Family: ['Dasv5', 0.05, 0.046],
  standardDDSv5Family: ['Ddsv5', 0.066, 0.046],
  standardDPSv5Family: ['Dpsv5', 0.045],
  standardESv5Family: ['Esv5', 0.074, 0.046],
  standardEASv5Family: ['Easv5', 0.066, 0.046],
  standardFSv2Family: ['FSv2', 0.0505, 0.046],
  standardLSv3Family: ['Lsv3', 0.0912, 0.046],
  standardMSFamily: ['MS', 0.1232, 0.046],
  standardNCASv3_T4Family: ['NCasT4 v3', 0.154, 0.046],
}
const listedIds = new Set(machines.map(([size]) => `Standard_${size}`))
const otherSizes = sizes
  .filter(({ name, family }) => !listedIds.has(name) && family in families)
  .map(({ name, family, vcpus }): (typeof machines)[number] => {
    const [series, linux, windows] = families[family]!
    return [name.replace('Standard_', ''), series, linux * vcpus, windows && (linux + windows) * vcpus]
  })

const disks: [name: string, tier: string, usd: number][] = [
  ...([4, 6, 10, 15, 20, 30, 40, 50] as const).map((size, index): [string, string, number] => [
    `P${size}`,
    'Premium SSD',
    [5.89, 11.39, 22.01, 42.4, 81.6, 150.1, 288.3, 553][index]!,
  ]),
  ...([4, 6, 10, 15, 20, 30, 40, 50] as const).map((size, index): [string, string, number] => [
    `E${size}`,
    'Standard SSD',
    [2.64, 5.28, 10.56, 21.12, 42.24, 84.48, 168.96, 337.92][index]!,
  ]),
  ...([4, 6, 10, 15, 20, 30, 40, 50] as const).map((size, index): [string, string, number] => [
    `S${size}`,
    'Standard HDD',
    [1.69, 3.32, 6.49, 12.47, 24.01, 45.06, 84.5, 158.4][index]!,
  ]),
]
const plans: [sku: string, tier: string, linux: number, windows: number][] = [
  ['B1', 'Basic', 0.018, 0.075],
  ['B2', 'Basic', 0.035, 0.15],
  ['S1', 'Standard', 0.095, 0.1],
  ['S2', 'Standard', 0.19, 0.2],
  ['P0v3', 'Premium v3', 0.085, 0.17],
  ['P1 v3', 'Premium v3', 0.17, 0.34],
  ['P2 v3', 'Premium v3', 0.34, 0.68],
]
const databaseSizes = [2, 4, 8] as const

const compute = (product: string, sku: string, armSku: string, usd: number): Line => ({
  service: 'Virtual Machines',
  family: 'Compute',
  product,
  sku,
  armSku,
  meter: sku,
  unit: '1 Hour',
  usd,
})

const database = (engine: 'PostgreSQL' | 'MySQL'): Line[] => {
  const service = `Azure Database for ${engine}`
  const line = (tier: string, series: string, sku: string, armSku: string, usd: number): Line => {
    return {
      service,
      family: 'Databases',
      product: `${service} Flexible Server ${tier} ${series} Series Compute`,
      sku,
      armSku,
      meter: 'vCore',
      unit: '1 Hour',
      usd,
    }
  }
  return [
    ...databaseSizes.map((cores) => line('General Purpose', 'Ddsv5', `${cores} vCore`, `Standard_D${cores}ds_v5`, 0.1 * cores)),
    line('Burstable', 'BS', 'B1MS', 'Standard_B1ms', 0.0204),
    line('Burstable', 'BS', 'B2s', 'Standard_B2s', 0.0816),
    {
      service,
      family: 'Databases',
      product: `${service} Flexible Server Storage`,
      sku: 'Storage',
      meter: 'Storage Data Stored',
      unit: '1 GB/Month',
      usd: 0.133,
    },
  ]
}

const registry = (sku: string, usd: number): Line => {
  return {
    service: 'Container Registry',
    family: 'Containers',
    product: 'Container Registry',
    sku,
    meter: `${sku} Registry Unit`,
    unit: '1/Day',
    usd,
  }
}

export const priceLines: Line[] = [
  ...[...machines, ...otherSizes].flatMap(([size, series, linux, windows]) => {
    const [sku, armSku, product] = [size.replaceAll('_', ' '), `Standard_${size}`, `Virtual Machines ${series} Series`]
    return [
      compute(product, sku, armSku, linux),
      ...(windows ? [compute(`${product} Windows`, sku, armSku, windows)] : []),
      compute(product, `${sku} Spot`, armSku, linux * 0.2),
      ...(windows ? [compute(`${product} Windows`, `${sku} Low Priority`, armSku, windows * 0.4)] : []),
    ]
  }),
  ...disks.map(([name, tier, usd]): Line => {
    return {
      service: 'Storage',
      family: 'Storage',
      product: `${tier} Managed Disks`,
      sku: `${name} LRS`,
      meter: `${name} LRS Disk`,
      unit: '1/Month',
      usd,
    }
  }),
  ...plans.flatMap(([sku, tier, linux, windows]): Line[] => {
    const line = (product: string, usd: number): Line => {
      return { service: 'Azure App Service', family: 'Compute', product, sku, meter: sku, unit: '1 Hour', usd }
    }
    return [line(`Azure App Service ${tier} Plan - Linux`, linux), line(`Azure App Service ${tier} Plan`, windows)]
  }),
  ...database('PostgreSQL'),
  ...database('MySQL'),
  {
    service: 'SQL Database',
    family: 'Databases',
    product: 'SQL Database Single/Elastic Pool General Purpose - Compute Gen5',
    sku: 'vCore',
    meter: 'vCore',
    unit: '1 Hour',
    usd: 0.158,
  },
  {
    service: 'Azure Kubernetes Service',
    family: 'Compute',
    product: 'Azure Kubernetes Service',
    sku: 'Standard',
    meter: 'Standard Uptime SLA',
    unit: '1 Hour',
    usd: 0.1,
  },
  registry('Basic', 0.1666),
  registry('Standard', 0.6666),
  registry('Premium', 1.6666),
  {
    service: 'Virtual Network',
    family: 'Networking',
    product: 'IP Addresses',
    sku: 'Standard',
    meter: 'Standard IPv4 Static Public IP',
    unit: '1 Hour',
    usd: 0.005,
  },
  {
    service: 'Load Balancer',
    family: 'Networking',
    product: 'Load Balancer',
    sku: 'Standard',
    meter: 'Standard Included LB Rules and Outbound Rules',
    unit: '1 Hour',
    usd: 0.025,
  },
  {
    service: 'Redis Cache',
    family: 'Databases',
    product: 'Azure Redis Cache Standard',
    sku: 'C1',
    meter: 'C1 Cache',
    unit: '1 Hour',
    usd: 0.138,
  },
]
