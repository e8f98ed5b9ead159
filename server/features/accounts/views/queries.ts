import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { person } from '../../../people/queries.ts'
import { viewCan } from './policy.ts'
import type { View } from './schemas.ts'

const towerIds = (personId: string) => sql<string>`
  select l.tower_id from tower_leads l where l.person_id = ${personId}
  union select f.tower_id from family_owners o join families f on f.id = o.family_id and f.deleted_at is null where o.person_id = ${personId}
  union select a.tower_id from account_owners o join accounts a on a.id = o.account_id where o.person_id = ${personId} and a.status <> 'deleted'`

export function towersOf(db: Db, actor: Person): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('towers')
    .select(['id', 'name'])
    .$if(!actor.admin, (query) => query.where('id', 'in', sql<string>`(${towerIds(actor.id)})`))
    .orderBy(sql`lower(name)`)
    .execute()
}

function visibleTo(actor: Person): RawBuilder<boolean> {
  const ofTower = actor.admin ? sql`saved_views.sharing = 'tower'` : sql`saved_views.tower_id in (${towerIds(actor.id)})`
  return sql<boolean>`(saved_views.owner_id = ${actor.id} or saved_views.sharing = 'everyone' or ${ofTower})`
}

export function viewRows(db: Db, actor: Person) {
  return db
    .selectFrom('saved_views')
    .leftJoin('towers', 'towers.id', 'saved_views.tower_id')
    .selectAll('saved_views')
    .select([
      'towers.name as tower_name',
      person(sql`saved_views.owner_id`).as('owner'),
      sql<boolean>`exists (select from default_views d where d.person_id = ${actor.id} and d.view_id = saved_views.id)`.as('is_default'),
    ])
    .where(visibleTo(actor))
}

type ViewRow = Awaited<ReturnType<ReturnType<typeof viewRows>['executeTakeFirstOrThrow']>>

export function presentView(actor: Person, row: ViewRow): Static<typeof View> {
  return {
    id: row.id,
    screen: row.screen,
    name: row.name,
    filter: row.filter,
    search: row.search,
    sort: row.sort,
    columns: row.shown_columns,
    density: row.density,
    sharedWith: row.sharing,
    tower: row.tower_id && row.tower_name ? { id: row.tower_id, name: row.tower_name } : null,
    owner: row.owner,
    isDefault: row.is_default,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    can: viewCan(actor, { ownerId: row.owner_id, sharedWith: row.sharing }),
  }
}

/** @throws notFound, including for another person's private view */
export async function loadView(db: Db, actor: Person, id: string): Promise<Static<typeof View>> {
  const row = await viewRows(db, actor).where('saved_views.id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('notFound', 'This view doesn’t exist, or is no longer shared with you.')
  return presentView(actor, row)
}

/** Locks the view until the transaction ends, then reads it. @throws notFound */
export async function lockView(db: Db, actor: Person, id: string): Promise<Static<typeof View>> {
  await db.selectFrom('saved_views').select('id').where('id', '=', id).forUpdate().execute()
  return loadView(db, actor, id)
}

/** Returns the people whose screens have to refresh; undefined means everyone. */
export function visibleToPerson(...views: { sharedWith: string; owner: { id: string } }[]): string[] | undefined {
  return views.some(({ sharedWith }) => sharedWith !== 'private') ? undefined : views.map(({ owner }) => owner.id)
}
