import type { Clients } from '../../../clients/clients.ts'
import { Failure } from '../../../errors.ts'
import { regionChoices } from '../../accounts/accounts/regionNames.ts'
import { createKept } from './kept.ts'

/** Azure opens new regions only a few times a year. */
const keptRegions = createKept<string[]>({ ageMs: 24 * 3_600_000, maxEntries: 500 })

/** Checks that a region without results exists at all. @throws invalidRequest at `region` with the available regions */
export async function requireRegion({ clients, now }: { clients: Clients; now: () => Date }, subscriptionId: string, region: string) {
  const { value } = await keptRegions(clients, subscriptionId, { now: now() }, () => clients.arm.listRegions(subscriptionId))
  if (value.includes(region)) return
  const message = `${region} isn’t an Azure region that this subscription can use. Use one of ${regionChoices(value)}.`
  throw new Failure('invalidRequest', message, { errors: [{ field: 'region', message }] })
}
