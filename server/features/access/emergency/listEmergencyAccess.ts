import { sql } from 'kysely'
import { Type } from 'typebox'
import { findPage, ListQuery, Page, sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { emergencyList } from './list.ts'
import { presentEmergency, selectEmergencies } from './queries.ts'
import { EmergencyAccess } from './schemas.ts'

export const listEmergencyAccess = operation({
  id: 'listEmergencyAccess',
  method: 'GET',
  path: '/emergency-access',
  tag: 'emergency-access',
  summary: 'List uses of emergency access, latest first',
  description: 'Returns your own uses and all uses in accounts that you own or whose tower you lead. Administrators and auditors get all.',
  access: 'signedIn',
  query: Type.Object(
    {
      ...ListQuery.properties,
      open: Type.Optional(Type.Boolean({ description: 'true: only open uses; false: only closed uses; default: both.' })),
    },
    { additionalProperties: false },
  ),
  responses: { 200: Page(EmergencyAccess) },
  errors: ['invalidFilter'],
  async handler({ db, actor, config, query: { open, ...query }, now }) {
    const visibleEmergencies =
      actor.admin || actor.auditor
        ? sql<boolean>`true`
        : sql<boolean>`(e.person_id = ${actor.id}
            or exists (select 1 from account_owners o where o.account_id = e.account_id and o.person_id = ${actor.id})
            or exists (select 1 from accounts x join tower_leads l on l.tower_id = x.tower_id where x.id = e.account_id and l.person_id = ${actor.id}))`
    const statusFilter = open === undefined ? sql<boolean>`true` : sql<boolean>`(e.status not in ('closed', 'failed')) = ${open}`
    const { ids, ...page } = await findPage(db, emergencyList, query, sql<boolean>`${visibleEmergencies} and ${statusFilter}`)
    const rows = ids.length > 0 ? await selectEmergencies(db, actor).where('e.id', 'in', ids).execute() : []
    return { ...page, items: sortByIds(ids, rows).map((row) => presentEmergency(actor, row, { config, now: now() })) }
  },
})
