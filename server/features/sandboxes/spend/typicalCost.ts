import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import type { TypicalUse } from '../../../db/tables.ts'
import { accrue, minorOf } from '../../services/lookups/money.ts'
import { type ChargePart, chargeOf, type MeteredResourceFacts } from './meters.ts'
import { loadPrices, type Prices, priceKey, refreshPrices, storePrices } from './prices.ts'

interface TypicalTemplate {
  currency: string
  regions: readonly string[]
  typicalUse: readonly TypicalUse[]
}

interface TypicalCost {
  /** Minor units, for `hours`. */
  amount: number
  currency: string
  hours: number
  unpriced: string[]
  pricedAt: string | null
}

function assumedResource({ resourceType, sku, name }: TypicalUse, location: string): MeteredResourceFacts {
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

function partsOfUse(template: TypicalTemplate): { use: TypicalUse; parts: ChargePart[] | undefined }[] {
  return template.typicalUse.map((use) => {
    const charge = chargeOf(assumedResource(use, template.regions[0] ?? ''))
    return { use, parts: charge.kind === 'parts' ? charge.parts : charge.kind === 'free' ? [] : undefined }
  })
}

function costOfUse(template: TypicalTemplate, hours: number, prices: Prices): TypicalCost | null {
  const { currency } = template
  const unpriced: string[] = []
  let amount = 0n
  let pricedAt: Date | null = null
  for (const { use, parts: pricedParts } of partsOfUse(template)) {
    const partPrices = pricedParts?.map((chargePart) => ({ part: chargePart, price: prices.get(priceKey(chargePart, currency)) }))
    if (!partPrices || partPrices.some(({ price }) => price?.hourly == null)) {
      unpriced.push(use.name)
      continue
    }
    for (const { part: chargePart, price } of partPrices) {
      const ms = Math.round((hours * 3_600_000 * use.share) / 100)
      amount += accrue(price!.hourly! * BigInt(chargePart.quantity * use.count), ms).amount
      if (pricedAt === null || price!.fetchedAt < pricedAt) pricedAt = price!.fetchedAt
    }
  }
  if (unpriced.length === template.typicalUse.length) return null
  return { amount: minorOf(amount), currency, hours, unpriced, pricedAt: (pricedAt as Date | null)?.toISOString() ?? null }
}

const keysOf = (template: TypicalTemplate) =>
  partsOfUse(template).flatMap(({ parts: pricedParts = [] }) => pricedParts.map((chargePart) => priceKey(chargePart, template.currency)))

export async function typicalCosts(
  db: Db,
  costQuestions: readonly { template: TypicalTemplate; hours: number }[],
): Promise<(TypicalCost | null)[]> {
  const prices = await loadPrices(
    db,
    costQuestions.flatMap(({ template }) => keysOf(template)),
  )
  return costQuestions.map(({ template, hours }) => costOfUse(template, hours, prices))
}

/** Computes the typical cost of these hours from stored prices. Null if no price is known or the template defines no typical use. */
export async function typicalCost(db: Db, template: TypicalTemplate, hours: number): Promise<TypicalCost | null> {
  const [cost] = await typicalCosts(db, [{ template, hours }])
  return cost ?? null
}

export async function syncTypicalPrices(context: { db: Db; clients: Pick<Clients, 'prices'>; now: Date }): Promise<{ failure?: unknown }> {
  const templates = await context.db
    .selectFrom('sandbox_templates')
    .select(['currency', 'regions', 'typical_use'])
    .where('enabled', '=', true)
    .limit(500)
    .execute()
  const byCurrency = Map.groupBy(templates, ({ currency }) => currency)
  for (const [currency, group] of byCurrency) {
    const pricedParts = group.flatMap(({ regions, typical_use }) =>
      partsOfUse({ currency, regions, typicalUse: typical_use }).flatMap((each) => each.parts ?? []),
    )
    const { failure, learned } = await refreshPrices(context, pricedParts, currency)
    await storePrices(context.db, learned)
    if (failure !== undefined) return { failure }
  }
  return {}
}
