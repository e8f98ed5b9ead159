import { operation } from '../../../http/operation.ts'
import { fetchUnknownPeople } from '../../../people/requirePeople.ts'
import { addDelegation } from './addDelegation.ts'
import { Delegation, NewDelegation } from './schemas.ts'

export const setDelegation = operation({
  id: 'setDelegation',
  method: 'POST',
  path: '/me/delegations',
  tag: 'delegations',
  summary: 'Set a delegate for your absence',
  description:
    'The delegate can also make decisions that are already pending. You can still decide; each seat has one vote. A delegate can’t decide on their own requests or delegate further.',
  access: 'signedIn',
  body: NewDelegation,
  responses: { 201: Delegation },
  errors: ['conflict', 'outsideFailed'],
  prepare: (preparation) => fetchUnknownPeople(preparation, [preparation.body.delegateId]),
  handler: (call, foundPeople) => addDelegation(call, call.actor.id, foundPeople),
})
