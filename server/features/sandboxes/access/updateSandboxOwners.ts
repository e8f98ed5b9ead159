import { operation } from '../../../http/operation.ts'
import { stepUpAsAdministrator } from '../../../http/stepUp.ts'
import { fetchUnknownPeople } from '../../../people/requirePeople.ts'
import { canDoInSandbox } from '../sandboxes/policy.ts'
import { Sandbox, SandboxId, SandboxOwnersChange } from '../sandboxes/schemas.ts'
import { changeOwners } from './changeOwners.ts'

export const updateSandboxOwners = operation({
  id: 'updateSandboxOwners',
  method: 'PATCH',
  path: '/sandboxes/{id}/owners',
  tag: 'sandboxes',
  summary: 'Change the owners of a sandbox you own',
  description:
    'Set 1 to 5 active people. You can’t add yourself, even with another of your user accounts. Removed owners lose their owner access.',
  access: 'owner',
  stepUp: stepUpAsAdministrator,
  params: SandboxId,
  body: SandboxOwnersChange,
  responses: { 200: Sandbox },
  errors: ['notFound', 'conflict', 'wrongState', 'versionMismatch', 'outsideFailed'],
  prepare: (preparation) => fetchUnknownPeople(preparation, preparation.body.ownerIds),
  handler: (call, foundPeople) => changeOwners(call, foundPeople, (facts) => canDoInSandbox(call.actor, 'changeOwners', facts)),
})
