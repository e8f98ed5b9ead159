import { sql } from 'kysely'
import type { Static } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import type { ExternalFacts } from '../../../approvals/evidence.ts'
import { cancelApproval, endRoundForChange, type OpenedApproval, openApproval } from '../../../approvals/openApproval.ts'
import type { ApprovalFacts, ApprovalSubject } from '../../../approvals/subject.ts'
import type { Verdict } from '../../../auth/access.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import type { RequestConflict } from '../../../db/tables.ts'
import type { Call } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import type { ActorGrants } from './membership.ts'
import { accessRequestCan } from './policy.ts'
import type { lockAccessRequest } from './queries.ts'
import { requireDuration } from './requireDuration.ts'
import type { AccessRequestChange, NewAccessRequest } from './schemas.ts'

type RequestRow = Awaited<ReturnType<typeof lockAccessRequest>>
type RequestCall<Body = unknown> = Call<unknown, unknown, Body>

interface NewRequest {
  group: { id: string; name: string }
  own: ActorGrants
  conflicts: RequestConflict[]
  facts: ApprovalFacts
}

/**
 * Stores an access request and opens its approval. The caller checks the permissions.
 * @returns the ID of the request
 */
export async function submitAccessRequest(
  { db, jobs, actor, body, now, audit, changed }: RequestCall<Static<typeof NewAccessRequest>>,
  subject: ApprovalSubject,
  { group, own, conflicts, facts }: NewRequest,
): Promise<string> {
  const at = now()
  const id = uuidv7()
  const number = await sql<{ n: number }>`select nextval('access_request_number') as n`.execute(db)
  const reference = `AXS-${at.getUTCFullYear()}-${String(number.rows[0]!.n).padStart(4, '0')}`
  await db
    .insertInto('access_requests')
    .values({
      id,
      reference,
      group_id: group.id,
      requester_id: actor.id,
      justification: body.justification.trim(),
      duration_hours: body.durationHours,
      extends_assignment_id: own.extends?.id ?? null,
      conflicts: JSON.stringify(conflicts),
      status: 'pending_approval',
      submitted_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute()
  const opened = await openApproval({ db, jobs, now: at }, subject, { subjectId: id, requesterId: actor.id, facts })
  audit({
    subject: { kind: subject.kind, id },
    after: { reference, ...body, group: group.name, extends: own.extends?.id, ...outcomeOf(opened) },
  })
  await changed(subject.kind, id)
  await changed('approval', id)
  return id
}

/**
 * Changes the actor's own request and opens a new approval.
 * @param facts used to check whether the request is still possible
 * @param externalFacts for the evidence of the round that ends
 */
export async function resendRequest(
  call: RequestCall<Static<typeof AccessRequestChange>>,
  subject: ApprovalSubject,
  row: RequestRow,
  facts: (accessRequest: { roles: RequestRow['roles']; durationHours: number | null; extends: string | null }) => Promise<ApprovalFacts>,
  externalFacts?: ExternalFacts,
): Promise<void> {
  const { db, jobs, actor, body, now, audit, changed } = call
  const { justification, durationHours } = body
  requireRequester(call, row, accessRequestCan(actor, { requester: { id: row.requester_id }, status: row.status }).edit)
  const newFacts = await facts({ roles: row.roles, durationHours, extends: row.extends_assignment_id })
  requireDuration(row.max_duration_hours, durationHours)
  const at = now()
  await endRoundForChange({ db, now: at, externalFacts }, subject.kind, row.id)
  await updateRow(db, 'access_requests', row.id, {
    justification: justification.trim(),
    duration_hours: durationHours,
    status: 'pending_approval',
    submitted_at: at,
    ...nextVersion(at),
  })
  const opened = await openApproval({ db, jobs, now: at }, subject, { subjectId: row.id, requesterId: row.requester_id, facts: newFacts })
  audit({
    subject: { kind: subject.kind, id: row.id },
    before: { justification: row.justification, durationHours: row.duration_hours },
    after: { ...body, ...outcomeOf(opened) },
  })
  await changed(subject.kind, row.id)
  await changed('approval', row.id)
}

export async function withdrawRequest(call: RequestCall, kind: string, row: RequestRow): Promise<void> {
  const { db, actor, now, audit, changed } = call
  requireRequester(call, row, accessRequestCan(actor, { requester: { id: row.requester_id }, status: row.status }).withdraw)
  await cancelApproval(db, kind, row.id, now())
  await updateRow(db, 'access_requests', row.id, { status: 'cancelled', ...nextVersion(now()) })
  audit({ subject: { kind, id: row.id }, before: { status: row.status }, after: { status: 'cancelled' } })
  await changed(kind, row.id)
  await changed('approval', row.id)
}

function requireRequester({ actor, allow, ifMatch }: RequestCall, row: RequestRow, verdict: Verdict): void {
  allow(row.requester_id === actor.id ? true : verdict)
  requireState(verdict)
  ifMatch(row.version)
}

const outcomeOf = ({ decisionReason, outcome }: OpenedApproval) => (decisionReason ? { outcome, decisionReason } : {})
