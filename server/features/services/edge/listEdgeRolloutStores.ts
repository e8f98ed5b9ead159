import { sql } from 'kysely'
import { storeRegions } from '../../../clients/stores/storeDirectory.ts'
import { Failure } from '../../../errors.ts'
import { findPage, type ListDefinition, ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { inRollout, loadRolloutStores } from './queries.ts'
import { EdgeRolloutStore, RolloutId, storeStatuses } from './schemas.ts'

const list: ListDefinition = {
  from: sql`edge_rollout_stores s`,
  id: sql`s.id`,
  defaultSort: 'storeNumber',
  name: sql`s.store_number`,
  searchText: sql`s.search_text`,
  fields: {
    storeNumber: { label: 'Number', type: 'text', column: sql`s.store_number` },
    name: { label: 'Name', type: 'text', column: sql`s.store_name` },
    town: { label: 'Town', type: 'text', column: sql`s.town` },
    region: { label: 'Region', type: 'enum', column: sql`s.region`, values: storeRegions },
    status: { label: 'Status', type: 'enum', column: sql`s.status`, values: storeStatuses },
    wave: { label: 'Wave', type: 'number', column: sql`(select w.number from edge_waves w where w.id = s.wave_id)` },
    updatedAt: { label: 'Updated', type: 'date', column: sql`s.updated_at` },
  },
}

export const listEdgeRolloutStores = operation({
  id: 'listEdgeRolloutStores',
  method: 'GET',
  path: '/edge/rollouts/{id}/stores',
  tag: 'edge',
  summary: 'List the stores of a rollout with their status and its reason',
  access: 'signedIn',
  params: RolloutId,
  query: ListQuery,
  responses: { 200: Page(EdgeRolloutStore) },
  errors: ['notFound', 'invalidFilter'],
  async handler({ db, params, query }) {
    const rollout = await db.selectFrom('edge_rollouts').select('id').where('id', '=', params.id).executeTakeFirst()
    if (!rollout) throw new Failure('notFound', 'This rollout doesn’t exist.')
    const { ids, ...page } = await findPage(db, list, query, inRollout(params.id))
    return { items: await loadRolloutStores(db, ids), ...page }
  },
})
