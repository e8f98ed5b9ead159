import { sql } from 'kysely'
import { Type } from 'typebox'
import { evidenceEnd, evidenceLinks, evidenceStart } from '../../../audit/evidence.ts'
import { exportText } from '../../../http/exportRows.ts'
import { operation, replyFile } from '../../../http/operation.ts'

export const exportAuditEvidence = operation({
  id: 'exportAuditEvidence',
  method: 'GET',
  path: '/audit/export.evidence.jsonl',
  tag: 'audit',
  summary: 'Export the whole audit chain as evidence for verification',
  description:
    'Contains events, salts and checkpoints. `slipway audit verify --file` needs only this file and the public key. You can run one export at a time.',
  access: 'adminOrAuditor',
  canLag: true,
  produces: 'application/x-ndjson',
  audited: true,
  responses: {
    200: Type.String({
      description:
        'One JSON object per line: a header, the checkpoints and erasures, the chained events, and an end with the number of events.',
    }),
  },
  async handler({ db, actor, now, audit }) {
    const count = { links: 0 }
    const stream = await exportText(db, {
      personId: actor.id,
      ids: async () => sql<{ id: string }>`select seq::text as id from audit_chain order by seq`,
      start: (tx) => evidenceStart(tx, now()),
      async text(tx, ids) {
        count.links += ids.length
        return evidenceLinks(tx, ids.map(Number))
      },
      end: () => evidenceEnd(count.links),
    })
    audit({ subject: { kind: 'audit', id: 'evidence' } })
    return replyFile(`audit-${now().toISOString().slice(0, 10)}.evidence.jsonl`, stream)
  },
})
