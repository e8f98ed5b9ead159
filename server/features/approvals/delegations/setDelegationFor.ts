import { othersOnly } from '../../../auth/sameHuman.ts'
import { operation } from '../../../http/operation.ts'
import { findPeopleByName, rememberPeople, requirePeople } from '../../../people/requirePeople.ts'
import { addDelegation } from './addDelegation.ts'
import { Delegation, NewDelegationFor } from './schemas.ts'

export const setDelegationFor = operation({
  id: 'setDelegationFor',
  method: 'POST',
  path: '/delegations',
  tag: 'delegations',
  summary: 'Set a delegate for another person',
  description: 'Never with yourself as the delegate. Both are notified, and your name is recorded; the person can end it at any time.',
  access: 'admin',
  stepUp: 'privileged',
  body: NewDelegationFor,
  answers: { 201: Delegation },
  errors: ['conflict', 'forbidden', 'outsideFailed'],
  prepare: (preparation) => findPeopleByName(preparation, [preparation.body.delegateId]),
  async handler(call, found) {
    const { db, actor, config, body, allow } = call
    await rememberPeople(db, config, found)
    allow(await othersOnly(db, actor, [body.delegateId], 'delegate decisions to yourself'))
    await requirePeople(db, config, 'personId', [body.personId], [])
    return addDelegation(call, body.personId, found)
  },
})
