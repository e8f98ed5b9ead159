import { sql } from 'kysely'
import type { Person } from '../auth/actor.ts'
import type { Db } from '../db/database.ts'
import type { StageRule } from '../db/tables.ts'

interface Round {
  id: string
  requester_id: string
  tower_id: string | null
  family_id: string | null
  catalogue_item_ids: string[]
  account_id: string | null
  sandbox_id: string | null
}

interface Seat {
  stage: number
  onBehalfOf: string | null
}

/**
 * Returns the person's current seats in a round. A seat from the administrator or auditor role, even through a delegation, counts only if
 * this call's credential has the role. The roles in the database only select people to notify.
 */
export async function loadSeats(db: Db, round: Round, actor: Person, now: Date): Promise<Seat[]> {
  const stages = await db
    .selectFrom('approval_stages')
    .select(['stage', 'rule', 'alternates', 'escalated_at'])
    .where('approval_id', '=', round.id)
    .where('stage', 'in', (expression) =>
      expression.selectFrom('stage_approvers').select('stage').where('approval_id', '=', round.id).where('person_id', '=', actor.id),
    )
    .orderBy('stage')
    .execute()
  const seats: Seat[] = []
  for (const { stage, rule, alternates, escalated_at } of stages) {
    const escalatedRule = escalated_at !== null && alternates !== null ? JSON.stringify(withoutActorRoles(alternates, actor)) : null
    const { rows } = await sql<{ on_behalf_of: string | null }>`
      select s.on_behalf_of
      from resolve_approvers(${JSON.stringify(withoutActorRoles(rule, actor))}::jsonb, ${escalatedRule}::jsonb, ${round.tower_id}::uuid, ${round.family_id}::uuid,
        ${round.catalogue_item_ids}::uuid[], ${round.requester_id}::uuid, ${round.account_id}::uuid, ${round.sandbox_id}::uuid,
        ${round.id}::uuid, ${stage}::int) s
      left join delegations d on d.person_id = s.on_behalf_of and d.delegate_id = s.person_id and d.status = 'live'
      where s.person_id = ${actor.id} and (s.on_behalf_of is null or s.reassigned or d.ends_at is null or d.ends_at > ${now})`.execute(db)
    if (rows[0]) seats.push({ stage, onBehalfOf: rows[0].on_behalf_of })
  }
  return seats
}

function withoutActorRoles(rule: StageRule, actor: Person): StageRule {
  const hasRole = rule.role === 'Slipway.Admin' ? actor.admin : actor.auditor
  const { role, of, ...rest } = rule
  return { ...rest, ...(role && hasRole ? { role } : {}), ...(of ? { of: of.map((each) => withoutActorRoles(each, actor)) } : {}) }
}

export async function isSeatUsed(db: Db, round: { id: string; stage: number }, holderId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from stage_votes(${round.id}, ${round.stage}, ${now}) v join people h on h.id = ${holderId} where v.counts and v.seat = identity_key(h)`.execute(
    db,
  )
  return rows.length > 0
}
