import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Verdict } from '../../../auth/access.ts'
import { canAddPeople } from '../../../auth/sameIdentity.ts'
import type { Call } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { type fetchUnknownPeople, requirePeople, upsertPeople } from '../../../people/requirePeople.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { type SandboxFacts, sandboxStateVerdict } from '../sandboxes/policy.ts'
import { loadSandbox, lockSandbox, sandboxFacts } from '../sandboxes/queries.ts'
import type { Sandbox, SandboxId, SandboxOwnersChange } from '../sandboxes/schemas.ts'
import { syncOwnerAccess } from './members.ts'

/**
 * Replaces the owners of a sandbox and of its groups.
 * @param verdict whether the actor can change the owners; in addition, actors can't add themselves
 * @returns the sandbox after the change
 */
export async function changeOwners(
  call: Call<Static<typeof SandboxId>, unknown, Static<typeof SandboxOwnersChange>>,
  foundPeople: Awaited<ReturnType<typeof fetchUnknownPeople>>,
  verdict: (facts: SandboxFacts) => Verdict = () => true,
): Promise<Static<typeof Sandbox>> {
  const { db, actor, config, params, body, allow, ifMatch, audit, changed } = call
  const { ownerIds } = body
  const now = call.now()
  const lockedSandbox = await lockSandbox(db, params.id)
  const before = await loadSandbox(db, actor, lockedSandbox.id, now)
  const subject = { kind: 'sandbox', id: lockedSandbox.id }
  audit({ subject })
  const facts = await sandboxFacts(db, actor, lockedSandbox, now)
  allow(verdict(facts))
  await upsertPeople(db, config, foundPeople)
  allow(await canAddPeople(db, actor, before.owners, ownerIds, 'make yourself an owner'))
  ifMatch(lockedSandbox.version)
  requireState(sandboxStateVerdict('changeOwners', facts))
  await requirePeople(db, config, 'ownerIds', ownerIds, foundPeople)
  await db.deleteFrom('sandbox_owners').where('sandbox_id', '=', lockedSandbox.id).execute()
  await db
    .insertInto('sandbox_owners')
    .values(ownerIds.map((person_id, position) => ({ sandbox_id: lockedSandbox.id, person_id, position })))
    .execute()
  const { version } = await db
    .updateTable('sandboxes')
    .set({ version: sql`version + 1`, updated_at: now })
    .where('id', '=', lockedSandbox.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  await syncOwnerAccess(call, lockedSandbox.id, now)
  const names = await db.selectFrom('people').select(['id', 'display_name']).where('id', 'in', ownerIds).execute()
  const orderedNames = ownerIds.map((id) => names.find((row) => row.id === id.toLowerCase())?.display_name)
  const text = `${actor.displayName} set the ${ownerIds.length === 1 ? 'owner' : 'owners'} to ${orderedNames.join(', ')}`
  await recordEvent(db, { sandboxId: lockedSandbox.id, kind: 'owners', text, personId: actor.id, key: `owners:${version}`, now })
  const after = await loadSandbox(db, actor, lockedSandbox.id, now)
  audit({ subject, before: { owners: before.owners }, after: { owners: after.owners } })
  await changed('sandbox', lockedSandbox.id)
  return after
}
