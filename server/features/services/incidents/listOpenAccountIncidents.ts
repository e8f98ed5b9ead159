import { Type } from 'typebox'
import type { Verdict } from '../../../auth/access.ts'
import { type Fresh, fresh } from '../../../clients/fresh.ts'
import { isOpen, statusOf } from '../../../clients/servicenow/incidentStates.ts'
import { fetchOpenIncidents } from '../../../clients/servicenow/openIncidents.ts'
import type { Incident } from '../../../clients/servicenow/servicenowIncidents.ts'
import { incidentLink } from '../../../clients/servicenow/servicenowLinks.ts'
import { operation } from '../../../http/operation.ts'
import { Timestamp } from '../../../people/schemas.ts'
import { canDoInAccount } from '../../accounts/accounts/policy.ts'
import { readAccount } from '../../accounts/accounts/queries.ts'
import { AccountId } from '../../accounts/accounts/schemas.ts'
import { followedOf } from './queries.ts'
import { OpenIncident } from './schemas.ts'
import { priorityOf, timeOf } from './servicenowLabels.ts'

interface IncidentQuery {
  known: boolean
  incidents: (Incident & { raisedHere: boolean })[]
}

export const listOpenAccountIncidents = operation({
  id: 'listOpenAccountIncidents',
  method: 'GET',
  path: '/accounts/{id}/incidents/open',
  tag: 'incidents',
  summary: 'List an account’s open incidents in ServiceNow',
  description:
    'Includes incidents that were not raised through Slipway. The status of the others is refreshed. Read from ServiceNow at `fetchedAt`, at most a minute ago.',
  access: 'owner',
  params: AccountId,
  answers: {
    200: Type.Object({
      items: Type.Array(OpenIncident, { description: 'Latest first.' }),
      known: Type.Boolean({ description: 'True if the account has a configuration item in ServiceNow.' }),
      fetchedAt: Timestamp,
    }),
  },
  errors: ['notFound', 'outsideFailed'],
  async prepare({ db, actor, clients, params }): Promise<{ verdict: Verdict; found?: Fresh<IncidentQuery> }> {
    const account = await readAccount(db, actor, params.id)
    const verdict = canDoInAccount(actor, 'seeAll', account)
    if (verdict !== true) return { verdict }
    const found = await fresh(clients, `open incidents ${account.id}`, async () => {
      const [{ item, incidents }, raised] = await Promise.all([fetchOpenIncidents(clients, account.id), followedOf(db, account.id)])
      const others = raised.filter((id) => !incidents.some(({ sys_id }) => sys_id === id))
      const moved = await clients.servicenow.readIncidents(others)
      const all = [...incidents, ...moved]
        .map((each) => ({ ...each, raisedHere: raised.includes(each.sys_id) }))
        // ServiceNow counts resolved incidents as active until they are closed, but they need no further work.
        .filter((each) => each.raisedHere || isOpen(statusOf(each)))
      return { known: item !== undefined, incidents: all }
    })
    return { verdict, found }
  },
  async handler({ config, allow }, { verdict, found }) {
    allow(verdict)
    const { value, fetchedAt } = found!
    const items = value.incidents.map((each) => ({
      number: each.number,
      title: each.short_description ?? '',
      status: statusOf(each),
      priority: priorityOf(each.priority),
      assignmentGroup: each['assignment_group.name'] || null,
      openedAt: timeOf(each.opened_at)?.toISOString() ?? null,
      url: incidentLink(config, each.sys_id),
      raisedHere: each.raisedHere,
    }))
    return { items, known: value.known, fetchedAt: fetchedAt.toISOString() }
  },
})
