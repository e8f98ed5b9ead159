import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { auditCan } from './policy.ts'
import { AuditVerification } from './schemas.ts'
import { askForVerification, lastVerification } from './verifications.ts'

export const verifyAudit = operation({
  id: 'verifyAudit',
  method: 'POST',
  path: '/audit/verifications',
  tag: 'audit',
  summary: 'Verify the whole audit trail now',
  description: 'One at a time: asked for while one is under way, it answers with that one. `getAuditStatus` tells how far it is.',
  access: 'adminOrAuditor',
  answers: { 202: AuditVerification },
  async handler({ db, actor, jobs, now, allow, audit, changed }) {
    allow(auditCan(actor).verify)
    const id = await askForVerification(db, { personId: actor.id, now: now() })
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
