import { nextVersion, updateRow } from '../../../db/rows.ts'
import { normalizeName } from '../../../http/name.ts'
import { operation } from '../../../http/operation.ts'
import { checkSharing, checkView } from './checkView.ts'
import { canChange, canShare } from './policy.ts'
import { loadView, lockView, towersOf, visibleToPerson } from './queries.ts'
import { View, ViewChange, ViewId } from './schemas.ts'

export const updateView = operation({
  id: 'updateView',
  method: 'PATCH',
  path: '/views/{id}',
  tag: 'views',
  summary: 'Change, rename or share a saved view',
  access: 'owner',
  params: ViewId,
  body: ViewChange,
  responses: { 200: View },
  errors: ['notFound', 'invalidFilter', 'nameTaken', 'versionMismatch'],
  async handler({ db, actor, params, body, now, allow, ifMatch, audit, changed }) {
    const before = await lockView(db, actor, params.id)
    const subject = { kind: 'view', id: before.id }
    audit({ subject })
    allow(canChange(actor, { ownerId: before.owner.id, sharedWith: before.sharedWith }))
    ifMatch(before.version)
    const { name, filter, search, sort, columns, density } = body
    const { sharedWith = before.sharedWith } = body
    if (filter !== undefined || sort !== undefined || sharedWith !== before.sharedWith)
      checkView(actor, { filter: filter === undefined ? before.filter : filter, sort: sort === undefined ? before.sort : sort }, sharedWith)
    const { towerId = sharedWith === 'tower' ? (before.tower?.id ?? null) : null } = body
    checkSharing({ sharedWith, towerId })
    if (body.sharedWith !== undefined || body.towerId !== undefined)
      allow(canShare(actor, { sharedWith, towerId }, await towersOf(db, actor)))
    await updateRow(db, 'saved_views', before.id, {
      filter,
      search,
      sort,
      density,
      name: name === undefined ? undefined : normalizeName(name),
      shown_columns: columns,
      sharing: sharedWith,
      tower_id: towerId,
      ...nextVersion(now()),
    })
    const after = await loadView(db, actor, before.id)
    audit({ subject, before, after })
    await changed('view', before.id, visibleToPerson(before, after))
    return after
  },
})
