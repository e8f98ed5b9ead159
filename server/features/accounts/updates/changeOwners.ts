import { sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import type { findPeopleByName } from '../../../people/requirePeople.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { readAccount } from '../accounts/queries.ts'
import type { Account } from '../accounts/schemas.ts'
import { setOwners } from '../accounts/setOwners.ts'
import { recordDetails } from './recordDetails.ts'

/** Replaces the owners of a locked account and of its access groups. @returns the account after the change */
export async function changeOwners(
  call: { db: Db; jobs: Jobs; config: Config; actor: Person; now: () => Date },
  account: Account,
  ownerIds: string[],
  found: Awaited<ReturnType<typeof findPeopleByName>>,
): Promise<Account> {
  await setOwners(call.db, call.config, account.id, ownerIds, found)
  await call.db.updateTable('accounts').set({ version: sql`version + 1`, updated_at: call.now() }).where('id', '=', account.id).execute()
  await call.jobs.send(call.db, 'checkHealth', { accountId: account.id })
  const after = await readAccount(call.db, call.actor, account.id)
  await recordDetails(call, account, after)
  return after
}
