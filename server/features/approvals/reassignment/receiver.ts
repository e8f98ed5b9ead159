import { sql } from 'kysely'
import { isAbsentByCalendar } from '../../../approvals/absence.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'

interface ReassignmentContext {
  approvalId: string
  stage: number
  requesterId: string
  to: string
  actor: Person
  now: Date
}

/**
 * The receiver must be present, must not be the requester or an approver already, and must be able to use the actor's seat.
 * @throws invalidRequest at `to`
 */
export async function requireReceiver(db: Db, { approvalId, stage, requesterId, to, actor, now }: ReassignmentContext): Promise<void> {
  const appRoles = [...(actor.admin ? ['Slipway.Admin'] : []), ...(actor.auditor ? ['Slipway.Auditor'] : [])]
  const { rows } = await sql<{ name: string; self: boolean; own: boolean; isApprover: boolean; away: boolean; seat: boolean }>`
    select r.display_name as name, identity_key(r) = identity_key(me) as self, identity_key(r) = identity_key(q) as own,
      exists (
        select from (
          select sa.person_id from stage_approvers sa where sa.approval_id = ${approvalId} and sa.stage = ${stage}
          union all select d.approver_id from approval_decisions d where d.approval_id = ${approvalId} and d.stage = ${stage}
        ) x join people p on p.id = x.person_id and identity_key(p) = identity_key(r)
      ) as "isApprover",
      ${isAbsentByCalendar(sql`r.id`, now)} or exists (select from delegations w where w.person_id = r.id and w.status = 'live'
        and (w.ends_at is null or w.ends_at > ${now})) as away,
      exists (
        select from own_seats(me.id, array(select unnest(r.roles) intersect select unnest(${appRoles}::text[])), '{open}') h
        where h.approval_id = ${approvalId} and h.stage = ${stage}
      ) as seat
    from people r join people me on me.id = ${actor.id} join people q on q.id = ${requesterId}
    where r.id = ${to}`.execute(db)
  const problem = rows[0] && receiverProblem(rows[0])
  if (problem) throw new Failure('invalidRequest', problem, { errors: [{ field: 'to', message: problem }] })
}

function receiverProblem({
  name,
  self,
  own,
  isApprover,
  away,
  seat,
}: Record<'self' | 'own' | 'isApprover' | 'away' | 'seat', boolean> & { name: string }) {
  if (self) return 'You can’t reassign a decision to yourself. Choose another person.'
  if (own) return `${name} submitted this request and can’t decide on it. Choose another person.`
  if (isApprover) return `${name} can already decide on this request with their own vote. Choose another person, or add a comment.`
  if (away) return `${name} is away. Choose another person.`
  if (!seat) return `${name} doesn’t have the Slipway role that is required to decide on this request. Choose another person.`
  return undefined
}
