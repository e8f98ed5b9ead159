import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { AccountId } from '../../accounts/accounts/schemas.ts'
import { canRequest } from '../../accounts/groups/policy.ts'
import { requireGroup } from '../../accounts/groups/queries.ts'
import { conflictsOf } from '../groups/conflicts.ts'
import { fetchGroupMembers, ownFacts, ownMembership } from './membership.ts'
import { previewAccess } from './previewAccess.ts'
import { AccessRequestCheck } from './schemas.ts'
import { accessFacts } from './submit.ts'

export const checkAccessRequest = operation({
  id: 'checkAccessRequest',
  method: 'POST',
  path: '/accounts/{id}/accessRequests/check',
  tag: 'accounts',
  summary: 'Check whether you can request access to a group, and who decides',
  access: 'signedIn',
  params: AccountId,
  body: Type.Object({ groupId: Uuid }, { additionalProperties: false }),
  readOnly: true,
  responses: { 200: AccessRequestCheck },
  errors: ['notFound', 'conflict'],
  prepare: (preparation) => fetchGroupMembers(preparation, preparation.body.groupId, preparation.actor.id),
  async handler({ db, actor, params, body, now }, { memberAlready, conflicting }) {
    const account = await loadAccount(db, actor, params.id)
    const group = await requireGroup(db, account.id, body.groupId)
    const ownGrants = await ownFacts(db, group.id, actor.id)
    const verdict = canRequest(account, group, ownMembership(ownGrants, memberAlready))
    const until = ownGrants.extends?.endsAt.toISOString() ?? null
    const conflicts = await conflictsOf(db, group.id, actor.id, conflicting)
    return {
      problem: verdict === true ? null : verdict,
      extends: until,
      conflicts,
      ...(await previewAccess(
        db,
        actor,
        await accessFacts(db, account, { ...group, durationHours: group.max_duration_hours, extends: until }),
        now(),
      )),
    }
  },
})
