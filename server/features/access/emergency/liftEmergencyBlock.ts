import { nextVersion, updateRow } from '../../../db/rows.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { canUseEmergency, emergencyStateVerdict } from './policy.ts'
import { isOverdue, loadEmergency, lockEmergency } from './queries.ts'
import { EmergencyAccess, EmergencyId } from './schemas.ts'

export const liftEmergencyBlock = operation({
  id: 'liftEmergencyBlock',
  method: 'POST',
  path: '/emergency-access/{id}/lift',
  tag: 'emergency-access',
  summary: 'Lift the emergency access block of a person with an overdue report',
  description: 'The report is still due. You can’t lift your own block.',
  access: 'admin',
  stepUp: 'privileged',
  params: EmergencyId,
  responses: { 200: EmergencyAccess },
  errors: ['notFound', 'forbidden', 'wrongState', 'versionMismatch'],
  async handler({ db, actor, config, params, now, allow, ifMatch, audit, changed }) {
    const row = await lockEmergency(db, actor, params.id)
    const subject = { kind: 'account', id: row.account_id }
    audit({ subject })
    allow(canUseEmergency(actor, 'lift', row))
    ifMatch(row.version)
    requireState(emergencyStateVerdict('lift', { status: row.status, overdue: isOverdue(row, now()) }))
    await updateRow(db, 'emergency_accesses', params.id, { lifted_by: actor.id, lifted_at: now(), ...nextVersion(now()) })
    const after = await loadEmergency(db, actor, params.id, { config, now: now() })
    audit({ subject, after: { emergencyAccess: after } })
    await changed('emergencyAccess', params.id)
    return after
  },
})
