import { othersAdded } from '../../../auth/sameHuman.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { findPeopleByName, rememberPeople } from '../../../people/requirePeople.ts'
import { sandboxStateAllows } from '../sandboxes/policy.ts'
import { lockSandbox, readSandbox, sandboxFacts } from '../sandboxes/queries.ts'
import { Sandbox, SandboxId, SandboxOwnersChange } from '../sandboxes/schemas.ts'
import { changeOwners } from './changeOwners.ts'

export const updateSandboxOwnersAsAdmin = operation({
  id: 'updateSandboxOwnersAsAdmin',
  method: 'PATCH',
  path: '/sandboxes/admin/{id}/owners',
  tag: 'sandboxes',
  summary: 'Change the owners of any sandbox',
  description: '1 to 5 active people. You can’t add yourself, from any of your accounts. Removed owners lose their owner access.',
  access: 'admin',
  stepUp: 'privileged',
  params: SandboxId,
  body: SandboxOwnersChange,
  answers: { 200: Sandbox },
  errors: ['notFound', 'conflict', 'wrongState', 'versionMismatch', 'outsideFailed'],
  prepare: (preparation) => findPeopleByName(preparation, preparation.body.ownerIds),
  async handler(call, foundPeople) {
    const { db, actor, config, params, body, now, allow, ifMatch, audit, changed } = call
    const locked = await lockSandbox(db, params.id)
    const before = await readSandbox(db, actor, locked.id, now())
    const subject = { kind: 'sandbox', id: locked.id }
    audit({ subject })
    const facts = await sandboxFacts(db, actor, locked, now())
    await rememberPeople(db, config, foundPeople)
    allow(await othersAdded(db, actor, before.owners, body.ownerIds, 'make yourself an owner'))
    ifMatch(locked.version)
    requireState(sandboxStateAllows('changeOwners', facts))
    await changeOwners(call, locked, body.ownerIds, foundPeople)
    const after = await readSandbox(db, actor, locked.id, now())
    audit({ subject, before: { owners: before.owners }, after: { owners: after.owners } })
    await changed('sandbox', locked.id)
    return after
  },
})
