import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { canDoInAccount } from '../../accounts/accounts/policy.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { requireGroup } from '../../accounts/groups/queries.ts'
import { GroupId } from '../../accounts/groups/schemas.ts'
import { presentAssignment, selectAssignments } from './assignments.ts'
import { UserGroupAssignment } from './schemas.ts'

/** The limit is the same as for the directory members that the page shows beside these assignments. */
const max = 999

export const listGroupAssignments = operation({
  id: 'listGroupAssignments',
  method: 'GET',
  path: '/accounts/{id}/groups/{groupId}/assignments',
  tag: 'accounts',
  summary: 'List the assignments of an access group, with end dates and reasons',
  description:
    'Sorted by end date, earliest first, with scheduled assignments last. Visible to owners of the account, administrators and auditors.',
  access: 'owner',
  params: GroupId,
  responses: { 200: Type.Array(UserGroupAssignment) },
  errors: ['notFound'],
  async handler({ db, actor, params, now, allow, audit }) {
    const account = await loadAccount(db, actor, params.id)
    audit({ subject: { kind: 'account', id: account.id } })
    allow(canDoInAccount(actor, 'seeAll', account))
    const group = await requireGroup(db, account.id, params.groupId)
    const rows = await selectAssignments(db, actor)
      .where('m.group_id', '=', group.id)
      .where('m.status', 'in', ['scheduled', 'granting', 'active', 'revoking'])
      .orderBy(sql`m.status = 'scheduled'`)
      .orderBy('m.ends_at')
      .orderBy('m.id')
      .limit(max)
      .execute()
    return rows.map((row) => presentAssignment(actor, row, now()))
  },
})
