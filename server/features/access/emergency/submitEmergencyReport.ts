import { nextVersion, updateRow } from '../../../db/rows.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { raiseAlarm } from './notifications.ts'
import { canUseEmergency, emergencyStateVerdict } from './policy.ts'
import { loadEmergency, lockEmergency } from './queries.ts'
import { EmergencyAccess, EmergencyId, EmergencyReport } from './schemas.ts'

export const submitEmergencyReport = operation({
  id: 'submitEmergencyReport',
  method: 'POST',
  path: '/emergency-access/{id}/afterword',
  tag: 'emergency-access',
  summary: 'Submit the post-use report of emergency access',
  description:
    'Submit the report within 24 hours after the access ends. An owner of the account or an administrator reviews it. You can’t review your own report.',
  access: 'owner',
  params: EmergencyId,
  body: EmergencyReport,
  responses: { 200: EmergencyAccess },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, actor, config, params, body, now, allow, ifMatch, audit, changed }) {
    const row = await lockEmergency(db, actor, params.id)
    const subject = { kind: 'account', id: row.account_id }
    audit({ subject })
    allow(canUseEmergency(actor, 'write', row))
    ifMatch(row.version)
    requireState(emergencyStateVerdict('write', { ...row, overdue: false }))
    const report = body.report.trim()
    await updateRow(db, 'emergency_accesses', params.id, { status: 'report', report, report_submitted_at: now(), ...nextVersion(now()) })
    await raiseAlarm(db, {
      id: row.id,
      accountId: row.account_id,
      personId: row.person_id,
      title: `Post-use report for ${row.reference} needs a review`,
      body: `${row.person.displayName} submitted the post-use report for ${row.account_name}. An owner or administrator must accept it or request a better one.`,
      event: `report ${row.version}`,
    })
    const after = await loadEmergency(db, actor, params.id, { config, now: now() })
    audit({ subject, after: { emergencyAccess: after } })
    await changed('emergencyAccess', params.id)
    return after
  },
})
