import { operation } from '../../../http/operation.ts'
import { endOne } from './endOne.ts'
import { Delegation, DelegationId } from './schemas.ts'

export const endDelegation = operation({
  id: 'endDelegation',
  method: 'DELETE',
  path: '/delegations/{id}',
  tag: 'delegations',
  summary: 'End a delegation, or decline to stand in; what was decided stays',
  access: 'owner',
  params: DelegationId,
  answers: { 200: Delegation },
  errors: ['notFound', 'wrongState'],
  handler: (call) => endOne(call, call.params.id),
})
