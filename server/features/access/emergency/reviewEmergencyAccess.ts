import { nextVersion, updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { emergencyInput } from './emergencyInput.ts'
import { closeEmergencyIncident } from './incident/emergencyIncident.ts'
import { notifyPerson } from './notifications.ts'
import { canUseEmergency, emergencyStateVerdict } from './policy.ts'
import { loadEmergency, lockEmergency } from './queries.ts'
import { EmergencyAccess, EmergencyId, EmergencyReview } from './schemas.ts'

const extraReportHours = 24

export const reviewEmergencyAccess = operation({
  id: 'reviewEmergencyAccess',
  method: 'POST',
  path: '/emergency-access/{id}/review',
  tag: 'emergency-access',
  summary: 'Accept a post-use report, or request a better one',
  description:
    'Owners of the account and administrators can do this, but not for their own emergency access. Accepting the report adds it to the incident and closes the incident.',
  access: 'owner',
  params: EmergencyId,
  body: EmergencyReview,
  responses: { 200: EmergencyAccess },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, jobs, actor, config, params, body, now, allow, ifMatch, audit, changed }) {
    const row = await lockEmergency(db, actor, params.id)
    const subject = { kind: 'account', id: row.account_id }
    audit({ subject })
    allow(canUseEmergency(actor, 'review', row))
    ifMatch(row.version)
    requireState(emergencyStateVerdict('review', { ...row, overdue: false }))
    const comment = body.comment?.trim() ?? ''
    const isAccepted = body.decision === 'accept'
    if (!isAccepted && comment.length < 10) {
      const message = 'enter what is missing, in at least 10 characters'
      throw new Failure('invalidRequest', `Enter what is missing from the report.`, { errors: [{ field: 'comment', message }] })
    }
    const at = now()
    await updateRow(db, 'emergency_accesses', params.id, {
      ...(isAccepted
        ? { status: 'closing' as const, reviewer_id: actor.id, reviewed_at: at }
        : { status: 'ended' as const, report_due_at: new Date(at.getTime() + extraReportHours * 3_600_000) }),
      review_comment: comment || null,
      ...nextVersion(at),
    })
    if (isAccepted) {
      const input = { ...emergencyInput(row), report: row.report, reviewerName: actor.displayName }
      await startRun({ db, jobs }, closeEmergencyIncident, { kind: 'emergencyAccess', id: row.id }, input)
    }
    await notifyPerson(db, {
      id: row.id,
      personId: row.person_id,
      title: isAccepted
        ? `Your post-use report for ${row.account_name} was accepted`
        : `${actor.displayName} needs more details about ${row.reference}`,
      body: isAccepted ? `${row.reference}: Slipway closes the incident.` : comment,
      event: `review ${row.version}`,
    })
    const after = await loadEmergency(db, actor, params.id, { config, now: at })
    audit({ subject, after: { emergencyAccess: after, decision: body.decision } })
    await changed('emergencyAccess', params.id)
    return after
  },
})
