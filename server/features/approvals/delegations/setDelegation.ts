import { operation } from '../../../http/operation.ts'
import { findPeopleByName } from '../../../people/requirePeople.ts'
import { addDelegation } from './addDelegation.ts'
import { Delegation, NewDelegation } from './schemas.ts'

export const setDelegation = operation({
  id: 'setDelegation',
  method: 'POST',
  path: '/me/delegations',
  tag: 'delegations',
  summary: 'Set a delegate for your absence',
  description:
    'Includes pending decisions. You can still decide; each seat counts once. A delegate can’t decide on their own requests and can’t delegate further.',
  access: 'signedIn',
  body: NewDelegation,
  answers: { 201: Delegation },
  errors: ['conflict', 'outsideFailed'],
  prepare: (preparation) => findPeopleByName(preparation, [preparation.body.delegateId]),
  handler: (call, found) => addDelegation(call, call.actor.id, found),
})
