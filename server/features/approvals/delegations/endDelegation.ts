import { operation } from '../../../http/operation.ts'
import { endOne } from './endOne.ts'
import { Delegation, DelegationId } from './schemas.ts'

export const endDelegation = operation({
  id: 'endDelegation',
  method: 'DELETE',
  path: '/delegations/{id}',
  tag: 'delegations',
  summary: 'End or decline a delegation; decisions stay',
  access: 'owner',
  params: DelegationId,
  answers: { 200: Delegation },
  errors: ['notFound', 'wrongState'],
  handler: (call) => endOne(call, call.params.id),
})
