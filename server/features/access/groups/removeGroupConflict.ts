import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import { isActor } from '../../../auth/sameHuman.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { pairOf } from './conflicts.ts'
import { canSeparate } from './policy.ts'
import { requireAnyGroup } from './queries.ts'
import { ConflictId } from './schemas.ts'

export const removeGroupConflict = operation({
  id: 'removeGroupConflict',
  method: 'DELETE',
  path: '/account-access/groups/{id}/conflicts/{otherId}',
  tag: 'account-access',
  summary: 'Remove a separation-of-duties rule',
  description: 'Not for people who have or requested one of the groups, with any of their accounts.',
  access: 'owner',
  params: ConflictId,
  answers: { 204: Type.Null() },
  errors: ['notFound'],
  async handler({ db, actor, params, allow, audit, changed }) {
    const group = await requireAnyGroup(db, actor, { id: params.id })
    audit({ subject: { kind: 'accessGroup', id: group.id } })
    const other = await requireAnyGroup(db, actor, { id: params.otherId })
    allow(canSeparate(actor, group, other))
    const concerned = await concerns(db, actor, [group.id, other.id])
    allow(concerned ? "You can't lift a rule that applies to you, from any of your accounts. Ask another owner or an administrator." : true)
    const { group_id, other_id } = pairOf(group.id, other.id)
    const removed = await db
      .deleteFrom('access_group_conflicts')
      .where('group_id', '=', group_id)
      .where('other_id', '=', other_id)
      .returning('reason')
      .executeTakeFirst()
    if (!removed) throw new Failure('notFound', `There is no separation-of-duties rule for ${group.name} and ${other.name}.`)
    audit({ subject: { kind: 'accessGroup', id: group.id }, before: { doesNotGoWith: { id: other.id, name: other.name, ...removed } } })
    for (const { id } of [group, other]) await changed('accessGroup', id)
    return null
  },
})

async function concerns(db: Db, actor: Person, groupIds: string[]): Promise<boolean> {
  const { rows } = await sql<{ concerned: boolean }>`
    select exists (select from group_assignments m where m.group_id = any (${groupIds}::uuid[])
        and m.status in ('scheduled', 'granting', 'active') and ${isActor(actor, sql`m.person_id`)})
      or exists (select from access_requests r where r.group_id = any (${groupIds}::uuid[])
        and r.status in ('pending_approval', 'changes_requested') and ${isActor(actor, sql`r.requester_id`)}) as concerned`.execute(db)
  return rows[0]!.concerned
}
