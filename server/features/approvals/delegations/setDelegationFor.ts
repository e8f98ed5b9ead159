import { excludesActor } from '../../../auth/sameIdentity.ts'
import { operation } from '../../../http/operation.ts'
import { fetchUnknownPeople, requirePeople, upsertPeople } from '../../../people/requirePeople.ts'
import { addDelegation } from './addDelegation.ts'
import { Delegation, NewDelegationFor } from './schemas.ts'

export const setDelegationFor = operation({
  id: 'setDelegationFor',
  method: 'POST',
  path: '/delegations',
  tag: 'delegations',
  summary: 'Set a delegate for another person',
  description:
    'You can’t be the delegate yourself. Both people are notified, your name is recorded, and the absent person can end the delegation at any time.',
  access: 'admin',
  stepUp: 'privileged',
  body: NewDelegationFor,
  responses: { 201: Delegation },
  errors: ['conflict', 'forbidden', 'outsideFailed'],
  prepare: (preparation) => fetchUnknownPeople(preparation, [preparation.body.delegateId]),
  async handler(call, foundPeople) {
    const { db, actor, config, body, allow } = call
    await upsertPeople(db, config, foundPeople)
    allow(await excludesActor(db, actor, [body.delegateId], 'delegate decisions to yourself'))
    await requirePeople(db, config, 'personId', [body.personId], [])
    return addDelegation(call, body.personId, foundPeople)
  },
})
