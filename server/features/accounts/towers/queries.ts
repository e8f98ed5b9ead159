import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import { canSeeActivityAs } from '../../../auth/canSeeActivity.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { people } from '../../../people/queries.ts'
import { towerCan } from './policy.ts'
import type { Tower } from './schemas.ts'
import { towerSubject } from './subject.ts'

export function towerRows(db: Db) {
  return db
    .selectFrom('towers')
    .selectAll('towers')
    .select([
      people(sql`tower_leads`, sql`l.tower_id = towers.id`).as('leads'),
      sql<number>`(select count(*) from families f where f.tower_id = towers.id and f.deleted_at is null)`.as('family_count'),
      sql<number>`(select count(*) from accounts a where a.tower_id = towers.id and a.status <> 'deleted')`.as('account_count'),
      sql<number>`(select count(*) from accounts a where a.tower_id = towers.id and a.status = 'deleted')
        + (select count(*) from account_requests r where r.tower_id = towers.id)
        + (select count(*) from families f where f.tower_id = towers.id and f.deleted_at is not null)`.as('history_count'),
    ])
}

type TowerRow = Awaited<ReturnType<ReturnType<typeof towerRows>['executeTakeFirstOrThrow']>>

export function presentTower(actor: Person, row: TowerRow): Static<typeof Tower> {
  const counts = { families: row.family_count, accounts: row.account_count }
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    description: row.description,
    costCentre: row.cost_centre,
    leads: row.leads,
    counts,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    can: { ...towerCan(actor, { counts, history: row.history_count }), follow: canSeeActivityAs(actor, towerSubject, row.leads) },
  }
}

/** @throws notFound */
export async function loadTower(db: Db, actor: Person, id: string): Promise<Static<typeof Tower>> {
  const row = await towerRows(db).where('towers.id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('notFound', 'This tower doesn’t exist.')
  return presentTower(actor, row)
}

export async function setLeads(db: Db, towerId: string, leadIds: string[]): Promise<void> {
  await db.deleteFrom('tower_leads').where('tower_id', '=', towerId).execute()
  await db
    .insertInto('tower_leads')
    .values(leadIds.map((person_id, position) => ({ tower_id: towerId, person_id, position })))
    .execute()
}
