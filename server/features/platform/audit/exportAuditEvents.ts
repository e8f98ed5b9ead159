import { Type } from 'typebox'
import { csvExport } from '../../../http/csv.ts'
import { exportRows } from '../../../http/exportRows.ts'
import { ListQuery, listAllIds } from '../../../http/list.ts'
import { operation, replyFile } from '../../../http/operation.ts'
import { auditHeader, auditLine } from './auditCsv.ts'
import { loadContents } from './contents.ts'
import { auditList, findNamed } from './list.ts'
import { loadEvents } from './queries.ts'

export const exportAuditEvents = operation({
  id: 'exportAuditEvents',
  method: 'GET',
  path: '/audit/export.csv',
  tag: 'audit',
  summary: 'Export the audit events that match a filter as CSV',
  description: 'You can run one export at a time.',
  access: 'adminOrAuditor',
  canLag: true,
  query: Type.Pick(ListQuery, ['sort', 'filter', 'search'], { additionalProperties: false }),
  ...csvExport,
  errors: ['invalidFilter'],
  async handler({ db, actor, query, now, audit }) {
    const { search, ...list } = query
    const nameFilter = await findNamed(db, search)
    const stream = await exportRows(db, {
      personId: actor.id,
      header: auditHeader,
      ids: (tx) => listAllIds(tx, auditList, list, nameFilter),
      async lines(tx, ids) {
        const [events, contents] = [await loadEvents(tx, ids), await loadContents(tx, ids)]
        return events.map((event) => auditLine(event, contents.get(event.id)!))
      },
    })
    audit({ subject: { kind: 'audit', id: 'csv' }, after: query })
    return replyFile(`audit-${now().toISOString().slice(0, 10)}.csv`, stream)
  },
})
