import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import type { TypicalUse } from '../../../db/tables.ts'
import { accrue, minorOf } from '../../services/lookups/money.ts'
import { chargeOf, type MeteredResourceFacts, type Part } from './meters.ts'
import { freshPrices, keepPrices, type Prices, priceKey, readPrices } from './prices.ts'

export interface TypicalTemplate {
  currency: string
  regions: readonly string[]
  typicalUse: readonly TypicalUse[]
}

export interface TypicalCost {
  /** Minor units, for these hours. */
  amount: number
  currency: string
  hours: number
  unpriced: string[]
  pricedAt: string | null
}

function asIfThere({ resourceType, sku, name }: TypicalUse, location: string): MeteredResourceFacts {
  const tier = /^(basic|standard|premium)/i.exec(sku)?.[0]
  const size = Number(/^[PES](\d+)\b/.exec(sku)?.[1])
  const disk = /\/disks$/i.test(resourceType)
  const gigabytes = { 4: 32, 6: 64, 10: 128, 15: 256, 20: 512, 30: 1_024, 40: 2_048, 50: 4_096 }[size]
  const family = { P: 'Premium_LRS', E: 'StandardSSD_LRS', S: 'Standard_LRS' }[sku[0] ?? '']
  return {
    id: '',
    name,
    type: resourceType,
    location,
    kind: 'linux',
    sku: {
      name: disk && gigabytes ? family : sku,
      ...(tier ? { tier } : {}),
      ...(/\/managedClusters$/i.test(resourceType) ? { tier: 'Free' } : {}),
    },
    vmSize: sku,
    osType: /windows/i.test(name) ? 'Windows' : 'Linux',
    pools: [{ vmSize: sku, count: 1 }],
    ...(gigabytes ? { diskSizeGB: gigabytes } : {}),
  }
}

function partsOfUse(template: TypicalTemplate): { use: TypicalUse; parts: Part[] | undefined }[] {
  return template.typicalUse.map((use) => {
    const charge = chargeOf(asIfThere(use, template.regions[0] ?? ''))
    return { use, parts: charge.kind === 'parts' ? charge.parts : charge.kind === 'free' ? [] : undefined }
  })
}

function worth(template: TypicalTemplate, hours: number, prices: Prices): TypicalCost | null {
  const { currency } = template
  const unpriced: string[] = []
  let amount = 0n
  let pricedAt: Date | null = null
  for (const { use, parts } of partsOfUse(template)) {
    const known = parts?.map((part) => ({ part, price: prices.get(priceKey(part, currency)) }))
    if (!known || known.some(({ price }) => price?.hourly == null)) {
      unpriced.push(use.name)
      continue
    }
    for (const { part, price } of known) {
      const ms = Math.round((hours * 3_600_000 * use.share) / 100)
      amount += accrue(price!.hourly! * BigInt(part.quantity * use.count), ms).amount
      if (pricedAt === null || price!.fetchedAt < pricedAt) pricedAt = price!.fetchedAt
    }
  }
  if (unpriced.length === template.typicalUse.length) return null
  return { amount: minorOf(amount), currency, hours, unpriced, pricedAt: (pricedAt as Date | null)?.toISOString() ?? null }
}

const keysOf = (template: TypicalTemplate) =>
  partsOfUse(template).flatMap(({ parts = [] }) => parts.map((part) => priceKey(part, template.currency)))

/** Computes the typical cost of templates from stored prices, in their order. */
export async function typicalCosts(
  db: Db,
  wanted: readonly { template: TypicalTemplate; hours: number }[],
): Promise<(TypicalCost | null)[]> {
  const prices = await readPrices(
    db,
    wanted.flatMap(({ template }) => keysOf(template)),
  )
  return wanted.map(({ template, hours }) => worth(template, hours, prices))
}

/** Computes the typical cost of these hours from stored prices; null if no price is known or the template names no typical use. */
export async function typicalCost(db: Db, template: TypicalTemplate, hours: number): Promise<TypicalCost | null> {
  const [cost] = await typicalCosts(db, [{ template, hours }])
  return cost ?? null
}

export async function syncTypicalPrices(world: { db: Db; clients: Pick<Clients, 'prices'>; now: Date }): Promise<{ failure?: unknown }> {
  const templates = await world.db
    .selectFrom('sandbox_templates')
    .select(['currency', 'regions', 'typical_use'])
    .where('enabled', '=', true)
    .limit(500)
    .execute()
  const byCurrency = Map.groupBy(templates, ({ currency }) => currency)
  for (const [currency, group] of byCurrency) {
    const parts = group.flatMap(({ regions, typical_use }) =>
      partsOfUse({ currency, regions, typicalUse: typical_use }).flatMap((each) => each.parts ?? []),
    )
    const { failure, learned } = await freshPrices(world, parts, currency)
    await keepPrices(world.db, learned)
    if (failure !== undefined) return { failure }
  }
  return {}
}
