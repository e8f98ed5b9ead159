import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { lockAccessRequest } from '../../access/assignments/queries.ts'
import { AccessRequestChange } from '../../access/assignments/schemas.ts'
import { sandboxAccessRequestKind } from '../../access/assignments/submit.ts'
import { resendRequest } from '../../access/assignments/submitAccessRequest.ts'
import { requireGroup, sandboxAccessFacts } from './groups.ts'
import { canRequest } from './policy.ts'
import { accessFacts, loadSandboxAccessRequest } from './requests.ts'
import { SandboxAccessRequest, SandboxAccessRequestParams } from './schemas.ts'
import { sandboxAccessRequestSubject } from './subject.ts'

export const updateSandboxAccessRequest = operation({
  id: 'updateSandboxAccessRequest',
  method: 'PATCH',
  path: '/sandboxes/{id}/accessRequests/{requestId}',
  tag: 'sandboxes',
  summary: 'Change your pending sandbox access request and resubmit it',
  description: 'Votes cast so far no longer count.',
  access: 'owner',
  params: SandboxAccessRequestParams,
  body: AccessRequestChange,
  responses: { 200: SandboxAccessRequest },
  errors: ['notFound', 'wrongState', 'versionMismatch', 'conflict'],
  async handler(call) {
    const { db, actor, params, now, audit } = call
    audit({ subject: { kind: sandboxAccessRequestKind, id: params.requestId } })
    const row = await lockAccessRequest(db, params, 'sandbox')
    await resendRequest(call, sandboxAccessRequestSubject, row, async (newRequest) => {
      const group = await requireGroup(db, actor, { id: row.group_id })
      requireState(canRequest(sandboxAccessFacts(group), group.status, { member: false, openRequest: null }))
      return accessFacts(db, { id: params.id, towerId: group.tower_id }, newRequest)
    })
    return loadSandboxAccessRequest(db, actor, row.id, now())
  },
})
