import { operation } from '../../../http/operation.ts'
import { AssignmentId } from '../../access/assignments/schemas.ts'
import { canSeeContent, grantFacts, loadAssignmentRow, presentAssignment } from './assignments.ts'
import { canSeeGrant } from './policy.ts'
import { UserSandboxGroupAssignment } from './schemas.ts'

export const getSandboxAccess = operation({
  id: 'getSandboxAccess',
  method: 'GET',
  path: '/sandbox-access/access/{id}',
  tag: 'sandbox-access',
  summary: 'Get a sandbox assignment and its reason',
  description: 'Visible to members of the sandbox, administrators and auditors.',
  access: 'owner',
  params: AssignmentId,
  responses: { 200: UserSandboxGroupAssignment },
  errors: ['notFound'],
  async handler({ db, actor, params, now, allow, audit }) {
    audit({ subject: { kind: 'groupAssignment', id: params.id } })
    const row = await loadAssignmentRow(db, actor, params.id)
    allow(canSeeGrant(actor, grantFacts(row), canSeeContent(actor, row)))
    return presentAssignment(actor, row, now())
  },
})
