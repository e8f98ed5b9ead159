import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { endSingleDelegation } from './endSingleDelegation.ts'
import { Delegation, DelegationId } from './schemas.ts'

export const endDelegationFor = operation({
  id: 'endDelegationFor',
  method: 'POST',
  path: '/delegations/{id}/end',
  tag: 'delegations',
  summary: 'End a delegation between two other people, with a reason',
  access: 'admin',
  params: DelegationId,
  body: Type.Object(
    { reason: Type.String({ minLength: 3, maxLength: 300, pattern: '^[^\\x00]*\\S[^\\x00]*$' }) },
    { additionalProperties: false },
  ),
  responses: { 200: Delegation },
  errors: ['notFound', 'wrongState'],
  handler: (call) => endSingleDelegation(call, call.params.id, call.body.reason.trim()),
})
