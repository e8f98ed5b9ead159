import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { readAccount } from '../../accounts/accounts/queries.ts'
import { canRequest } from '../../accounts/groups/policy.ts'
import { resend } from './fileRequest.ts'
import { accessRequestCan } from './policy.ts'
import { lockAccessRequest, readAccessRequest } from './queries.ts'
import { requireDuration } from './requireDuration.ts'
import { AccessRequest, AccessRequestChange, RequestOfAccount } from './schemas.ts'
import { accessRequestSubject } from './subject.ts'
import { accessFacts, accessRequestKind } from './submit.ts'

export const updateAccessRequest = operation({
  id: 'updateAccessRequest',
  method: 'PATCH',
  path: '/accounts/{id}/accessRequests/{requestId}',
  tag: 'accounts',
  summary: 'Change your pending access request and resubmit it',
  description: 'Votes so far no longer count.',
  access: 'owner',
  params: RequestOfAccount,
  body: AccessRequestChange,
  answers: { 200: AccessRequest },
  errors: ['notFound', 'wrongState', 'versionMismatch', 'conflict'],
  async handler({ db, jobs, actor, params, body, now, allow, ifMatch, audit, changed }) {
    const account = await readAccount(db, actor, params.id)
    const row = await lockAccessRequest(db, params)
    const subject = { kind: accessRequestKind, id: row.id }
    audit({ subject })
    const { edit } = accessRequestCan(actor, { requester: { id: row.requester_id }, status: row.status })
    allow(row.requester_id === actor.id ? true : edit)
    requireState(edit)
    ifMatch(row.version)
    requireState(canRequest(account, { status: row.group_status, requestable: row.requestable }, { member: false, openRequest: null }))
    requireDuration(row.max_duration_hours, body.durationHours)
    const { justification, durationHours } = body
    const facts = await accessFacts(db, account, { roles: row.roles, durationHours, extends: row.extends_assignment_id })
    const ruling = await resend({ db, jobs, now: now() }, accessRequestSubject, { row, justification, durationHours, facts })
    audit({
      subject,
      before: { justification: row.justification, durationHours: row.duration_hours },
      after: { ...body, ...(ruling.because ? { outcome: ruling.outcome, because: ruling.because } : {}) },
    })
    await changed(accessRequestKind, row.id)
    await changed('approval', row.id)
    return readAccessRequest(db, actor, row.id)
  },
})
