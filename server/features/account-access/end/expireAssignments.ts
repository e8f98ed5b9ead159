import { type Db, inTransaction } from '../../../db/database.ts'
import { announce } from '../../../jobs/changes.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { startRun } from '../../../jobs/startRun.ts'
import { type RevokeInput, revokeAccess } from './revokeAccess.ts'

const atOnce = 200
/** In one go at most this many times; what is left comes a minute later. */
const mostRounds = 25

/** Begins to end what is due, also what became due while Slipway was off. Run by the tidy job. @returns how many */
export async function expireAssignments({ db, jobs, now }: { db: Db; jobs: Jobs; now: () => Date }): Promise<number> {
  let ended = 0
  for (let round = 0; round < mostRounds; round++) {
    const some = await inTransaction(db, (tx) => expireSome({ db: tx, jobs, now: now() }))
    ended += some
    if (some < atOnce) break
  }
  return ended
}

async function expireSome({ db, jobs, now }: { db: Db; jobs: Jobs; now: Date }): Promise<number> {
  const due = await db
    .selectFrom('group_assignments as m')
    .innerJoin('access_groups as g', 'g.id', 'm.group_id')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .select([
      'm.id',
      'm.person_id',
      'g.id as groupId',
      'g.name as groupName',
      'g.directory_group_id',
      'a.id as accountId',
      'a.name as accountName',
    ])
    .where('m.status', '=', 'active')
    .where('m.ends_at', '<=', now)
    .orderBy('m.ends_at')
    .limit(atOnce)
    .forUpdate('m')
    .skipLocked()
    .execute()
  if (due.length === 0) return 0
  await db
    .updateTable('group_assignments')
    .set({ status: 'revoking', updated_at: now })
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .execute()
  for (const { id, person_id, directory_group_id, ...names } of due) {
    const input: RevokeInput = { assignmentId: id, personId: person_id, directoryGroupId: directory_group_id!, as: 'expired', ...names }
    await startRun({ db, jobs }, revokeAccess, { kind: 'groupAssignment', id }, { ...input })
  }
  for (const id of new Set(due.map(({ accountId }) => accountId))) await announce(db, { kind: 'account', id })
  return due.length
}
