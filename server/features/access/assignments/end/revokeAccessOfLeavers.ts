import { sql } from 'kysely'
import { type Db, inTransaction } from '../../../../db/database.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { startRevoke } from './startRevoke.ts'

const batchSize = 200

/** Ends the access of people who are disabled in the directory. Runs every minute. @returns how many assignments end */
export function revokeAccessOfLeavers({ db, jobs, now }: { db: Db; jobs: Jobs; now: () => Date }): Promise<number> {
  return inTransaction(db, async (tx) => {
    const assignments = await tx
      .selectFrom('group_assignments')
      .select('id')
      .where('status', 'in', ['scheduled', 'granting', 'active'])
      .where(sql<boolean>`person_id = any (array(select id from people where not active))`)
      .orderBy('id')
      .limit(batchSize)
      .forUpdate()
      .skipLocked()
      .execute()
    const reason = 'The person was disabled in the directory.'
    const endedAssignments = await startRevoke(
      { db: tx, jobs },
      { assignmentIds: assignments.map(({ id }) => id), as: 'revoked', now: now(), reason },
    )
    return endedAssignments.length
  })
}
