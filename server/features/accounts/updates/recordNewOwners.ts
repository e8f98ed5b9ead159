import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { readAccount } from '../accounts/queries.ts'
import { recordDetails } from './recordDetails.ts'

interface NewOwners {
  accountId: string
  /** Other systems still have these owners. */
  before: readonly string[]
  /** This person's action activated the account. */
  byId: string
  because: string
}

/**
 * Owners can change during setup and decommission, whose runs don't reread them. This updates the account's groups and the landing-zone
 * repository, in the transaction that activates the account.
 */
export async function recordNewOwners(
  { db, jobs, now }: { db: Db; jobs: Jobs; now: Date },
  { accountId, before, byId, because }: NewOwners,
): Promise<void> {
  const people = await db
    .selectFrom('people')
    .select(['id', 'display_name as displayName', 'email', 'department', 'active'])
    .where('id', 'in', [...before, byId])
    .execute()
  const by = people.find(({ id }) => id === byId)!
  const reader: Person = { ...by, kind: 'person', admin: true, auditor: false, credential: 'clock' }
  const after = await readAccount(db, reader, accountId)
  const was = people.filter(({ id }) => before.includes(id))
  if (was.length === after.owners.length && after.owners.every(({ id }) => before.includes(id))) return
  await recordDetails({ db, jobs, actor: by, now: () => now }, { ...after, owners: was }, after, because)
}
