import { findPage, ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { auditList, findNamed } from './list.ts'
import { loadEvents } from './queries.ts'
import { AuditEvent } from './schemas.ts'

export const listAuditEvents = operation({
  id: 'listAuditEvents',
  method: 'GET',
  path: '/audit/events',
  tag: 'audit',
  summary: 'List audit events, with paging, filters and search',
  description:
    'Newest first. Search by an ID, by the name or label of an operation or outcome, or by the name of a person, key or subject.',
  access: 'adminOrAuditor',
  canLag: true,
  query: ListQuery,
  responses: { 200: Page(AuditEvent) },
  errors: ['invalidFilter'],
  async handler({ db, query: { search, ...query } }) {
    const { ids, ...page } = await findPage(db, auditList, query, await findNamed(db, search))
    return { ...page, items: await loadEvents(db, ids) }
  },
})
