import { sql } from 'kysely'
import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'

/** The next call, a minute later, reads the managers of the remaining people. */
const maxBatchSize = 50

/**
 * Reads the managers of people who have left, because the directory's changes don't contain managers. Runs before the search for
 * successors. If the read fails, the other successors are proposed without the manager.
 */
export async function syncManagers({ db, clients }: { db: Db; clients: Clients }): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct p.id from people p
    join account_owners o on o.person_id = p.id
    join accounts a on a.id = o.account_id and a.status = 'active'
    where not p.active and p.manager_id is null and valid_owners(a.id) < 2
      and not exists (select from ownership_gaps g where g.account_id = a.id and g.reason = 'left' and g.resolved_at is null)
    limit ${maxBatchSize}`.execute(db)
  await Promise.allSettled(
    rows.map(async ({ id }) => {
      const manager = await clients.graph.getManagerId(id)
      if (manager) await db.updateTable('people').set({ manager_id: manager }).where('id', '=', id).execute()
    }),
  )
}
