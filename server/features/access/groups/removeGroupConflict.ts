import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import { isActor } from '../../../auth/sameIdentity.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { pairOf } from './conflicts.ts'
import { canAddConflict, cannotRemoveOwnConflict } from './policy.ts'
import { requireAnyGroup } from './queries.ts'
import { ConflictId } from './schemas.ts'

export const removeGroupConflict = operation({
  id: 'removeGroupConflict',
  method: 'DELETE',
  path: '/account-access/groups/{id}/conflicts/{otherId}',
  tag: 'account-access',
  summary: 'Remove a separation-of-duties rule',
  description: 'You can’t remove a rule if you have or requested one of its groups, even with another of your user accounts.',
  access: 'owner',
  params: ConflictId,
  responses: { 204: Type.Null() },
  errors: ['notFound'],
  async handler({ db, actor, params, allow, audit, changed }) {
    const group = await requireAnyGroup(db, actor, { id: params.id })
    audit({ subject: { kind: 'accessGroup', id: group.id } })
    const otherGroup = await requireAnyGroup(db, actor, { id: params.otherId })
    allow(canAddConflict(actor, group, otherGroup))
    const isAffected = await hasAffectedMembers(db, actor, [group.id, otherGroup.id])
    allow(isAffected ? cannotRemoveOwnConflict : true)
    const { group_id, other_id } = pairOf(group.id, otherGroup.id)
    const removed = await db
      .deleteFrom('access_group_conflicts')
      .where('group_id', '=', group_id)
      .where('other_id', '=', other_id)
      .returning('reason')
      .executeTakeFirst()
    if (!removed) throw new Failure('notFound', `There is no separation-of-duties rule for ${group.name} and ${otherGroup.name}.`)
    audit({
      subject: { kind: 'accessGroup', id: group.id },
      before: { doesNotGoWith: { id: otherGroup.id, name: otherGroup.name, ...removed } },
    })
    for (const { id } of [group, otherGroup]) await changed('accessGroup', id)
    return null
  },
})

async function hasAffectedMembers(db: Db, actor: Person, groupIds: string[]): Promise<boolean> {
  const { rows } = await sql<{ concerned: boolean }>`
    select exists (select from group_assignments m where m.group_id = any (${groupIds}::uuid[])
        and m.status in ('scheduled', 'granting', 'active') and ${isActor(actor, sql`m.person_id`)})
      or exists (select from access_requests r where r.group_id = any (${groupIds}::uuid[])
        and r.status in ('pending_approval', 'changes_requested') and ${isActor(actor, sql`r.requester_id`)}) as concerned`.execute(db)
  return rows[0]!.concerned
}
