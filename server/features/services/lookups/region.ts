import type { Clients } from '../../../clients/clients.ts'
import { Failure } from '../../../errors.ts'
import { regionChoices } from '../../accounts/accounts/regionNames.ts'
import { createCache } from './createCache.ts'

/** Azure opens new regions only a few times a year. */
const regionCache = createCache<string[]>({ ageMs: 24 * 3_600_000, maxEntries: 500 })

/**
 * If a region has no results, checks that the region exists.
 * @throws invalidRequest at `region` with the available regions
 */
export async function requireRegion({ clients, now }: { clients: Clients; now: () => Date }, subscriptionId: string, region: string) {
  const { value } = await regionCache(clients, subscriptionId, { now: now() }, () => clients.arm.listRegions(subscriptionId))
  if (value.includes(region)) return
  const message = `${region} isn’t an Azure region that this subscription can use. Use one of ${regionChoices(value)}.`
  throw new Failure('invalidRequest', message, { errors: [{ field: 'region', message }] })
}
