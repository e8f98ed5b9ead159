import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import { canSeeActivityAs } from '../../../auth/canSeeActivity.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { people } from '../../../people/queries.ts'
import { familyCan } from './policy.ts'
import type { Family } from './schemas.ts'
import { familySubject } from './subject.ts'

export function familyRows(db: Db) {
  return db
    .selectFrom('families')
    .innerJoin('towers', 'towers.id', 'families.tower_id')
    .selectAll('families')
    .select([
      'towers.name as tower_name',
      people(sql`family_owners`, sql`l.family_id = families.id`).as('owners'),
      sql<number>`(select count(*) from accounts a where a.family_id = families.id and a.status <> 'deleted')`.as('account_count'),
      sql<number>`(select count(*) from account_requests r where r.family_id = families.id and r.status in ('draft', 'pending_approval', 'changes_requested'))`.as(
        'request_count',
      ),
      sql<number>`(select count(*) from approvals a where a.family_id = families.id and a.status = 'pending')`.as('approval_count'),
      sql<number>`(select count(*) from edge_rollouts r where r.family_id = families.id and r.status in ('running', 'halted', 'built'))`.as(
        'rollout_count',
      ),
      sql<number>`(select count(*) from notification_channels c where c.family_id = families.id and c.deleted_at is null)`.as(
        'channel_count',
      ),
      sql<boolean>`exists (select from accounts a where a.family_id = families.id)
        or exists (select from account_requests r where r.family_id = families.id)
        or exists (select from approvals a where a.family_id = families.id)
        or exists (select from edge_rollouts r where r.family_id = families.id)
        or exists (select from notification_channels c where c.family_id = families.id)`.as('has_history'),
    ])
    .where('families.deleted_at', 'is', null)
}

type FamilyRow = Awaited<ReturnType<ReturnType<typeof familyRows>['executeTakeFirstOrThrow']>>

export function familyFacts(row: FamilyRow) {
  return {
    counts: { accounts: row.account_count },
    requests: row.request_count,
    approvals: row.approval_count,
    rollouts: row.rollout_count,
    channels: row.channel_count,
  }
}

export function presentFamily(actor: Person, row: FamilyRow): Static<typeof Family> {
  const counts = { accounts: row.account_count }
  return {
    id: row.id,
    name: row.name,
    tower: { id: row.tower_id, name: row.tower_name },
    description: row.description,
    owners: row.owners,
    counts,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    can: { ...familyCan(actor, familyFacts(row)), follow: canSeeActivityAs(actor, familySubject, row.owners) },
  }
}

/** @throws notFound */
export async function loadFamily(db: Db, actor: Person, id: string): Promise<Static<typeof Family>> {
  const row = await familyRows(db).where('families.id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('notFound', 'This family doesn’t exist.')
  return presentFamily(actor, row)
}

export async function setFamilyOwners(db: Db, familyId: string, ownerIds: string[]): Promise<void> {
  await db.deleteFrom('family_owners').where('family_id', '=', familyId).execute()
  await db
    .insertInto('family_owners')
    .values(ownerIds.map((person_id, position) => ({ family_id: familyId, person_id, position })))
    .execute()
}

/**
 * Locks the tower, so that it can't be deleted before the transaction ends.
 * @throws invalidRequest
 */
export async function requireTower(db: Db, towerId: string): Promise<void> {
  const tower = await db.selectFrom('towers').select('id').where('id', '=', towerId).forKeyShare().executeTakeFirst()
  if (tower) return
  const message = 'This tower doesn’t exist'
  throw new Failure('invalidRequest', `${message}.`, { errors: [{ field: 'towerId', message }] })
}
