import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import { isActor } from '../../../auth/sameIdentity.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { type PersonRef, people, person } from '../../../people/queries.ts'
import type { GapContext } from './notify.ts'
import { familyEscalationMs, towerEscalationMs } from './ownershipPeriods.ts'
import { type GapFacts, gapCan, roleIn } from './policy.ts'
import type { OwnershipGap } from './schemas.ts'

const validOwner = sql`account_owners`

/** Selects open gaps. A change of owners can resolve a gap up to a minute before Slipway closes it. */
export const isOpenGap: RawBuilder<boolean> = sql<boolean>`g.resolved_at is null and a.status = 'active' and p.id is not null
  and (g.reason = 'moved' or valid_owners(a.id) < 2)
  and exists (select from account_owners o where o.account_id = a.id and o.person_id = g.person_id)`

export function concernsPerson(personId: string): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from ownership_proposals r where r.gap_id = g.id and r.person_id = ${personId} and r.status = 'proposed' and r.requested_at is not null)
    or exists (select from account_owners o where o.account_id = a.id and o.person_id = ${personId})
    or exists (select from family_owners f where f.family_id = a.family_id and f.person_id = ${personId})
    or exists (select from tower_leads t where t.tower_id = a.tower_id and t.person_id = ${personId}))`
}

export const openGapsFrom: RawBuilder<unknown> = sql`ownership_gaps g join accounts a on a.id = g.account_id join people p on p.id = g.person_id`

interface GapRow {
  id: string
  account_id: string
  account_name: string
  environment: string
  family_id: string
  family_name: string
  tower_id: string
  tower_name: string
  person: PersonRef
  own: boolean
  reason: 'left' | 'moved'
  former_department: string | null
  opened_at: Date
  owners: PersonRef[]
  family_owners: string[]
  tower_leads: string[]
  proposals: { person: PersonRef; reason: string; status: 'proposed' | 'accepted' | 'declined'; notified: boolean }[]
  fallbacks: { as: 'familyOwner' | 'towerLead' | 'fallbackGroup'; tier: number; person: PersonRef }[]
}

export async function loadGaps(db: Db, actor: Person, condition: RawBuilder<boolean>): Promise<KnownGap[]> {
  const { rows } = await sql<GapRow>`
    select g.id, g.account_id, a.name as account_name, a.environment, a.family_id, f.name as family_name, a.tower_id, t.name as tower_name,
      ${person(sql`g.person_id`)} as person, ${isActor(actor, sql`g.person_id`)} as own, g.reason, g.former_department, g.opened_at,
      ${people(validOwner, sql`l.account_id = a.id and p.active`)} as owners,
      array(select person_id::text from family_owners where family_id = a.family_id) as family_owners,
      array(select person_id::text from tower_leads where tower_id = a.tower_id) as tower_leads,
      coalesce((select json_agg(json_build_object('person', ${person(sql`r.person_id`)}, 'reason', r.reason, 'status', r.status,
        'notified', r.requested_at is not null) order by r.rank, r.person_id) from ownership_proposals r where r.gap_id = g.id), '[]'::json) as proposals,
      case when g.reason = 'left' then (select coalesce(json_agg(json_build_object('as', b.source, 'tier', b.tier, 'person', ${person(sql`b.person_id`)})), '[]'::json)
        from (select distinct on (tier = 1) * from fallback_owners(a.id) order by tier = 1 desc, tier) b) else '[]'::json end as fallbacks
    from ${openGapsFrom} join families f on f.id = a.family_id join towers t on t.id = a.tower_id
    where ${isOpenGap} and ${condition}`.execute(db)
  return rows.map((row) => presentGap(actor, row))
}

interface KnownGap {
  gap: OwnershipGap
  facts: GapFacts
}

function presentGap(actor: Person, row: GapRow): KnownGap {
  const facts: GapFacts = {
    reason: row.reason,
    ownerIds: row.owners.map((owner) => owner.id),
    familyOwnerIds: row.family_owners,
    towerLeadIds: row.tower_leads,
    requestedIds: row.proposals.filter((each) => each.notified && each.status === 'proposed').map((each) => each.person.id),
    own: row.own,
  }
  const fallback = row.fallbacks.find((each) => each.tier === 1) ?? row.fallbacks[0]
  const dueAt = fallback && new Date(row.opened_at.getTime() + (fallback.tier === 1 ? familyEscalationMs : towerEscalationMs))
  const gap: OwnershipGap = {
    id: row.id,
    account: { id: row.account_id, name: row.account_name, environment: row.environment },
    family: { id: row.family_id, name: row.family_name },
    tower: { id: row.tower_id, name: row.tower_name },
    person: row.person,
    reason: row.reason,
    formerDepartment: row.former_department,
    openedAt: row.opened_at.toISOString(),
    validOwners: row.owners,
    proposals: row.proposals,
    fallback: fallback && dueAt ? { at: dueAt.toISOString(), as: fallback.as, person: fallback.person } : null,
    role: roleIn(actor, facts) ?? 'auditor',
    can: gapCan(actor, facts),
  }
  return { gap, facts }
}

/**
 * Locks the account of the gap until the transaction ends.
 * @throws notFound, alreadyDecided
 */
export async function lockGap(db: Db, actor: Person, accountId: string, gapId: string): Promise<KnownGap> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  const [currentGap] = await loadGaps(db, actor, sql<boolean>`g.id = ${gapId} and g.account_id = ${accountId}`)
  if (currentGap) return currentGap
  const gapRow = await db
    .selectFrom('ownership_gaps')
    .select('id')
    .where('id', '=', gapId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!gapRow) throw new Failure('notFound', 'This ownership gap doesn’t exist.')
  throw new Failure('alreadyDecided', 'The account has enough owners again, so no decision is needed.')
}

export async function loadGap(db: Db, actor: Person, gapId: string): Promise<OwnershipGap> {
  const [currentGap] = await loadGaps(db, actor, sql<boolean>`g.id = ${gapId}`)
  if (!currentGap) throw new Error(`the gap ${gapId} no longer exists`)
  return currentGap.gap
}

export function gapContextOf({ id, account, person: departedOwner, reason }: OwnershipGap): GapContext {
  return { gapId: id, accountId: account.id, accountName: account.name, departedName: departedOwner.displayName, reason }
}
