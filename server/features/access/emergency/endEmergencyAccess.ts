import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { cancelBefore, startEnding } from './end/expireEmergencyAccess.ts'
import { canUseEmergency, emergencyStateVerdict } from './policy.ts'
import { loadEmergency, lockEmergency } from './queries.ts'
import { EmergencyAccess, EmergencyId } from './schemas.ts'

export const endEmergencyAccess = operation({
  id: 'endEmergencyAccess',
  method: 'POST',
  path: '/emergency-access/{id}/end',
  tag: 'emergency-access',
  summary: 'End emergency access early, or cancel it before it starts',
  description:
    'Allowed for the person, owners of the account and administrators. The status is `ending` until Azure no longer shows the role. Access that is still `opening` becomes `failed`, or is removed after Azure grants it.',
  access: 'owner',
  params: EmergencyId,
  responses: { 202: EmergencyAccess },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, jobs, actor, config, params, now, allow, ifMatch, audit, changed }) {
    const row = await lockEmergency(db, actor, params.id)
    const subject = { kind: 'account', id: row.account_id }
    audit({ subject })
    allow(canUseEmergency(actor, 'end', row))
    ifMatch(row.version)
    requireState(emergencyStateVerdict('end', { ...row, overdue: false, ended: row.ended_by !== null }))
    const before = await loadEmergency(db, actor, params.id, { config, now: now() })
    if (row.status === 'opening') await cancelBefore({ db, jobs }, row, now(), actor.id)
    else await startEnding({ db, jobs }, row, now(), actor.id)
    const after = await loadEmergency(db, actor, params.id, { config, now: now() })
    audit({ subject, before: { emergencyAccess: before }, after: { emergencyAccess: after } })
    await changed('emergencyAccess', params.id)
    return after
  },
})
