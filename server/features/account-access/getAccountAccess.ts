import { operation } from '../../http/operation.ts'
import { maySeeAssignment } from './assignmentPolicy.ts'
import { assignmentFacts, presentAssignment, readAssignmentRow } from './assignments.ts'
import { AssignmentId, UserGroupAssignment } from './schemas.ts'

export const getAccountAccess = operation({
  id: 'getAccountAccess',
  method: 'GET',
  path: '/account-access/{id}',
  tag: 'account-access',
  summary: 'Somebody’s time in an access group, and why it is theirs',
  description: 'For whoever has it, the owners of the account, administrators and auditors.',
  access: 'owner',
  params: AssignmentId,
  answers: { 200: UserGroupAssignment },
  errors: ['notFound'],
  async handler({ db, actor, params, now, allow, audit }) {
    audit({ subject: { kind: 'groupAssignment', id: params.id } })
    const row = await readAssignmentRow(db, actor, params.id)
    allow(maySeeAssignment(actor, assignmentFacts(row)))
    return presentAssignment(actor, row, now())
  },
})
