import { operation } from '../../../http/operation.ts'
import { stepUpAsAdministrator } from '../../../http/stepUp.ts'
import { fetchUnknownPeople } from '../../../people/requirePeople.ts'
import { canDoInAccount } from '../accounts/policy.ts'
import { Account, AccountId, OwnersChange } from '../accounts/schemas.ts'
import { handleOwnersChange } from './changeOwners.ts'

export const updateMyAccountOwners = operation({
  id: 'updateMyAccountOwners',
  method: 'PATCH',
  path: '/accounts/myAccounts/{id}/owners',
  tag: 'accounts',
  summary: 'Change the owners of an account you own',
  description: 'Set 2 to 10 active people. You can’t add yourself, even with another of your user accounts.',
  access: 'owner',
  stepUp: stepUpAsAdministrator,
  params: AccountId,
  body: OwnersChange,
  responses: { 200: Account },
  errors: ['notFound', 'conflict', 'wrongState', 'versionMismatch', 'outsideFailed'],
  prepare: (preparation) => fetchUnknownPeople(preparation, preparation.body.ownerIds),
  handler: (call, foundPeople) => handleOwnersChange(call, foundPeople, (account) => canDoInAccount(call.actor, 'updateOwners', account)),
})
