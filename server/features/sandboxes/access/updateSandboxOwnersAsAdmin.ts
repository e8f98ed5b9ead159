import { operation } from '../../../http/operation.ts'
import { fetchUnknownPeople } from '../../../people/requirePeople.ts'
import { Sandbox, SandboxId, SandboxOwnersChange } from '../sandboxes/schemas.ts'
import { changeOwners } from './changeOwners.ts'

export const updateSandboxOwnersAsAdmin = operation({
  id: 'updateSandboxOwnersAsAdmin',
  method: 'PATCH',
  path: '/sandboxes/admin/{id}/owners',
  tag: 'sandboxes',
  summary: 'Change the owners of any sandbox',
  description:
    'Set 1 to 5 active people. You can’t add yourself, even with another of your user accounts. Removed owners lose their owner access.',
  access: 'admin',
  stepUp: 'privileged',
  params: SandboxId,
  body: SandboxOwnersChange,
  responses: { 200: Sandbox },
  errors: ['notFound', 'conflict', 'wrongState', 'versionMismatch', 'outsideFailed'],
  prepare: (preparation) => fetchUnknownPeople(preparation, preparation.body.ownerIds),
  handler: (call, foundPeople) => changeOwners(call, foundPeople),
})
