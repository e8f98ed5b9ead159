import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { lockItem } from './queries.ts'
import { ItemId } from './schemas.ts'

export const deleteCatalogueItem = operation({
  id: 'deleteCatalogueItem',
  method: 'DELETE',
  path: '/catalogue/{id}',
  tag: 'catalogue',
  summary: 'Delete an unused catalogue item',
  access: 'admin',
  params: ItemId,
  responses: { 204: Type.Null() },
  errors: ['notFound', 'stillInUse', 'versionMismatch'],
  async handler({ db, actor, params, ifMatch, audit, changed }) {
    const before = await lockItem(db, actor, params.id)
    const subject = { kind: 'catalogueItem', id: before.id }
    audit({ subject })
    ifMatch(before.revision)
    await requireUnused(db, before)
    await db.deleteFrom('catalogue_items').where('id', '=', before.id).execute()
    audit({ subject, before })
    await changed('catalogueItem', before.id)
    return null
  },
})

const maxNamed = 5

/** @throws stillInUse with the names of everything that uses the item */
async function requireUnused(db: Db, item: { id: string; name: string }): Promise<void> {
  const accountsWithItem = await sql<{ name: string; total: number }>`
    with holders as (
      select name from accounts where status <> 'deleted' and catalogue_item_ids @> array[${item.id}::uuid]
      union all
      select reference from account_requests where status in ('pending_approval', 'changes_requested') and details->'catalogueItemIds' ? ${item.id}
      union all
      select reference from account_updates u where kind = 'catalogue'
        and (status in ('pending_approval', 'changes_requested') or status = 'approved' and exists (
          select from work_runs w where w.subject_kind = 'accountUpdate' and w.subject_id = u.id and w.status <> 'succeeded'))
        and exists (select 1 from jsonb_array_elements(change->'after'->'items') held where held->>'id' = ${item.id})
    )
    select name, count(*) over ()::int as total from holders order by name limit ${maxNamed}`.execute(db)
  const total = accountsWithItem.rows[0]?.total ?? 0
  if (total === 0) return
  const names = accountsWithItem.rows.map(({ name }) => name).join(', ')
  const suffix = total > maxNamed ? ` and ${total - maxNamed} more` : ''
  throw new Failure(
    'stillInUse',
    `You can’t delete ${item.name} because ${names}${suffix} ${total === 1 ? 'has' : 'have'} it. Withdraw it from the catalogue instead.`,
  )
}
