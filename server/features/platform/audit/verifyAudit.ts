import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { auditCan } from './policy.ts'
import { AuditVerification } from './schemas.ts'
import { lastVerification, requestVerification } from './verifications.ts'

export const verifyAudit = operation({
  id: 'verifyAudit',
  method: 'POST',
  path: '/audit/verifications',
  tag: 'audit',
  summary: 'Verify the whole audit trail',
  description: 'Only one verification runs at a time; a second call returns the one in progress. `getAuditStatus` has its progress.',
  access: 'adminOrAuditor',
  responses: { 202: AuditVerification },
  async handler({ db, actor, jobs, now, allow, audit, changed }) {
    allow(auditCan(actor).verify)
    const id = await requestVerification(db, { personId: actor.id, now: now() })
    if (id) {
      await jobs.send(db, 'verifyAudit', { id })
      await changed('auditVerification', id)
    }
    const verification = await lastVerification(db)
    if (!verification) throw new Failure('internal')
    audit({ subject: { kind: 'auditVerification', id: verification.id } })
    return verification
  },
})
