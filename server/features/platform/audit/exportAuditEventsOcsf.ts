import { Type } from 'typebox'
import { exportText } from '../../../http/exportRows.ts'
import { ListQuery, listAllIds } from '../../../http/list.ts'
import { operation, replyFile } from '../../../http/operation.ts'
import { loadContents } from './contents.ts'
import { auditList, findNamed } from './list.ts'
import { toOcsf } from './ocsf.ts'
import { loadEvents } from './queries.ts'

export const exportAuditEventsOcsf = operation({
  id: 'exportAuditEventsOcsf',
  method: 'GET',
  path: '/audit/export.ocsf.jsonl',
  tag: 'audit',
  summary: 'Export audit events in the Open Cybersecurity Schema Framework (OCSF) as JSON lines',
  description:
    'Uses the event classes Account Change (3001), Authentication (3002), User Access Management (3005) and API Activity (6003). You can run one export at a time.',
  access: 'adminOrAuditor',
  canLag: true,
  query: Type.Pick(ListQuery, ['sort', 'filter', 'search'], { additionalProperties: false }),
  produces: 'application/x-ndjson',
  audited: true,
  responses: { 200: Type.String({ description: 'One OCSF event per line.' }) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query, now, audit }) {
    const { search, ...list } = query
    const nameFilter = await findNamed(db, search)
    const stream = await exportText(db, {
      personId: actor.id,
      ids: (tx) => listAllIds(tx, auditList, list, nameFilter),
      async text(tx, ids) {
        const [events, contents] = [await loadEvents(tx, ids), await loadContents(tx, ids)]
        return events.map((event) => `${JSON.stringify(toOcsf(event, contents.get(event.id)!))}\n`).join('')
      },
    })
    audit({ subject: { kind: 'audit', id: 'ocsf' }, after: query })
    return replyFile(`audit-${now().toISOString().slice(0, 10)}.ocsf.jsonl`, stream)
  },
})
