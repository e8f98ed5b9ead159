import { sql } from 'kysely'
import { updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { auditReaderIds, loadErasures, lockErasure } from './erasureRequests.ts'
import { auditCan } from './policy.ts'
import { AuditErasure, AuditEventId } from './schemas.ts'

export const withdrawAuditErasure = operation({
  id: 'withdrawAuditErasure',
  method: 'POST',
  path: '/audit/erasures/{id}/withdraw',
  tag: 'audit',
  summary: 'Withdraw an erasure request before it is confirmed',
  access: 'admin',
  params: AuditEventId,
  responses: { 200: AuditErasure },
  errors: ['notFound', 'wrongState'],
  async handler({ db, actor, params, now, allow, audit, changed }) {
    const at = now()
    const { row, erasure } = await lockErasure(db, { id: params.id, actor, now: at })
    const subject = { kind: 'person', id: row.person_id }
    audit({ subject })
    allow(auditCan(actor).erase)
    if (erasure.status !== 'open')
      throw new Failure('wrongState', `This erasure request is no longer open (status: ${erasure.status}). Nothing was changed.`)
    await updateRow(db, 'audit_erasure_requests', row.id, { status: 'withdrawn', closed_by: actor.id, closed_at: at })
    audit({ subject, after: { erasureId: row.id } })
    await changed('auditErasure', row.id, await auditReaderIds(db))
    return (await loadErasures(db, { actor, now: at, where: sql<boolean>`r.id = ${row.id}` }))[0]!
  },
})
