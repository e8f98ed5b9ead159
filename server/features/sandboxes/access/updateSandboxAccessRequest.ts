import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { resend } from '../../access/assignments/fileRequest.ts'
import { accessRequestCan } from '../../access/assignments/policy.ts'
import { lockAccessRequest } from '../../access/assignments/queries.ts'
import { requireDuration } from '../../access/assignments/requireDuration.ts'
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
  description: 'Votes so far no longer count.',
  access: 'owner',
  params: RequestOfSandbox,
  body: AccessRequestChange,
  answers: { 200: SandboxAccessRequest },
  errors: ['notFound', 'wrongState', 'versionMismatch', 'conflict'],
  async handler({ db, jobs, actor, params, body, now, allow, ifMatch, audit, changed }) {
    const subject = { kind: sandboxAccessRequestKind, id: params.requestId }
    audit({ subject })
    const row = await lockAccessRequest(db, params, 'sandbox')
    const { edit } = accessRequestCan(actor, { requester: { id: row.requester_id }, status: row.status })
    allow(row.requester_id === actor.id ? true : edit)
    requireState(edit)
    ifMatch(row.version)
    const group = await requireGroup(db, actor, { id: row.group_id })
    requireState(canRequest(homeFacts(group), group.status, { member: false, openRequest: null }))
    requireDuration(row.max_duration_hours, body.durationHours)
    const { justification, durationHours } = body
    const asked = { roles: row.roles, durationHours, extends: row.extends_assignment_id }
    const facts = await accessFacts(db, { id: params.id, towerId: group.tower_id }, asked)
    const ruling = await resend({ db, jobs, now: now() }, sandboxAccessRequestSubject, { row, justification, durationHours, facts })
    audit({
      subject,
      before: { justification: row.justification, durationHours: row.duration_hours },
      after: { ...body, ...(ruling.because ? { outcome: ruling.outcome, because: ruling.because } : {}) },
    })
    await changed(sandboxAccessRequestKind, row.id)
    await changed('approval', row.id)
    return readSandboxAccessRequest(db, actor, row.id, now())
  },
})
