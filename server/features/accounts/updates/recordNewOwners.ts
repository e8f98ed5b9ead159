import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { readAccount } from '../accounts/queries.ts'
import { recordDetails } from './recordDetails.ts'

interface NewOwners {
  accountId: string
  /** Ids of those whom everything outside still takes for the owners. */
  before: readonly string[]
  /** Whose deed put the account into use. */
  byId: string
  because: string
}

/**
 * Owners may have changed while the account was being set up or taken down, which does not notice. What holds them outside, its groups
 * and the landing-zone repository, follows now as it follows every other change. In the transaction that puts the account into use.
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
