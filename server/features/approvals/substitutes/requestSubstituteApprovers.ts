import { sql } from 'kysely'
import { findApprovalSubject } from '../../../approvals/subject.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { notify } from '../../../notifications/notify.ts'
import { requestCalendars } from '../calendars/requestCalendars.ts'
import { missing } from './unstaffedStage.ts'

const batchSize = 100

/** Checks each open stage once an hour. If no available person can decide, administrators are notified once to add a substitute. */
export function requestSubstituteApprovers({ db, now }: { db: Db; now: () => Date }): Promise<void> {
  return inTransaction(db, (tx) => checkBatch(tx, now()))
}

async function checkBatch(db: Db, now: Date): Promise<void> {
  const dueRows = await db
    .selectFrom('approval_stages as s')
    .innerJoin('approvals as a', 'a.id', 's.approval_id')
    .select(['s.approval_id', 's.stage', 's.name', 's.substitute_requested_at', 'a.subject_kind', 'a.subject_id', 'a.requester_id'])
    .select(missing(now).as('missing'))
    .where('s.status', '=', 'open')
    .where('a.status', '=', 'pending')
    .where((expression) =>
      expression.or([
        expression('s.substitute_checked_at', 'is', null),
        expression('s.substitute_checked_at', '<=', new Date(now.getTime() - 3_600_000)),
      ]),
    )
    .orderBy('s.substitute_checked_at', (order) => order.asc().nullsFirst())
    .limit(batchSize)
    .forUpdate('s')
    .skipLocked()
    .execute()
  for (const stage of dueRows) {
    const needsSubstitute = stage.missing > 0
    await db
      .updateTable('approval_stages')
      .set({ substitute_checked_at: now, substitute_requested_at: needsSubstitute ? (stage.substitute_requested_at ?? now) : null })
      .where('approval_id', '=', stage.approval_id)
      .where('stage', '=', stage.stage)
      .execute()
    if (needsSubstitute && stage.substitute_requested_at === null) await requestSubstitute(db, stage, now)
  }
  await requestCalendars(db, dueRows, now)
}

async function requestSubstitute(
  db: Db,
  stage: { approval_id: string; stage: number; name: string; subject_kind: string; subject_id: string; requester_id: string },
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select p.id from people p join people q on q.id = ${stage.requester_id}
    where p.active and identity_key(p) <> identity_key(q) and p.roles @> '{Slipway.Admin}'`.execute(db)
  const notification = await findApprovalSubject(stage.subject_kind).notification(db, stage.subject_id)
  await notify(
    db,
    rows.map(({ id }) => id),
    {
      kind: 'substituteNeeded',
      subjectKind: 'approvalSubstitute',
      subjectId: stage.approval_id,
      title: `No approver available: ${notification.title}`,
      body: `The approvers of ${stage.name} are away or have left. Add a substitute approver for this request; Slipway suggests some.`,
      key: `substituteNeeded:${stage.approval_id}:${stage.stage}:${now.toISOString()}`,
    },
  )
}
