import { sql } from 'kysely'
import { Type } from 'typebox'
import { findPage, type ListDefinition, ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { Can } from '../../../people/schemas.ts'
import { canLaunch } from './policy.ts'
import { loadSummaries } from './queries.ts'
import { EdgeRolloutSummary, rolloutStatuses } from './schemas.ts'

const list: ListDefinition = {
  from: sql`edge_rollouts r`,
  id: sql`r.id`,
  defaultSort: '-createdAt',
  name: sql`lower(r.name)`,
  searchText: sql`lower(r.name || ' ' || r.reference)`,
  fields: {
    status: { label: 'Status', type: 'enum', column: sql`r.status`, values: rolloutStatuses },
    name: { label: 'Name', type: 'text', column: sql`r.name` },
    createdAt: { label: 'Launched', type: 'date', column: sql`r.created_at` },
  },
}

export const listEdgeRollouts = operation({
  id: 'listEdgeRollouts',
  method: 'GET',
  path: '/edge/rollouts',
  tag: 'edge',
  summary: 'List rollouts, latest first',
  access: 'signedIn',
  query: ListQuery,
  responses: { 200: Type.Object({ ...Page(EdgeRolloutSummary).properties, can: Can }) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query }) {
    const { ids, ...page } = await findPage(db, list, query)
    return { items: await loadSummaries(db, ids), ...page, can: { launch: canLaunch(actor) } }
  },
})
