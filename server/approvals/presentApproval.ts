import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Person } from '../auth/actor.ts'
import type { Db } from '../db/database.ts'
import { loadPeople } from '../people/queries.ts'
import { Can, Nullable, NullableText, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../people/schemas.ts'
import { isAbsentInCalendar } from './absence.ts'
import { approvalCan, canRemind } from './policy.ts'
import { UsualWait } from './requestSchemas.ts'

const Approver = Type.Object({
  ...PersonRef.properties,
  onBehalfOf: Nullable(PersonRef, {
    description: 'The person whose decision a delegate makes; null if the person decides for themselves.',
  }),
  alternate: Type.Boolean({ description: 'True if the escalation added this approver.' }),
  fallback: Type.Boolean({ description: 'True if this approver was added because the rule names no approver who can decide.' }),
  reassigned: Nullable(Type.Object({ comment: Type.String(), at: Timestamp }), {
    description: 'Comment and time of the reassignment to this person; null if it was not reassigned.',
  }),
  away: Nullable(Type.Object({ until: NullableTimestamp, byCalendar: Type.Boolean() }), {
    description: 'Set while the approver has a delegate or is absent according to their calendar. They can still decide.',
  }),
})
const uncountedReasons = ['accountDisabled', 'seatLost', 'delegationEnded', 'countedAlready'] as const
export const ApprovalStage = Type.Object({
  stage: Type.Integer(),
  name: Type.String(),
  status: Type.String(),
  minimum: Type.Integer(),
  openedAt: NullableTimestamp,
  closedAt: NullableTimestamp,
  approvers: Type.Array(Approver, { description: 'Current approvers.' }),
  decisions: Type.Array(
    Type.Object({
      person: PersonRef,
      onBehalfOf: Nullable(PersonRef),
      decision: Type.String(),
      comment: Type.String(),
      at: Timestamp,
      counts: Type.Boolean({
        description: 'Whether the vote counts. An open stage uses its current seats, a closed stage the seats it had when it closed.',
      }),
      reason: Nullable(Type.Enum([...uncountedReasons]), { description: 'Reason why a vote in an open stage doesn’t count.' }),
    }),
  ),
  missing: Type.Integer({ description: 'Number of votes still required.' }),
  dueAt: NullableTimestamp,
  remindsAt: NullableTimestamp,
  remindedAt: NullableTimestamp,
  escalatesAt: NullableTimestamp,
  escalatedAt: NullableTimestamp,
  usualWait: Type.Optional(
    Nullable(UsualWait, {
      description:
        'Only for the open stage of a request that is read alone; null if such a stage was approved less often than three times.',
    }),
  ),
})
const ApprovalComment = Type.Object({ id: Uuid, person: PersonRef, stage: Type.Integer(), comment: Type.String(), at: Timestamp })
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
  closedAt: NullableTimestamp,
  automatic: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'Reason given by the rule that decided automatically; null if people decide.',
  }),
  risk: Nullable(Type.Object({ score: Type.Number(), reasons: Type.Array(Type.String()) }), {
    description: 'Risk score from 0 to 100, when the request was submitted.',
  }),
  resubmitBy: Nullable(Timestamp, { description: 'Deadline for the requester to resubmit, if changes were requested.' }),
  comments: Type.Array(ApprovalComment, { description: 'Comments that aren’t part of a decision.' }),
  remindedByRequesterAt: Nullable(Timestamp, { description: 'Time of the requester’s last reminder.' }),
  version: Type.Integer(),
  can: Can,
})
export type Approval = Static<typeof Approval>

type Stage = Static<typeof ApprovalStage>
type Seat = Pick<Stage['approvers'][number], 'fallback' | 'alternate' | 'reassigned' | 'away'>
type Vote = Pick<Stage['decisions'][number], 'decision' | 'comment' | 'at' | 'counts' | 'reason'>
interface PersonNaming {
  requester_id: string
  comments: (Omit<Approval['comments'][number], 'person'> & { person: string })[]
  stages: (Omit<Stage, 'approvers' | 'decisions' | 'missing'> & {
    approvers: (Seat & { id: string; onBehalfOf: string | null })[]
    decisions: (Vote & { person: string; onBehalfOf: string | null })[]
  })[]
}

export async function loadApprovals(
  db: Db,
  actor: Person,
  condition: RawBuilder<boolean>,
  order: RawBuilder<unknown> = sql`a.opened_at, a.id`,
  limit = 200,
  now?: Date,
): Promise<Approval[]> {
  const iso = (column: RawBuilder<unknown>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  interface Row extends PersonNaming {
    id: string
    subject_kind: string
    subject_id: string
    policy_id: string
    policy_name: string
    policy_version: number
    status: string
    stage: number
    opened_at: Date
    due_at: Date
    closed_at: Date | null
    automatic: string | null
    risk: Approval['risk']
    reminded_by_requester_at: Date | null
    resubmit_by: Date | null
    version: number
  }
  const seats = sql`(
    select sa.approval_id, sa.stage, json_agg(json_build_object('id', sa.person_id, 'fallback', sa.fallback, 'alternate', sa.alternate,
        'onBehalfOf', sa.on_behalf_of,
        'reassigned', case when h.id is not null then json_build_object('comment', h.comment, 'at', ${iso(sql`h.created_at`)}) end,
        'away', case when w.id is not null then json_build_object('until', ${iso(sql`w.ends_at`)}, 'byCalendar', false)
          when c.person_id is not null then json_build_object('until', ${iso(sql`c.ends_at`)}, 'byCalendar', true) end) order by sa.person_id) as approvers
    from pending_approvers(array(select id from chosen)) sa
    left join delegations w on w.person_id = sa.person_id and w.status = 'live'
    left join calendars c on c.person_id = sa.person_id and ${isAbsentInCalendar(now ?? sql`now()`)}
    left join approval_reassignments h on sa.reassigned and h.approval_id = sa.approval_id and h.stage = sa.stage and h.person_id = sa.on_behalf_of
      and h.receiver_id = sa.person_id and h.ended_at is null
    group by 1, 2)`
  const decisions = sql`(
    select json_agg(json_build_object('person', d.approver_id, 'onBehalfOf', d.on_behalf_of, 'decision', d.decision, 'comment', d.comment,
      'at', ${iso(sql`d.decided_at`)}, 'counts', coalesce(v.counts, (s.counted is null or d.id = any (s.counted)) and not same_identity(d.approver_id, d.requester_id)), 'reason', v.reason)
      order by d.decided_at)
    from approval_decisions d
    left join lateral (
      select * from stage_votes(s.approval_id, s.stage, ${now ?? sql`now()`}) v where s.status = 'open' and s.minimum > 1
    ) v on v.id = d.id
    where d.approval_id = s.approval_id and d.stage = s.stage)`
  const stages = sql`(
    select s.approval_id, json_agg(json_build_object('stage', s.stage, 'name', s.name, 'status', s.status, 'minimum', s.minimum,
        'openedAt', ${iso(sql`s.opened_at`)}, 'closedAt', ${iso(sql`s.closed_at`)}, 'dueAt', ${iso(sql`s.due_at`)}, 'remindsAt', ${iso(sql`s.remind_at`)},
        'remindedAt', ${iso(sql`s.reminded_at`)}, 'escalatesAt', ${iso(sql`s.escalate_at`)}, 'escalatedAt', ${iso(sql`s.escalated_at`)},
        'approvers', coalesce(e.approvers, '[]'::json), 'decisions', coalesce(${decisions}, '[]'::json)) order by s.stage) as stages
    from approval_stages s left join seats e on e.approval_id = s.approval_id and e.stage = s.stage
    where s.approval_id = any (array(select id from chosen)) group by 1)`
  const { rows } = await sql<Row>`
    with chosen as materialized (select a.* from approvals a where ${condition} order by ${order} limit ${limit}),
      seats as materialized ${seats}, stages as materialized ${stages}
    select a.id, a.subject_kind, a.subject_id, a.requester_id, a.policy_id, pol.name as policy_name, a.policy_version,
      a.status, a.stage, a.opened_at, a.due_at, a.closed_at, a.automatic, a.version, a.reminded_by_requester_at, a.resubmit_by, nullif(a.facts->'risk', 'null') as risk,
      (select coalesce(json_agg(json_build_object('id', c.id, 'person', c.person_id, 'stage', c.stage, 'comment', c.comment,
          'at', ${iso(sql`c.created_at`)}) order by c.created_at, c.id), '[]'::json) from approval_comments c where c.approval_id = a.id) as comments,
      coalesce(t.stages, '[]'::json) as stages
    from chosen a join approval_policies pol on pol.id = a.policy_id and pol.version = a.policy_version
    left join stages t on t.approval_id = a.id
    order by ${order}`.execute(db)
  return (await withPeople(db, rows)).map((row) => ({
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
    automatic: row.automatic,
    risk: row.risk,
    resubmitBy: row.resubmit_by?.toISOString() ?? null,
    comments: row.comments,
    remindedByRequesterAt: row.reminded_by_requester_at?.toISOString() ?? null,
    version: row.version,
    can: { ...approvalCan(actor, row), ...(now && { remind: canRemind(actor, row, now) }) },
  }))
}

async function withPeople<T extends PersonNaming>(db: Db, rows: T[]) {
  const namedIds = new Set<string>()
  for (const { requester_id, comments, stages } of rows) {
    namedIds.add(requester_id)
    for (const comment of comments) namedIds.add(comment.person)
    for (const { approvers, decisions } of stages) {
      for (const { id, onBehalfOf } of approvers) for (const each of [id, onBehalfOf]) if (each) namedIds.add(each)
      for (const { person, onBehalfOf } of decisions) for (const each of [person, onBehalfOf]) if (each) namedIds.add(each)
    }
  }
  const people = await loadPeople(db, [...namedIds])
  const personById = (id: string) => people.get(id)!
  const personOrNull = (id: string | null) => (id === null ? null : personById(id))
  return rows.map((row) => ({
    ...row,
    requester: personById(row.requester_id),
    comments: row.comments.map((comment) => ({ ...comment, person: personById(comment.person) })),
    stages: row.stages.map((stage) => ({
      ...stage,
      approvers: stage.approvers.map((seat) => ({ ...seat, ...personById(seat.id), onBehalfOf: personOrNull(seat.onBehalfOf) })),
      decisions: stage.decisions.map((each) => ({ ...each, person: personById(each.person), onBehalfOf: personOrNull(each.onBehalfOf) })),
      missing: missingVotes(stage),
    })),
  }))
}

function missingVotes({ status, minimum, decisions }: PersonNaming['stages'][number]): number {
  if (status !== 'open' && status !== 'waiting') return 0
  return Math.max(minimum - decisions.filter(({ decision, counts }) => decision === 'approve' && counts).length, 0)
}
