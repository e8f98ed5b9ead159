import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { AccountId } from '../accounts/schemas.ts'
import { Timestamp } from '../people/schemas.ts'
import { changeInCloud } from './changeInCloud.ts'

export const evaluatePolicies = operation({
  id: 'evaluatePolicies',
  method: 'POST',
  path: '/accounts/{id}/policyCompliance/evaluate',
  tag: 'accounts',
  summary: 'Have Azure Policy evaluate an account now, instead of tonight',
  description: 'Azure takes up to half an hour; `getPolicyCompliance` answers the new figures then. Asking again meanwhile is harmless.',
  access: 'owner',
  params: AccountId,
  answers: { 202: Type.Object({ startedAt: Timestamp }) },
  errors: ['notFound', 'wrongState', 'outsideFailed'],
  prepare: ({ params, ...preparation }) =>
    changeInCloud(preparation, params.id, (_, subscriptionId) => preparation.clients.arm.startPolicyEvaluation(subscriptionId)),
  async handler({ allow, audit, now }, { account, verdict }) {
    audit({ subject: { kind: 'account', id: account.id } })
    allow(verdict)
    return { startedAt: now().toISOString() }
  },
})
