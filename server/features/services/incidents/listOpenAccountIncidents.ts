import { Type } from 'typebox'
import type { Verdict } from '../../../auth/access.ts'
import { type CachedValue, cached } from '../../../clients/cached.ts'
import { isOpen, statusOf } from '../../../clients/servicenow/incidentStates.ts'
import { fetchOpenIncidents } from '../../../clients/servicenow/openIncidents.ts'
import type { Incident } from '../../../clients/servicenow/servicenowIncidents.ts'
import { incidentLink } from '../../../clients/servicenow/servicenowLinks.ts'
import { operation } from '../../../http/operation.ts'
import { Timestamp } from '../../../people/schemas.ts'
import { canDoInAccount } from '../../accounts/accounts/policy.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { AccountId } from '../../accounts/accounts/schemas.ts'
import { loadTrackedIncidents } from './queries.ts'
import { OpenIncident } from './schemas.ts'
import { priorityOf, timeOf } from './servicenowLabels.ts'

interface IncidentQuery {
  known: boolean
  incidents: (Incident & { raisedInSlipway: boolean })[]
}

export const listOpenAccountIncidents = operation({
  id: 'listOpenAccountIncidents',
  method: 'GET',
  path: '/accounts/{id}/incidents/open',
  tag: 'incidents',
  summary: 'List an account’s open incidents in ServiceNow',
  description:
    'Includes incidents that weren’t raised through Slipway, and refreshes the status of the others. `fetchedAt` is when the data was read from ServiceNow, at most one minute ago.',
  access: 'owner',
  params: AccountId,
  responses: {
    200: Type.Object({
      items: Type.Array(OpenIncident, { description: 'Open incidents, latest first.' }),
      known: Type.Boolean({ description: 'True if the account has a configuration item in ServiceNow.' }),
      fetchedAt: Timestamp,
    }),
  },
  errors: ['notFound', 'outsideFailed'],
  async prepare({ db, actor, clients, params }): Promise<{ verdict: Verdict; found?: CachedValue<IncidentQuery> }> {
    const account = await loadAccount(db, actor, params.id)
    const verdict = canDoInAccount(actor, 'seeAll', account)
    if (verdict !== true) return { verdict }
    const incidents = await cached(clients, `open incidents ${account.id}`, async () => {
      const [{ item, incidents }, raisedIds] = await Promise.all([
        fetchOpenIncidents(clients, account.id),
        loadTrackedIncidents(db, account.id),
      ])
      const missingIds = raisedIds.filter((id) => !incidents.some(({ sys_id }) => sys_id === id))
      const movedIncidents = await clients.servicenow.readIncidents(missingIds)
      const allIncidents = [...incidents, ...movedIncidents]
        .map((each) => ({ ...each, raisedInSlipway: raisedIds.includes(each.sys_id) }))
        // ServiceNow counts resolved incidents as active until they are closed, but they need no further work.
        .filter((each) => each.raisedInSlipway || isOpen(statusOf(each)))
      return { known: item !== undefined, incidents: allIncidents }
    })
    return { verdict, found: incidents }
  },
  async handler({ config, allow }, { verdict, found: incidents }) {
    allow(verdict)
    const { value, fetchedAt } = incidents!
    const items = value.incidents.map((each) => ({
      number: each.number,
      title: each.short_description ?? '',
      status: statusOf(each),
      priority: priorityOf(each.priority),
      assignmentGroup: each['assignment_group.name'] || null,
      openedAt: timeOf(each.opened_at)?.toISOString() ?? null,
      url: incidentLink(config, each.sys_id),
      raisedInSlipway: each.raisedInSlipway,
    }))
    return { items, known: value.known, fetchedAt: fetchedAt.toISOString() }
  },
})
