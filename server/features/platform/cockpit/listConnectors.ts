import { Type } from 'typebox'
import { versionsEndingSoon } from '../../../clients/arm/apiVersions.ts'
import { mailService } from '../../../clients/mail/mailErrors.ts'
import { operation } from '../../../http/operation.ts'
import { Can } from '../../../people/schemas.ts'
import { readChannelStates } from './channels.ts'
import { checks } from './checks.ts'
import { mergeReplicas } from './connectors.ts'
import { replica, replicaTtlMs } from './flush.ts'
import { cockpitCan } from './policy.ts'
import { Connector, presentConnector } from './schemas.ts'

export const listConnectors = operation({
  id: 'listConnectors',
  method: 'GET',
  path: '/cockpit/connectors',
  tag: 'cockpit',
  summary: 'List outside services with status, response times, last failure and expiring API versions',
  access: 'adminOrAuditor',
  answers: { 200: Type.Object({ connectors: Type.Array(Connector), replicas: Type.Integer(), can: Can }) },
  prepare: async ({ clients, now }) => clients.watch.snapshot(now().getTime()),
  async handler({ db, actor, now }, ownCounts) {
    const rows = await db
      .selectFrom('service_health')
      .select(['replica', 'service', 'seen'])
      .where('at', '>', new Date(now().getTime() - replicaTtlMs))
      .where('replica', '<>', replica)
      .limit(2_000)
      .execute()
    const countsByService = Map.groupBy(rows, (row) => row.service)
    const channelStates = await readChannelStates(db, now())
    // Channels are listed as soon as they are set up, even if this replica has not sent anything.
    const endingVersions = versionsEndingSoon(now())
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
      can: cockpitCan(actor),
    }
  },
})
