import { sql } from 'kysely'
import { describeCondition } from '../../../approvals/describeCondition.ts'
import type { Db } from '../../../db/database.ts'
import type { ApprovalStatus, ReplaySide } from '../../../db/tables.ts'
import { type PersonRef, person } from '../../../people/queries.ts'
import type { ReplayChangeKind } from './compare.ts'
import { describeReplayChange } from './describeReplayChange.ts'
import { describeDifference } from './labels.ts'
import { changeKind, inReplay } from './queries.ts'
import type { PolicyReplayChange } from './schemas.ts'
import { readChangeKind, readSide } from './storedReplay.ts'

interface Row {
  id: string
  change: string
  severity: number
  actual: unknown
  simulated: unknown
  wait_before: number | null
  wait_after: number | null
  notifications_before: number
  notifications_after: number
  subject_kind: string
  subject_id: string
  round: number
  rounds: number
  subject: { reference: string; name: string } | null
  target: string
  requester: PersonRef
  requested_at: Date
  closed_at: Date | null
  status: ApprovalStatus
  automatic: string | null
  decided_by: PersonRef | null
  risk: number
}

export async function loadChanges(db: Db, version: { id: string; version: number }, ids: string[]): Promise<PolicyReplayChange[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select c.approval_id as id, ${changeKind} as change, c.severity, c.actual, c.simulated, c.wait_before, c.wait_after, c.notifications_before, c.notifications_after,
      a.subject_kind, a.subject_id, o.round, o.rounds, ${person(sql`a.requester_id`)} as requester, a.opened_at as requested_at, a.closed_at, a.status, a.automatic,
      coalesce((a.facts#>>'{risk,score}')::float8, 0) as risk, coalesce(a.facts#>>'{target,name}', '') as target,
      (select json_build_object('reference', coalesce(r.reference, ''), 'name', r.name)
        from approval_requests r where r.kind = a.subject_kind and r.id = a.subject_id) as subject,
      (select ${person(sql`d.approver_id`)} from approval_decisions d where d.approval_id = a.id order by d.decided_at desc, d.id desc limit 1) as decided_by
    from policy_replay_changes c join approvals a on a.id = c.approval_id
    cross join lateral (select count(*) filter (where (r.opened_at, r.id) <= (a.opened_at, a.id)) as round, count(*) as rounds
      from approvals r where r.subject_kind = a.subject_kind and r.subject_id = a.subject_id) o
    where ${inReplay(version)} and c.approval_id = any (${ids}::uuid[])`.execute(db)
  return rows.map(({ actual: storedActual, simulated: storedSimulated, ...row }) => {
    const [actual, simulated] = [readSide(storedActual), readSide(storedSimulated)]
    return { ...presentRow(row, readChangeKind(row.change, actual, simulated)), actual: toText(actual), simulated: toText(simulated) }
  })
}

function presentRow(row: Omit<Row, 'actual' | 'simulated'>, change: ReplayChangeKind): Omit<PolicyReplayChange, 'actual' | 'simulated'> {
  return {
    id: row.id,
    change,
    severity: row.severity,
    remark: describeReplayChange({
      change,
      severity: row.severity,
      status: row.status,
      risk: row.risk,
      decidedBy: row.decided_by?.displayName,
    }),
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    round: row.round,
    rounds: row.rounds,
    reference: row.subject?.reference ?? '',
    name: row.subject?.name ?? row.target,
    requester: row.requester,
    requestedAt: row.requested_at.toISOString(),
    decidedAt: row.closed_at?.toISOString() ?? null,
    status: row.status,
    decidedBy: row.decided_by,
    risk: row.risk,
    waits: { before: row.wait_before, after: row.wait_after },
    notifications: { before: row.notifications_before, after: row.notifications_after },
  }
}

const toText = ({ differences, onlyReminders: _, ...side }: ReplaySide) => ({
  ...side,
  reading: side.when === null ? null : describeCondition(side.when),
  ...(differences && { differences: differences.map(describeDifference) }),
})
