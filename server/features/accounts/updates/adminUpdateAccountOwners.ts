import { operation } from '../../../http/operation.ts'
import { fetchUnknownPeople } from '../../../people/requirePeople.ts'
import { Account, AccountId, OwnersChange } from '../accounts/schemas.ts'
import { handleOwnersChange } from './changeOwners.ts'

export const adminUpdateAccountOwners = operation({
  id: 'adminUpdateAccountOwners',
  method: 'PATCH',
  path: '/accounts/admin/{id}/owners',
  tag: 'accounts',
  summary: 'Change the owners of any account',
  description: 'Set 2 to 10 active people. You can’t add yourself, even with another of your user accounts.',
  access: 'admin',
  stepUp: 'privileged',
  params: AccountId,
  body: OwnersChange,
  responses: { 200: Account },
  errors: ['notFound', 'conflict', 'wrongState', 'versionMismatch', 'outsideFailed'],
  prepare: (preparation) => fetchUnknownPeople(preparation, preparation.body.ownerIds),
  handler: (call, foundPeople) => handleOwnersChange(call, foundPeople),
})
