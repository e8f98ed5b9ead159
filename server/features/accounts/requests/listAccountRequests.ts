import { sql } from 'kysely'
import { findPage, InMemoryListQuery, type ListDefinition, nextPageOf, PageWithNext, sortByIds, wholeSize } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { loadSummaries, visibleTo } from './queries.ts'
import { AccountRequestSummary } from './schemas.ts'

const statuses = ['pending_approval', 'changes_requested', 'approved', 'rejected', 'expired', 'cancelled'] as const

const list: ListDefinition = {
  from: sql`account_requests r`,
  id: sql`r.id`,
  defaultSort: '-createdAt',
  name: sql`lower(r.name)`,
  searchText: sql`lower(r.name || ' ' || r.reference)`,
  fields: {
    status: { label: 'Status', type: 'enum', column: sql`r.status`, values: statuses },
    name: { label: 'Name', type: 'text', column: sql`r.name` },
    reference: { label: 'Reference', type: 'text', column: sql`r.reference` },
    requester: { label: 'Requester', type: 'id', column: sql`r.requester_id`, sort: false },
    createdAt: { label: 'Requested', type: 'date', column: sql`r.created_at` },
  },
}

export const listAccountRequests = operation({
  id: 'listAccountRequests',
  method: 'GET',
  path: '/account-requests',
  tag: 'account-requests',
  summary: 'List account requests that you submitted, that you can decide, or that created an account you own',
  description: `Administrators and auditors get all requests. A page has at most ${wholeSize} requests; \`nextPage\` is the number of the next page.`,
  access: 'signedIn',
  query: InMemoryListQuery,
  responses: { 200: PageWithNext(AccountRequestSummary) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query }) {
    const { ids, ...page } = await findPage(db, list, { size: wholeSize, ...query }, visibleTo(actor))
    return { items: sortByIds(ids, await loadSummaries(db, ids)), ...page, nextPage: nextPageOf(page, ids.length) }
  },
})
