import { type Db, inTransaction } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { notify } from '../../../notifications/notify.ts'
import { owningResourceName } from '../../accounts/accounts/owningResource.ts'
import { accessTitles } from './accessLabels.ts'
import { nextReminder } from './reminders.ts'

const batchSize = 200
/** A call processes at most this many batches. The next call, a minute later, continues. */
const maxBatches = 25
const day = 86_400_000

/**
 * Reminds people 14 days and one day before their access ends. Each reminder is sent once, even if Slipway was off at that time. People who
 * have requested an extension get no reminder. Runs every minute.
 */
export async function remindExpiringAccess({ db, now }: { db: Db; now: () => Date }): Promise<void> {
  for (let round = 0; round < maxBatches; round++) {
    const remindedCount = await inTransaction(db, (tx) => remindBatch(tx, now()))
    if (remindedCount < batchSize) return
  }
}

async function remindBatch(db: Db, now: Date): Promise<number> {
  const dueRows = await db
    .selectFrom('group_assignments as m')
    .innerJoin('access_groups as g', 'g.id', 'm.group_id')
    .leftJoin('accounts as a', 'a.id', 'g.account_id')
    .leftJoin('sandboxes as s', 's.id', 'g.sandbox_id')
    .leftJoin('access_requests as r', (join) =>
      join
        .onRef('r.group_id', '=', 'm.group_id')
        .onRef('r.requester_id', '=', 'm.person_id')
        .on('r.status', 'in', ['pending_approval', 'changes_requested']),
    )
    .select(['m.id', 'm.person_id', 'm.ends_at', 'g.name', 'g.sandbox_id', owningResourceName.as('home_name'), 'r.id as request_id'])
    .where('m.status', '=', 'active')
    .where('m.remind_at', '<=', now)
    .orderBy('m.remind_at')
    .limit(batchSize)
    .forUpdate('m')
    .skipLocked()
    .execute()
  for (const { id, person_id, ends_at, ...names } of dueRows) {
    await updateRow(db, 'group_assignments', id, { remind_at: nextReminder(ends_at, now) })
    if (!ends_at || ends_at <= now || names.request_id) continue
    const days = Math.ceil((ends_at.getTime() - now.getTime()) / day)
    await notify(db, [person_id], {
      kind: 'accessEnds',
      ...(names.sandbox_id ? { subjectKind: 'sandbox', subjectId: names.sandbox_id } : { subjectKind: 'groupAssignment', subjectId: id }),
      title: accessTitles.ends(names.name, days),
      body: `${names.home_name}: request an extension now to keep your access.`,
      key: `ends:${id}:${ends_at.toISOString()}:${days > 1 ? 14 : 1}`,
    })
  }
  return dueRows.length
}
