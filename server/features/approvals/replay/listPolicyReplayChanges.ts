import { findPage, ListQuery, Page, sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { PolicyVersionId } from '../policies/schemas.ts'
import { loadChanges } from './changes.ts'
import { replayChangeList } from './list.ts'
import { inReplay, requireVersion } from './queries.ts'
import { PolicyReplayChange } from './schemas.ts'

export const listPolicyReplayChanges = operation({
  id: 'listPolicyReplayChanges',
  method: 'GET',
  path: '/approval-policies/{id}/versions/{version}/replay/changes',
  tag: 'approval-policies',
  summary: 'List past requests with a different outcome under the draft, most unusual first',
  description: 'Filter by `change`, `severity` and `requestedAt`.',
  access: 'adminOrAuditor',
  params: PolicyVersionId,
  query: ListQuery,
  responses: { 200: Page(PolicyReplayChange) },
  errors: ['notFound', 'invalidFilter'],
  async handler({ db, params, query }) {
    await requireVersion(db, params)
    const { ids, ...page } = await findPage(db, replayChangeList, query, inReplay(params))
    return { ...page, items: sortByIds(ids, await loadChanges(db, params, ids)) }
  },
})
