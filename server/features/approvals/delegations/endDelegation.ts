import { operation } from '../../../http/operation.ts'
import { endSingleDelegation } from './endSingleDelegation.ts'
import { Delegation, DelegationId } from './schemas.ts'

export const endDelegation = operation({
  id: 'endDelegation',
  method: 'DELETE',
  path: '/delegations/{id}',
  tag: 'delegations',
  summary: 'End or decline a delegation, keeping the decisions made',
  access: 'owner',
  params: DelegationId,
  responses: { 200: Delegation },
  errors: ['notFound', 'wrongState'],
  handler: (call) => endSingleDelegation(call, call.params.id),
})
