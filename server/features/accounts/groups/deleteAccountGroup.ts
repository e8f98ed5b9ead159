import { Type } from 'typebox'
import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { Uuid } from '../../../people/schemas.ts'
import { canDoInAccount } from '../accounts/policy.ts'
import { lockAccount } from '../accounts/queries.ts'
import { canDelete } from './policy.ts'
import { lockGroup } from './queries.ts'
import { startRemoval } from './remove/startRemoval.ts'
import { GroupId } from './schemas.ts'

export const deleteAccountGroup = operation({
  id: 'deleteAccountGroup',
  method: 'DELETE',
  path: '/accounts/{id}/groups/{groupId}',
  tag: 'accounts',
  summary: 'Delete an access group of an account',
  description: 'Members lose its roles, and its pending requests are closed. The directory keeps the group for 30 days.',
  access: 'owner',
  params: GroupId,
  responses: { 202: Type.Object({ jobId: Uuid }) },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, jobs, actor, params, now, allow, ifMatch, audit, changed }) {
    const account = await lockAccount(db, actor, params.id)
    audit({ subject: { kind: 'account', id: account.id } })
    allow(canDoInAccount(actor, 'manageAccess', account))
    const group = await lockGroup(db, account.id, params.groupId)
    ifMatch(group.version)
    requireState(canDelete(group))
    const { jobId, ...ended } = await startRemoval({ db, jobs }, group, actor.id, now())
    const before = { accessGroup: { id: group.id, name: group.name, roles: group.roles } }
    audit({ subject: { kind: 'account', id: account.id }, before, after: { deleting: group.id, ...ended } })
    await changed('account', account.id)
    return reply(202, { jobId })
  },
})
