import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { loadAccount } from '../accounts/queries.ts'
import { recordDetails } from './recordDetails.ts'

interface NewOwners {
  accountId: string
  /** The owners who are still recorded in external systems. */
  before: readonly string[]
  /** The person whose action activated the account. */
  byId: string
  reason: string
}

/**
 * Owners can change during setup and decommission, but the runs of both don't read the owners again. In the transaction that activates the
 * account, this function therefore updates its groups and the landing-zone repository.
 */
export async function recordNewOwners(
  { db, jobs, now }: { db: Db; jobs: Jobs; now: Date },
  { accountId, before, byId, reason }: NewOwners,
): Promise<void> {
  const people = await db
    .selectFrom('people')
    .select(['id', 'display_name as displayName', 'email', 'department', 'active'])
    .where('id', 'in', [...before, byId])
    .execute()
  const changedBy = people.find(({ id }) => id === byId)!
  const reader: Person = { ...changedBy, kind: 'person', admin: true, auditor: false, credential: 'clock' }
  const after = await loadAccount(db, reader, accountId)
  const previousOwners = people.filter(({ id }) => before.includes(id))
  if (previousOwners.length === after.owners.length && after.owners.every(({ id }) => before.includes(id))) return
  await recordDetails({ db, jobs, actor: changedBy, now: () => now }, { ...after, owners: previousOwners }, after, reason)
}
