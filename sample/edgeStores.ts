import type { StoreRegion } from '../server/db/tables.ts'
import { type Town, towns } from './edgeTowns.ts'
import { seededRandom } from './seededRandom.ts'
import type { SampleAccount } from './shapes.ts'

export interface SampleStore {
  number: string
  name: string
  format: string
  address: { line1: string; town: string; postcode: string }
  region: StoreRegion
  opened: string
  closing: string | null
  network: { site: string; circuit: string; bandwidthMbps: number } | null
}

const firstNumber = 1001
const stores = 3600
const formats = ['Express', 'Express', 'Express', 'Express', 'Metro', 'Superstore', 'Superstore', 'Extra'] as const
const streets = ['High Street', 'Station Road', 'Market Place', 'London Road', 'Church Street', 'Victoria Road', 'Mill Lane', 'The Parade']
const letters = 'ABDEFGHJLNPQRSTUWXYZ'

/** Stores are the same on every machine; a store with an edge account has the town and format of the account. */
export function storeDirectory(accounts: readonly SampleAccount[]): SampleStore[] {
  const random = seededRandom('store directory')
  const byName = new Map(towns.map((town) => [town.name.toLowerCase(), town]))
  const knownStores = new Map<string, { town: Town; format: string }>()
  for (const { name, description, storeNumbers } of accounts) {
    const town = byName.get(name.split('-')[2] ?? '')
    const format = /(\w+)\.$/.exec(description)?.[1]
    for (const number of storeNumbers) if (town && format) knownStores.set(number, { town, format })
  }
  return Array.from({ length: stores }, (_, index) => {
    const number = String(firstNumber + index)
    const generated = { town: random.pick(towns), format: random.pick(formats) }
    const { town, format } = knownStores.get(number) ?? generated
    const day = (from: number, to: number) =>
      `${random.int(from, to)}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`
    const postcode = `${town.area}${random.int(1, 28)} ${random.int(1, 9)}${random.pick([...letters])}${random.pick([...letters])}`
    const address = { line1: `${random.int(1, 180)} ${random.pick(streets)}`, town: town.name, postcode }
    const opened = day(1988, 2024)
    const closed = random.chance(0.012) ? day(2019, 2025) : null
    const isWired = random.chance(0.97)
    return {
      number,
      name: `${town.name} ${format}`,
      format,
      address,
      region: town.region,
      opened,
      closing: knownStores.has(number) ? null : closed,
      network: isWired
        ? { site: `ST${number}`, circuit: `NGR-${random.int(100_000, 999_999)}`, bandwidthMbps: random.pick([100, 200, 500, 1000]) }
        : null,
    }
  })
}

export function storeRanges(): { range: string; region: string }[] {
  return Array.from({ length: 12 * 256 }, (_, index) => ({
    range: `10.${200 + Math.floor(index / 256)}.${index % 256}.0/24`,
    region: 'stores',
  }))
}
