import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { resendRequest } from '../../access/assignments/fileRequest.ts'
import { lockAccessRequest } from '../../access/assignments/queries.ts'
import { AccessRequestChange } from '../../access/assignments/schemas.ts'
import { sandboxAccessRequestKind } from '../../access/assignments/submit.ts'
import { homeFacts, requireGroup } from './groups.ts'
import { canRequest } from './policy.ts'
import { accessFacts, readSandboxAccessRequest } from './requests.ts'
import { RequestOfSandbox, SandboxAccessRequest } from './schemas.ts'
import { sandboxAccessRequestSubject } from './subject.ts'

export const updateSandboxAccessRequest = operation({
  id: 'updateSandboxAccessRequest',
  method: 'PATCH',
  path: '/sandboxes/{id}/accessRequests/{requestId}',
  tag: 'sandboxes',
  summary: 'Change your pending sandbox access request and resubmit it',
  description: 'Votes cast so far no longer count.',
  access: 'owner',
  params: RequestOfSandbox,
  body: AccessRequestChange,
  answers: { 200: SandboxAccessRequest },
  errors: ['notFound', 'wrongState', 'versionMismatch', 'conflict'],
  async handler(call) {
    const { db, actor, params, now, audit } = call
    audit({ subject: { kind: sandboxAccessRequestKind, id: params.requestId } })
    const row = await lockAccessRequest(db, params, 'sandbox')
    await resendRequest(call, sandboxAccessRequestSubject, row, async (newRequest) => {
      const group = await requireGroup(db, actor, { id: row.group_id })
      requireState(canRequest(homeFacts(group), group.status, { member: false, openRequest: null }))
      return accessFacts(db, { id: params.id, towerId: group.tower_id }, newRequest)
    })
    return readSandboxAccessRequest(db, actor, row.id, now())
  },
})
