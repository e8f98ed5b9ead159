import { operation } from '../../../http/operation.ts'
import { lookUpPeople } from '../../../people/requirePeople.ts'
import { addDelegation } from './addDelegation.ts'
import { Delegation, NewDelegation } from './schemas.ts'

export const setDelegation = operation({
  id: 'setDelegation',
  method: 'POST',
  path: '/me/delegations',
  tag: 'delegations',
  summary: 'Let somebody decide in your place while you are away',
  description:
    'Also on what waits for you already. You may decide all the same; each seat counts once. Nobody decides on an own request in this way either, and whoever stands in does not pass it on.',
  access: 'signedIn',
  body: NewDelegation,
  answers: { 201: Delegation },
  errors: ['conflict', 'outsideFailed'],
  prepare: (preparation) => lookUpPeople(preparation, [preparation.body.delegateId]),
  handler: (call, found) => addDelegation(call, call.actor.id, found),
})
