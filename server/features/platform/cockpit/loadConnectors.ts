import { versionsEndingSoon } from '../../../clients/arm/apiVersions.ts'
import { mailService } from '../../../clients/mail/mailErrors.ts'
import type { Db } from '../../../db/database.ts'
import type { ServiceCallStats } from '../../../db/tables.ts'
import { loadChannelStates } from './channels.ts'
import { checks } from './checks.ts'
import { mergeReplicas } from './connectors.ts'
import { replica, replicaTtlMs } from './flush.ts'
import { type Connector, presentConnector } from './schemas.ts'

/**
 * Reads the status of every external service, merged over the replicas that reported recently.
 * @param ownCounts what this replica has recorded, by service
 */
export async function loadConnectors(
  db: Db,
  now: Date,
  ownCounts: ReadonlyMap<string, ServiceCallStats>,
): Promise<{ connectors: Connector[]; replicas: number }> {
  const rows = await db
    .selectFrom('service_health')
    .select(['replica', 'service', 'seen'])
    .where('at', '>', new Date(now.getTime() - replicaTtlMs))
    .where('replica', '<>', replica)
    .limit(2_000)
    .execute()
  const countsByService = Map.groupBy(rows, (row) => row.service)
  const channelStates = await loadChannelStates(db, now)
  const endingVersions = versionsEndingSoon(now)
  // Channels are listed as soon as they are set up, even if this replica has not sent anything.
  const services = new Set([...ownCounts.keys(), ...[...channelStates.keys()].filter((service) => service !== mailService)])
  return {
    connectors: [...services].map((service) => {
      const serviceCounts = [
        ...(ownCounts.has(service) ? [ownCounts.get(service)!] : []),
        ...(countsByService.get(service) ?? []).map((row) => row.seen),
      ]
      return presentConnector(service, mergeReplicas(serviceCounts), {
        ways: channelStates.get(service),
        checkable: checks[service] !== undefined,
        endingSupport: endingVersions,
      })
    }),
    replicas: new Set(rows.map((row) => row.replica)).size + 1,
  }
}
