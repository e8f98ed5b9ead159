import { Type } from 'typebox'
import { versionsEndingSoon } from '../../../clients/arm/apiVersions.ts'
import { mailService } from '../../../clients/mail/mail.ts'
import { operation } from '../../../http/operation.ts'
import { Can } from '../../../people/schemas.ts'
import { readWays } from './channels.ts'
import { checks } from './checks.ts'
import { together } from './connectors.ts'
import { goneMs, replica } from './flush.ts'
import { cockpitCan } from './policy.ts'
import { Connector, presentConnector } from './schemas.ts'

export const listConnectors = operation({
  id: 'listConnectors',
  method: 'GET',
  path: '/cockpit/connectors',
  tag: 'cockpit',
  summary: 'List outside services with status, response times, last failure and API versions that Azure removes soon',
  access: 'adminOrAuditor',
  answers: { 200: Type.Object({ connectors: Type.Array(Connector), replicas: Type.Integer(), can: Can }) },
  prepare: async ({ clients, now }) => clients.watch.look(now().getTime()),
  async handler({ db, actor, now }, own) {
    const rows = await db
      .selectFrom('service_health')
      .select(['replica', 'service', 'seen'])
      .where('at', '>', new Date(now().getTime() - goneMs))
      .where('replica', '<>', replica)
      .limit(2_000)
      .execute()
    const others = Map.groupBy(rows, (row) => row.service)
    const ways = await readWays(db, now())
    // Channels are listed as soon as they are set up, even if this replica has not sent anything.
    const endingVersions = versionsEndingSoon(now())
    const services = new Set([...own.keys(), ...[...ways.keys()].filter((service) => service !== mailService)])
    return {
      connectors: [...services].map((service) => {
        const seen = [...(own.has(service) ? [own.get(service)!] : []), ...(others.get(service) ?? []).map((row) => row.seen)]
        return presentConnector(service, together(seen), {
          ways: ways.get(service),
          checkable: checks[service] !== undefined,
          endingSupport: endingVersions,
        })
      }),
      replicas: new Set(rows.map((row) => row.replica)).size + 1,
      can: cockpitCan(actor),
    }
  },
})
