import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import { isActor } from '../../../auth/sameIdentity.ts'
import type { Db } from '../../../db/database.ts'
import { person } from '../../../people/queries.ts'
import { delegationCan } from './policy.ts'
import type { Delegation } from './schemas.ts'

/**
 * Reads delegations, the latest first.
 * @param condition a condition on `d`
 */
export async function loadDelegations(db: Db, actor: Person, condition: RawBuilder<boolean>, limit = 200): Promise<Delegation[]> {
  const rows = await db
    .selectFrom('delegations as d')
    .selectAll('d')
    .select(isActor(actor, sql`d.delegate_id`).as('to_self'))
    .select([person(sql`d.person_id`).as('person'), person(sql`d.delegate_id`).as('delegate'), person(sql`d.created_by`).as('creator')])
    .where(condition)
    .orderBy('d.starts_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    person: row.person,
    delegate: row.delegate,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
    reason: row.reason,
    status: row.status,
    createdBy: row.creator,
    can: delegationCan(actor, { personId: row.person_id, delegateId: row.delegate_id, toSelf: row.to_self, status: row.status }),
  }))
}
