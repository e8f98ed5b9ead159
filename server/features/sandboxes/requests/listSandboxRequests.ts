import { sql } from 'kysely'
import { findPage, InMemoryListQuery, type ListDefinition, nextPageOf, PageWithNext, wholeSize } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { loadSandboxRequests } from './queries.ts'
import { SandboxRequestSummary } from './schemas.ts'
import { visibleRequests } from './visibility.ts'

const statuses = ['pending_approval', 'changes_requested', 'approved', 'rejected', 'expired', 'cancelled'] as const

const list: ListDefinition = {
  from: sql`sandbox_requests r`,
  id: sql`r.id`,
  defaultSort: '-createdAt',
  name: sql`r.name`,
  searchText: sql`lower(r.name || ' ' || r.reference)`,
  fields: {
    status: { label: 'Status', type: 'enum', column: sql`r.status`, values: statuses },
    kind: { label: 'Kind', type: 'enum', column: sql`r.kind`, values: ['new', 'extension'] },
    name: { label: 'Name', type: 'text', column: sql`r.name` },
    reference: { label: 'Reference', type: 'text', column: sql`r.reference` },
    template: { label: 'Template', type: 'id', column: sql`r.template_id`, sort: false },
    tower: { label: 'Tower', type: 'id', column: sql`r.tower_id`, sort: false },
    requester: { label: 'Requester', type: 'id', column: sql`r.requester_id`, sort: false },
    sandbox: { label: 'Sandbox', type: 'id', column: sql`r.sandbox_id`, sort: false },
    createdAt: { label: 'Requested', type: 'date', column: sql`r.created_at` },
  },
}

export const listSandboxRequests = operation({
  id: 'listSandboxRequests',
  method: 'GET',
  path: '/sandbox-requests',
  tag: 'sandbox-requests',
  summary: 'List sandbox requests that you submitted, that you can decide, or that created a sandbox you own',
  description: `A page has at most ${wholeSize} requests; \`nextPage\` is the number of the next page.`,
  access: 'signedIn',
  query: InMemoryListQuery,
  responses: { 200: PageWithNext(SandboxRequestSummary) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query, now }) {
    const { ids, ...page } = await findPage(db, list, { size: wholeSize, ...query }, await visibleRequests(db, actor, now()))
    return { items: await loadSandboxRequests(db, actor, ids, now()), ...page, nextPage: nextPageOf(page, ids.length) }
  },
})
