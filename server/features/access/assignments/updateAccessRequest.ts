import { prepareEdit } from '../../../approvals/prepareVote.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { canRequest } from '../../accounts/groups/policy.ts'
import { loadAccessRequest, lockAccessRequest } from './queries.ts'
import { AccessRequest, AccessRequestChange, AccountAccessRequestParams } from './schemas.ts'
import { accessRequestSubject } from './subject.ts'
import { accessFacts, accessRequestKind } from './submit.ts'
import { resendRequest } from './submitAccessRequest.ts'

export const updateAccessRequest = operation({
  id: 'updateAccessRequest',
  method: 'PATCH',
  path: '/accounts/{id}/accessRequests/{requestId}',
  tag: 'accounts',
  summary: 'Change your pending access request and resubmit it',
  description: 'Votes cast so far no longer count.',
  access: 'owner',
  params: AccountAccessRequestParams,
  body: AccessRequestChange,
  responses: { 200: AccessRequest },
  errors: ['notFound', 'wrongState', 'versionMismatch', 'conflict'],
  prepare: (preparation) => prepareEdit(preparation, accessRequestKind, preparation.params.requestId),
  async handler(call, externalFacts) {
    const { db, actor, params, audit } = call
    const account = await loadAccount(db, actor, params.id)
    const row = await lockAccessRequest(db, params)
    audit({ subject: { kind: accessRequestKind, id: row.id } })
    await resendRequest(
      call,
      accessRequestSubject,
      row,
      (newRequest) => {
        requireState(canRequest(account, { status: row.group_status, requestable: row.requestable }, { member: false, openRequest: null }))
        return accessFacts(db, account, newRequest)
      },
      externalFacts,
    )
    return loadAccessRequest(db, actor, row.id)
  },
})
