import { sql } from 'kysely'
import { isAbsentByCalendar } from '../../../approvals/absence.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { StageRule } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'

/**
 * Counts the votes that the stage `s` still lacks after a vote of every available approver. Each seat votes once, and each person votes
 * once, even with several seats or user accounts.
 */
export const missing = (now: Date) => sql<number>`(s.minimum
  - (select count(*) from stage_votes(s.approval_id, s.stage, ${now}) v where v.counts and v.decision = 'approve')
  - (select least(count(distinct identity_key(holder)), count(distinct identity_key(me)))
      from stage_approvers sa join people me on me.id = sa.person_id join people holder on holder.id = coalesce(sa.on_behalf_of, sa.person_id)
      where sa.approval_id = s.approval_id and sa.stage = s.stage
      and not exists (select from delegations w where w.person_id = sa.person_id and w.status = 'live' and (w.ends_at is null or w.ends_at > ${now}))
      and not ${isAbsentByCalendar(sql`sa.person_id`, now)}
      and not exists (select from stage_votes(s.approval_id, s.stage, ${now}) v join people voter on voter.id = v.approver_id
        where identity_key(voter) = identity_key(me) or v.counts and v.seat = identity_key(holder))))::int`

export interface OpenStage {
  approval_id: string
  stage: number
  name: string
  rule: StageRule
  need: 'unstaffed' | 'unresponsive' | null
  subject_kind: string
  subject_id: string
  requester_id: string
  tower_id: string | null
  /** True if the actor is the requester, with any of their user accounts. */
  own: boolean
  isTowerLead: boolean
}

/** @throws notFound, alreadyDecided */
export async function openStageOf(db: Db, approvalId: string, actor: Person, now: Date): Promise<OpenStage> {
  const { rows } = await sql<OpenStage & { status: string; missing: number; unresponsive: boolean }>`
    select a.id as approval_id, a.stage, s.name, s.rule, a.status, a.subject_kind, a.subject_id, a.requester_id, a.tower_id,
      identity_key(q) = identity_key(me) as own, s.reminded_at is not null as unresponsive,
      exists (select from tower_leads l where l.tower_id = a.tower_id and l.person_id = me.id) as "isTowerLead",
      case when s.status = 'open' then ${missing(now)} else 0 end as missing
    from approvals a
    join approval_stages s on s.approval_id = a.id and s.stage = a.stage
    join people q on q.id = a.requester_id
    join people me on me.id = ${actor.id}
    where a.id = ${approvalId}`.execute(db)
  const [row] = rows
  if (!row) throw new Failure('notFound', 'This approval doesn’t exist.')
  return { ...row, need: row.status !== 'pending' ? null : row.missing > 0 ? 'unstaffed' : row.unresponsive ? 'unresponsive' : null }
}

export function substituteProblem({ subject_kind, rule, need }: Pick<OpenStage, 'subject_kind' | 'rule' | 'need'>): string | undefined {
  if (subject_kind === 'pimActivation') return 'Azure sets the approvers of this role. Change them in the role’s PIM settings.'
  if ([rule, ...(rule.of ?? [])].some(({ kind }) => kind === 'role'))
    return 'Only people with a specific Slipway role can decide on this request. Assign that role to another person in the directory.'
  if (need === null) return 'The approvers are available, so no substitute is needed. The requester can remind them.'
  return undefined
}
