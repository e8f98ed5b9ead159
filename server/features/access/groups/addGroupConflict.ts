import { sql } from 'kysely'
import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation, reply } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { loadConflicts, pairOf } from './conflicts.ts'
import { canAddConflict } from './policy.ts'
import { requireAnyGroup } from './queries.ts'
import { AccessGroupId, GroupConflict } from './schemas.ts'

export const addGroupConflict = operation({
  id: 'addGroupConflict',
  method: 'POST',
  path: '/account-access/groups/{id}/conflicts',
  tag: 'account-access',
  summary: 'Add a separation-of-duties rule between two groups',
  description:
    'People who request one group while they have the other see a warning, and approvers must add a comment. Current access doesn’t change; `inBoth` is the number of people who have both groups now.',
  access: 'owner',
  params: AccessGroupId,
  body: Type.Object(
    {
      groupId: Uuid,
      reason: Type.String({
        minLength: 3,
        maxLength: 400,
        pattern: '^[^\\x00-\\x1f]*\\S[^\\x00-\\x1f]*$',
        description: 'Reason for the rule, shown to requesters and approvers.',
      }),
    },
    { additionalProperties: false },
  ),
  responses: { 201: Type.Object({ ...GroupConflict.properties, inBoth: Type.Integer() }) },
  errors: ['notFound', 'conflict'],
  async handler({ db, actor, params, body, now, allow, audit, changed }) {
    const group = await requireAnyGroup(db, actor, params)
    audit({ subject: { kind: 'accessGroup', id: group.id } })
    const otherGroup = await requireAnyGroup(db, actor, { id: body.groupId })
    allow(canAddConflict(actor, group, otherGroup))
    if (group.id === otherGroup.id) {
      const message = 'must be another group'
      throw new Failure('invalidRequest', 'A rule needs two different groups. Choose another group.', {
        errors: [{ field: 'groupId', message }],
      })
    }
    const reason = body.reason.trim()
    const newConflict = await db
      .insertInto('access_group_conflicts')
      .values({ ...pairOf(group.id, otherGroup.id), reason, created_by: actor.id, created_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('group_id')
      .executeTakeFirst()
    if (!newConflict) throw new Failure('conflict', `A rule for ${group.name} and ${otherGroup.name} already exists.`)
    audit({
      subject: { kind: 'accessGroup', id: group.id },
      after: { doesNotGoWith: { id: otherGroup.id, name: otherGroup.name, reason } },
    })
    for (const { id } of [group, otherGroup]) await changed('accessGroup', id)
    const [conflict] = await loadConflicts(db, actor, group, otherGroup.id)
    const { rows } = await sql<{ people: number }>`select count(*) as people from (
      select person_id from group_assignments where group_id = ${group.id} and status in ('scheduled', 'granting', 'active')
      intersect
      select person_id from group_assignments where group_id = ${otherGroup.id} and status in ('scheduled', 'granting', 'active')) in_both`.execute(
      db,
    )
    return reply(201, { ...conflict!, inBoth: rows[0]!.people })
  },
})
