import { Type } from 'typebox'
import { Failure } from '../../http/errors.ts'
import { operation } from '../../http/operation.ts'
import { pairOf } from './conflicts.ts'
import { maySeparate } from './policy.ts'
import { requireAnyGroup } from './queries.ts'
import { ConflictId } from './schemas.ts'

export const removeGroupConflict = operation({
  id: 'removeGroupConflict',
  method: 'DELETE',
  path: '/account-access/groups/{id}/conflicts/{otherId}',
  tag: 'account-access',
  summary: 'Say that two groups go together after all',
  access: 'owner',
  params: ConflictId,
  answers: { 204: Type.Null() },
  errors: ['notFound'],
  async handler({ db, actor, params, allow, audit, changed }) {
    const group = await requireAnyGroup(db, actor, { id: params.id })
    audit({ subject: { kind: 'accessGroup', id: group.id } })
    const other = await requireAnyGroup(db, actor, { id: params.otherId })
    allow(maySeparate(actor, group, other))
    const { group_id, other_id } = pairOf(group.id, other.id)
    const removed = await db
      .deleteFrom('access_group_conflicts')
      .where('group_id', '=', group_id)
      .where('other_id', '=', other_id)
      .returning('reason')
      .executeTakeFirst()
    if (!removed) throw new Failure('notFound', `Nothing says that ${group.name} and ${other.name} do not go together.`)
    audit({ subject: { kind: 'accessGroup', id: group.id }, before: { doesNotGoWith: { id: other.id, name: other.name, ...removed } } })
    for (const { id } of [group, other]) await changed('accessGroup', id)
    return null
  },
})
