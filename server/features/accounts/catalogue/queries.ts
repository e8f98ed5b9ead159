import { sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import { canSeeActivityAs } from '../../../auth/canSeeActivity.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { people } from '../../../people/queries.ts'
import type { InputSchema } from './inputSchema.ts'
import { itemCan } from './policy.ts'
import type { ServiceCatalogueItem } from './schemas.ts'
import { catalogueItemSubject } from './subject.ts'

export function itemRows(db: Db) {
  return db
    .selectFrom('catalogue_items')
    .selectAll()
    .select(
      people(sql`(select item_id, person_id, 0 as position from catalogue_item_approvers)`, sql`l.item_id = catalogue_items.id`).as(
        'approvers',
      ),
    )
}
type ItemRow = Awaited<ReturnType<ReturnType<typeof itemRows>['executeTakeFirstOrThrow']>>

export function presentItem(actor: Person, row: ItemRow): ServiceCatalogueItem {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    category: row.category,
    description: row.description,
    // The values were validated when they were written, so they are not validated again.
    inputs: row.inputs as unknown as InputSchema,
    monthlyEstimate: row.monthly_estimate,
    approvers: row.approvers,
    documentationUrl: row.documentation_url,
    enabled: row.enabled,
    revision: row.revision,
    can: { ...itemCan(actor), follow: canSeeActivityAs(actor, catalogueItemSubject, row.approvers) },
  }
}

/** @throws notFound */
export async function loadItem(db: Db, actor: Person, id: string): Promise<ServiceCatalogueItem> {
  const row = await itemRows(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('notFound', 'This catalogue item doesn’t exist.')
  return presentItem(actor, row)
}

/** Locks the item until the transaction ends, then reads it. @throws notFound */
export async function lockItem(db: Db, actor: Person, id: string): Promise<ServiceCatalogueItem> {
  await db.selectFrom('catalogue_items').select('id').where('id', '=', id).forUpdate().execute()
  return loadItem(db, actor, id)
}
