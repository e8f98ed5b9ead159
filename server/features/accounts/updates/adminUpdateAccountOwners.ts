import { othersAdded } from '../../../auth/sameHuman.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { findPeopleByName, rememberPeople } from '../../../people/requirePeople.ts'
import { stateAllows } from '../accounts/policy.ts'
import { lockAccount } from '../accounts/queries.ts'
import { Account, AccountId, OwnersChange } from '../accounts/schemas.ts'
import { changeOwners } from './changeOwners.ts'

export const adminUpdateAccountOwners = operation({
  id: 'adminUpdateAccountOwners',
  method: 'PATCH',
  path: '/accounts/admin/{id}/owners',
  tag: 'accounts',
  summary: 'Change the owners of any account',
  description: '2 to 10 active people. You can’t add yourself, from any of your accounts.',
  access: 'admin',
  stepUp: 'privileged',
  params: AccountId,
  body: OwnersChange,
  answers: { 200: Account },
  errors: ['notFound', 'conflict', 'wrongState', 'versionMismatch', 'outsideFailed'],
  prepare: (preparation) => findPeopleByName(preparation, preparation.body.ownerIds),
  async handler(call, foundPeople) {
    const { db, actor, config, params, body, allow, ifMatch, audit, changed } = call
    const before = await lockAccount(db, actor, params.id)
    const subject = { kind: 'account', id: before.id }
    audit({ subject })
    await rememberPeople(db, config, foundPeople)
    allow(await othersAdded(db, actor, before.owners, body.ownerIds, 'make yourself an owner'))
    ifMatch(before.version)
    requireState(stateAllows('updateOwners', before))
    const after = await changeOwners(call, before, body.ownerIds, foundPeople)
    audit({ subject, before, after })
    await changed('account', before.id)
    return after
  },
})
