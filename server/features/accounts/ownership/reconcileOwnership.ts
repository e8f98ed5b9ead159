import { sql } from 'kysely'
import { type Db, inTransaction } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { familyEscalationMs, transferRetentionMs } from './ownershipPeriods.ts'
import { reconcileAccountOwners } from './reconcileAccountOwners.ts'

/** The next call, a minute later, handles the remaining accounts. */
const maxBatchSize = 1_000

/**
 * Updates all ownership gaps: proposes successors, applies timeouts and closes resolved gaps. Each account has its own transaction, so
 * several processes can run this concurrently.
 * @throws AggregateError with the errors of single accounts, after all other accounts are done
 */
export async function reconcileOwnership({ db, jobs, now }: { db: Db; jobs: Jobs; now: () => Date }): Promise<void> {
  const problems: unknown[] = []
  for (const id of await accountsToReconcile(db, now())) {
    try {
      await inTransaction(db, (tx) => reconcileAccountOwners({ db: tx, jobs, now }, id))
    } catch (error) {
      problems.push(error)
    }
  }
  if (problems.length > 0) throw new AggregateError(problems, `Couldn’t update the ownership gaps of ${problems.length} accounts.`)
}

async function accountsToReconcile(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from (
      select distinct o.account_id from people p join account_owners o on o.person_id = p.id where not p.active
    ) touched
    join accounts a on a.id = touched.account_id and a.status = 'active'
    where valid_owners(a.id) = 0
      or valid_owners(a.id) < 2 and not exists (
        select from ownership_gaps g where g.account_id = a.id and g.reason = 'left' and g.resolved_at is null)
    union
    select g.account_id from ownership_gaps g
    join accounts a on a.id = g.account_id
    join people p on p.id = g.person_id
    where g.resolved_at is null and (
      g.requested_at is null or a.status <> 'active'
      or g.reason = 'left' and (g.opened_at <= ${new Date(now.getTime() - familyEscalationMs)} or valid_owners(a.id) >= 2)
      or g.reason = 'moved' and (g.opened_at <= ${new Date(now.getTime() - transferRetentionMs)} or not p.active
        or p.department = g.former_department
        or not exists (select from account_owners o where o.account_id = a.id and o.person_id = p.id)))
    union
    select account_id from ownership_gaps where resolved_at is not null and synced_at is null
    order by 1 limit ${maxBatchSize}`.execute(db)
  return rows.map((row) => row.id)
}
