import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { canDoInAccount, stateVerdict } from '../accounts/policy.ts'
import { lockAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { loadUpdate } from './queries.ts'
import { requireNoOpenUpdate, requirePlan } from './requirePlan.ts'
import { AccountUpdate, CatalogueUpdateBody } from './schemas.ts'
import { submitUpdate } from './submitUpdate.ts'

export const requestCatalogueUpdate = operation({
  id: 'requestCatalogueUpdate',
  method: 'POST',
  path: '/accounts/{id}/updates/catalogue',
  tag: 'account-updates',
  summary: 'Request that services are added, changed or removed',
  description: 'An account can have one pending service change at a time, because approvers decide based on its current services.',
  access: 'owner',
  params: AccountId,
  body: CatalogueUpdateBody,
  responses: { 201: AccountUpdate },
  errors: ['notFound', 'wrongState', 'conflict'],
  async handler(call) {
    const { db, actor, params, body, allow, audit, changed } = call
    const account = await lockAccount(db, actor, params.id)
    audit({ subject: { kind: 'account', id: account.id } })
    allow(canDoInAccount(actor, 'changeServices', account))
    requireState(stateVerdict('changeServices', account))
    await requireNoOpenUpdate(db, account.id)
    const { reason, ...change } = body
    const { before, after, requestedIds } = await requirePlan(db, account.id, change)
    const { id, status, decisionReason } = await submitUpdate(call, {
      account,
      kind: 'catalogue',
      change: { before: { ...before }, after: { ...after } },
      reason: reason.trim(),
      requester: actor,
      itemIds: requestedIds,
    })
    audit({
      subject: { kind: 'accountUpdate', id },
      before,
      after: { ...after, ...(decisionReason ? { outcome: status, decisionReason } : {}) },
    })
    await changed('approval', id)
    return reply(201, await loadUpdate(db, actor, { id: account.id, updateId: id }), { location: `/accounts/${account.id}/updates/${id}` })
  },
})
