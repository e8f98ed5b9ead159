import { sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { type findPeopleByName, requirePeople } from '../../../people/requirePeople.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { recordEvent } from '../sandboxes/events.ts'
import type { LockedSandbox } from '../sandboxes/queries.ts'
import { keepOwnersIn } from './members.ts'

export async function changeOwners(
  call: { db: Db; jobs: Jobs; config: Config; actor: Person; now: () => Date },
  sandbox: LockedSandbox,
  ownerIds: string[],
  found: Awaited<ReturnType<typeof findPeopleByName>>,
): Promise<void> {
  const { db, actor } = call
  const now = call.now()
  await requirePeople(db, call.config, 'ownerIds', ownerIds, found)
  await db.deleteFrom('sandbox_owners').where('sandbox_id', '=', sandbox.id).execute()
  await db
    .insertInto('sandbox_owners')
    .values(ownerIds.map((person_id, position) => ({ sandbox_id: sandbox.id, person_id, position })))
    .execute()
  const { version } = await db
    .updateTable('sandboxes')
    .set({ version: sql`version + 1`, updated_at: now })
    .where('id', '=', sandbox.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  await keepOwnersIn(call, sandbox.id, now)
  const names = await db.selectFrom('people').select(['id', 'display_name']).where('id', 'in', ownerIds).execute()
  const inOrder = ownerIds.map((id) => names.find((row) => row.id === id.toLowerCase())?.display_name)
  const text = `${actor.displayName} made ${inOrder.join(', ')} its ${ownerIds.length === 1 ? 'owner' : 'owners'}`
  await recordEvent(db, { sandboxId: sandbox.id, kind: 'owners', text, personId: actor.id, key: `owners:${version}`, now })
}
