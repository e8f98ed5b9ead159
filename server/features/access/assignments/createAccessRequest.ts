import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { AccountId } from '../../accounts/accounts/schemas.ts'
import { canRequest } from '../../accounts/groups/policy.ts'
import { lockGroup } from '../../accounts/groups/queries.ts'
import { conflictsOf } from '../groups/conflicts.ts'
import { fetchGroupMembers, ownFacts, ownMembership } from './membership.ts'
import { loadAccessRequest } from './queries.ts'
import { requireDuration } from './requireDuration.ts'
import { AccessRequest, NewAccessRequest } from './schemas.ts'
import { accessRequestSubject } from './subject.ts'
import { accessFacts } from './submit.ts'
import { submitAccessRequest } from './submitAccessRequest.ts'

export const createAccessRequest = operation({
  id: 'createAccessRequest',
  method: 'POST',
  path: '/accounts/{id}/accessRequests',
  tag: 'accounts',
  summary: 'Request access to a group of an account',
  description:
    'The account’s owners decide, never the requester. The duration starts when access is granted after approval. If you already have time-limited access, the call requests an extension.',
  access: 'signedIn',
  params: AccountId,
  body: NewAccessRequest,
  responses: { 201: AccessRequest },
  errors: ['notFound', 'wrongState', 'conflict'],
  prepare: (preparation) => fetchGroupMembers(preparation, preparation.body.groupId, preparation.actor.id),
  async handler(call, { memberAlready, conflicting }) {
    const { db, actor, params, body, audit } = call
    const account = await loadAccount(db, actor, params.id)
    audit({ subject: { kind: 'account', id: account.id } })
    const group = await lockGroup(db, account.id, body.groupId)
    const ownGrants = await ownFacts(db, group.id, actor.id)
    requireState(canRequest(account, group, ownMembership(ownGrants, memberAlready)))
    requireDuration(group.max_duration_hours, body.durationHours)
    const id = await submitAccessRequest(call, accessRequestSubject, {
      group,
      own: ownGrants,
      conflicts: await conflictsOf(db, group.id, actor.id, conflicting),
      facts: await accessFacts(db, account, { ...group, durationHours: body.durationHours, extends: ownGrants.extends?.id ?? null }),
    })
    return reply(201, await loadAccessRequest(db, actor, id), { location: `/account-access/access-requests/${id}` })
  },
})
