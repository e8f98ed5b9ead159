import { sql } from 'kysely'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import { type Db, inTransaction } from '../../../../db/database.ts'
import { wakeRun } from '../../../../runs/wakeRun.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { startRun } from '../../../../workflows/startRun.ts'
import { emergencyInput } from '../emergencyInput.ts'
import { notifyPerson, raiseAlarm } from '../notifications.ts'
import { type EmergencyRow, selectEmergencies } from '../queries.ts'
import { endEmergencyRole } from './endEmergencyRole.ts'

const batchSize = 100
const remindHoursBefore = 4

/**
 * Starts to end expired access, removes roles that a failed attempt left behind, and sends reminders of post-use reports. Runs every
 * minute.
 */
export async function expireEmergencyAccess({ db, jobs, now }: { db: Db; jobs: Jobs; now: () => Date }): Promise<void> {
  await inTransaction(db, (tx) => startEndingDue({ db: tx, jobs }, now()))
  await inTransaction(db, (tx) => remind(tx, now()))
}

/**
 * Runs in the caller’s transaction.
 * @param row a locked row that is active or failed
 */
export async function startEnding(context: { db: Db; jobs: Jobs }, row: EmergencyRow, now: Date, endedBy: string | null) {
  if (row.status === 'active') {
    await context.db
      .updateTable('emergency_accesses')
      .set(({ eb }) => ({ status: 'ending', ended_by: endedBy, version: eb('version', '+', 1), updated_at: now }))
      .where('id', '=', row.id)
      .execute()
    if (endedBy === null)
      await recordSystemEvent(context.db, {
        action: 'emergencyAccessOver',
        subject: { kind: 'account', id: row.account_id },
        before: { emergencyAccess: { id: row.id, status: 'active' } },
        after: { emergencyAccess: { id: row.id, status: 'ending' } },
        reason:
          row.ends_at && row.ends_at <= now
            ? `${row.reference} expired.`
            : `${row.reference} ended because the person was disabled or the account is being decommissioned.`,
      })
  }
  await startRun(context, endEmergencyRole, { kind: 'emergencyAccess', id: row.id }, { ...emergencyInput(row) })
}

/** Cancels access that is not active yet. Its run no longer requests the role, or ends the role as soon as Azure has granted it. */
export async function cancelBefore({ db, jobs }: { db: Db; jobs: Jobs }, row: EmergencyRow, now: Date, cancelledBy: string): Promise<void> {
  await db
    .updateTable('emergency_accesses')
    .set(({ eb }) => ({ ended_by: cancelledBy, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', row.id)
    .execute()
  const run = await db
    .selectFrom('work_runs')
    .select('id')
    .where('kind', '=', 'giveEmergencyRole')
    .where('subject_id', '=', row.id)
    .executeTakeFirst()
  if (run) await wakeRun(db, jobs, run.id, now)
}

const isNoLongerNeeded = sql<boolean>`(a.status in ('decommissioning', 'decommissioned', 'deleted')
  or exists (select from people p where p.id = e.person_id and not p.active))`

async function startEndingDue(context: { db: Db; jobs: Jobs }, now: Date): Promise<void> {
  const dueRows = await selectEmergencies(context.db, undefined)
    .where(
      sql<boolean>`(e.status = 'active' and (e.ends_at <= ${now} or ${isNoLongerNeeded}) or e.status = 'failed' and e.starts_at is not null and e.ended_at is null
        and not exists (select 1 from work_runs w where w.kind = ${endEmergencyRole.kind} and w.subject_id = e.id))`,
    )
    .orderBy('e.ends_at')
    .limit(batchSize)
    .forUpdate('e')
    .skipLocked()
    .execute()
  for (const row of dueRows) await startEnding(context, row, now, null)
}

async function remind(db: Db, now: Date): Promise<void> {
  const remindBefore = new Date(now.getTime() + remindHoursBefore * 3_600_000)
  const missingReports = await selectEmergencies(db, undefined)
    .where('e.status', '=', 'ended')
    .where('e.report_due_at', '<=', remindBefore)
    .where(
      sql<boolean>`not exists (select 1 from notifications n where n.person_id = e.person_id
        and n.dedupe_key = 'emergency:' || e.id || case when e.report_due_at <= ${now} then ':overdue' else ':soon' end)`,
    )
    .limit(batchSize)
    .execute()
  for (const { id, reference, account_id, account_name, person_id, person, report_due_at } of missingReports) {
    const recipient = { id, accountId: account_id, personId: person_id }
    if (report_due_at! <= now)
      await raiseAlarm(db, {
        ...recipient,
        title: `Post-use report for ${reference} overdue`,
        body: `${person.displayName} hasn’t submitted the post-use report for ${account_name}, and can’t use emergency access until then.`,
        event: 'overdue',
      })
    else
      await notifyPerson(db, {
        ...recipient,
        title: `Post-use report for ${account_name} due soon`,
        body: `${reference}: submit it before ${report_due_at!.toISOString().slice(11, 16)} UTC. After that you can’t use emergency access.`,
        event: 'soon',
      })
  }
}
