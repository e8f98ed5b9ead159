import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Person } from '../access/actor.ts'
import type { Db } from '../db/database.ts'
import type { PersonRef as PersonRefType } from '../features/people/queries.ts'
import { person } from '../features/people/queries.ts'
import { Can, PersonRef, Timestamp, Uuid } from '../features/people/schemas.ts'
import { approvalCan } from './policy.ts'

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()])

export const ApprovalStage = Type.Object({
  stage: Type.Integer(),
  name: Type.String(),
  status: Type.String(),
  minimum: Type.Integer(),
  openedAt: Nullable(Timestamp),
  closedAt: Nullable(Timestamp),
  approvers: Type.Array(PersonRef, { description: 'Who may decide now.' }),
  decisions: Type.Array(Type.Object({ person: PersonRef, decision: Type.String(), comment: Type.String(), at: Timestamp })),
})
export const Approval = Type.Object({
  id: Uuid,
  subjectKind: Type.String(),
  subjectId: Uuid,
  requester: PersonRef,
  policy: Type.Object({ id: Uuid, name: Type.String(), version: Type.Integer() }),
  status: Type.String(),
  stage: Type.Integer(),
  stages: Type.Array(ApprovalStage),
  openedAt: Timestamp,
  dueAt: Timestamp,
  closedAt: Nullable(Timestamp),
  version: Type.Integer(),
  can: Can,
})
export type Approval = Static<typeof Approval>

interface StageRow {
  stage: number
  name: string
  status: string
  minimum: number
  openedAt: string | null
  closedAt: string | null
  approvers: PersonRefType[]
  decisions: { person: PersonRefType; decision: string; comment: string; at: string }[]
}

/** Approvals with their stages, approvers and decisions, in one query however many there are. */
export async function readApprovals(
  db: Db,
  actor: Person,
  where: RawBuilder<boolean>,
  order: RawBuilder<unknown> = sql`a.opened_at, a.id`,
  limit = 200,
): Promise<Approval[]> {
  const iso = (column: RawBuilder<unknown>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const result = await sql<{
    id: string
    subject_kind: string
    subject_id: string
    requester: PersonRefType
    policy_id: string
    policy_name: string
    policy_version: number
    status: string
    stage: number
    stages: StageRow[]
    opened_at: Date
    due_at: Date
    closed_at: Date | null
    version: number
  }>`
    select a.id, a.subject_kind, a.subject_id, ${person(sql`a.requester_id`)} as requester, a.policy_id, pol.name as policy_name, a.policy_version,
      a.status, a.stage, a.opened_at, a.due_at, a.closed_at, a.version,
      (select json_agg(json_build_object('stage', s.stage, 'name', s.name, 'status', s.status, 'minimum', s.minimum,
          'openedAt', ${iso(sql`s.opened_at`)}, 'closedAt', ${iso(sql`s.closed_at`)},
          'approvers', case when s.status in ('open', 'waiting') then coalesce((select json_agg(${person(sql`sa.person_id`)} order by sa.person_id) from stage_approvers sa where sa.approval_id = s.approval_id and sa.stage = s.stage), '[]'::json) else '[]'::json end,
          'decisions', coalesce((select json_agg(json_build_object('person', ${person(sql`d.approver_id`)}, 'decision', d.decision, 'comment', d.comment, 'at', ${iso(sql`d.decided_at`)}) order by d.decided_at) from approval_decisions d where d.approval_id = s.approval_id and d.stage = s.stage), '[]'::json)
        ) order by s.stage) from approval_stages s where s.approval_id = a.id) as stages
    from approvals a join approval_policies pol on pol.id = a.policy_id and pol.version = a.policy_version
    where ${where} order by ${order} limit ${limit}`.execute(db)
  return result.rows.map((row) => ({
    id: row.id,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    requester: row.requester,
    policy: { id: row.policy_id, name: row.policy_name, version: row.policy_version },
    status: row.status,
    stage: row.stage,
    stages: row.stages,
    openedAt: row.opened_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    version: row.version,
    can: approvalCan(actor, row),
  }))
}
