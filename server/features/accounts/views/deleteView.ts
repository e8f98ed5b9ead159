import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { canChange } from './policy.ts'
import { lockView, visibleToPerson } from './queries.ts'
import { ViewId } from './schemas.ts'

export const deleteView = operation({
  id: 'deleteView',
  method: 'DELETE',
  path: '/views/{id}',
  tag: 'views',
  summary: 'Delete a saved view',
  access: 'owner',
  params: ViewId,
  responses: { 204: Type.Null() },
  errors: ['notFound', 'versionMismatch'],
  async handler({ db, actor, params, allow, ifMatch, audit, changed }) {
    const before = await lockView(db, actor, params.id)
    const subject = { kind: 'view', id: before.id }
    audit({ subject })
    allow(canChange(actor, { ownerId: before.owner.id, sharedWith: before.sharedWith }))
    ifMatch(before.version)
    await db.deleteFrom('saved_views').where('id', '=', before.id).execute()
    audit({ subject, before })
    await changed('view', before.id, visibleToPerson(before))
    return null
  },
})
