import { operation } from '../../../http/operation.ts'
import { canSeeAssignment } from '../../accounts/groups/assignmentPolicy.ts'
import { assignmentFacts, loadAssignmentRow, membershipIdOf, presentAssignment } from './assignments.ts'
import { AccessId, UserGroupAssignment } from './schemas.ts'

export const getAccountAccess = operation({
  id: 'getAccountAccess',
  method: 'GET',
  path: '/account-access/{id}',
  tag: 'account-access',
  summary: 'Get an assignment of an access group and its reason',
  description: 'Visible to the member, owners of the account, administrators and auditors.',
  access: 'owner',
  params: AccessId,
  extraErrorStatuses: [404],
  responses: { 200: UserGroupAssignment },
  errors: ['notFound'],
  async handler({ db, actor, params, now, allow, audit }) {
    audit({ subject: { kind: 'groupAssignment', id: params.id } })
    const row = await loadAssignmentRow(db, actor, await membershipIdOf(db, actor, params.id))
    audit({ subject: { kind: 'groupAssignment', id: row.id } })
    allow(canSeeAssignment(actor, assignmentFacts(row)))
    return presentAssignment(actor, row, now())
  },
})
