import { sql } from 'kysely'
import { canAddPeople } from '../../../auth/sameIdentity.ts'
import { updateRow } from '../../../db/rows.ts'
import { operation, reply } from '../../../http/operation.ts'
import { stepUpToChange } from '../../../http/stepUp.ts'
import { fetchUnknownPeople, requirePeople } from '../../../people/requirePeople.ts'
import { loadItem, lockItem } from './queries.ts'
import { ItemChange, ItemId, ServiceCatalogueItem } from './schemas.ts'
import { itemColumns, requireUsableSchema, setApprovers } from './writeItem.ts'

export const updateCatalogueItem = operation({
  id: 'updateCatalogueItem',
  method: 'PATCH',
  path: '/catalogue/{id}',
  tag: 'catalogue',
  summary: 'Change or withdraw a catalogue item',
  description:
    'Accounts that already have the item don’t change. Pending requests are checked against the new version when they are edited.',
  access: 'admin',
  stepUp: 'byRow',
  params: ItemId,
  body: ItemChange,
  responses: { 200: ServiceCatalogueItem },
  errors: ['notFound', 'nameTaken', 'versionMismatch', 'outsideFailed'],
  prepare: (preparation) => fetchUnknownPeople(preparation, preparation.body.approverIds ?? []),
  async handler({ db, actor, params, body, config, now, allow, requireStepUp, ifMatch, audit, changed }, foundPeople) {
    const before = await lockItem(db, actor, params.id)
    const subject = { kind: 'catalogueItem', id: before.id }
    audit({ subject })
    ifMatch(before.revision)
    const { approverIds } = body
    if (body.inputs) requireUsableSchema(body.inputs)
    if (approverIds && approverIds.length > 0) await requirePeople(db, config, 'approverIds', approverIds, foundPeople)
    allow(await canAddPeople(db, actor, before.approvers, approverIds ?? [], 'make yourself an approver'))
    await requireStepUp(stepUpToChange(before.approvers, approverIds))
    await updateRow(db, 'catalogue_items', before.id, { ...itemColumns(body), revision: sql`revision + 1`, updated_at: now() })
    if (approverIds) await setApprovers(db, before.id, approverIds)
    const after = await loadItem(db, actor, before.id)
    audit({ subject, before, after })
    await changed('catalogueItem', before.id)
    return reply(200, after, { etag: `"${after.revision}"` })
  },
})
