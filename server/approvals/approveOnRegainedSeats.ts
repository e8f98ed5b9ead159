import { sql } from 'kysely'
import { recordSystemEvent } from '../audit/recordSystemEvent.ts'
import type { Db } from '../db/database.ts'
import { inSavepoint } from '../db/inSavepoint.ts'
import { publishChange } from '../workflows/changes.ts'
import type { Jobs } from '../workflows/jobs.ts'
import { afterApproval, closeRound } from './decide.ts'
import { findApprovalSubject } from './subject.ts'

const maxBatchSize = 200

interface Context {
  db: Db
  jobs: Jobs
  now: Date
  /** Gets the error of each approval that failed and stays pending. */
  problems: unknown[]
}

/** Approves open stages that have enough votes although no new vote was cast, for example because a voter got a seat back. */
export async function approveOnRegainedSeats(context: Context): Promise<void> {
  const { db, now } = context
  const dueRows = await db
    .selectFrom('approvals as a')
    .innerJoin('approval_stages as s', (join) => join.onRef('s.approval_id', '=', 'a.id').onRef('s.stage', '=', 'a.stage'))
    .select(['a.id', 'a.subject_kind', 'a.subject_id', 'a.stage'])
    .where('a.status', '=', 'pending')
    .where(
      sql<boolean>`s.status = 'open' and s.minimum > 1
        and (select count(*) from approval_decisions d where d.approval_id = s.approval_id and d.stage = s.stage) >= s.minimum
        and (select count(*) from stage_votes(s.approval_id, s.stage, ${now}) v where v.counts and v.decision = 'approve') >= s.minimum
        and not exists (select from ended_requests e where e.subject_kind = a.subject_kind and e.subject_id = a.subject_id)`,
    )
    .limit(maxBatchSize)
    .forUpdate('a')
    .skipLocked()
    .execute()
  for (const approval of dueRows)
    await inSavepoint(db, () => approve(context, approval)).catch((error: unknown) => context.problems.push(error))
}

async function approve(context: Context, approval: { id: string; subject_kind: string; subject_id: string; stage: number }): Promise<void> {
  const { db, now } = context
  const subject = findApprovalSubject(approval.subject_kind)
  const outcome = await afterApproval(db, subject, approval, now)
  if (outcome === 'approved') await closeRound(context, subject, approval, outcome, '')
  await recordSystemEvent(db, {
    action: 'approvalStageApproved',
    subject: { kind: approval.subject_kind, id: approval.subject_id },
    before: { status: 'pending', stage: approval.stage },
    after: { approvalId: approval.id, status: outcome },
    reason: 'A voter got a seat back, so the stage has enough votes.',
  })
  await publishChange(db, { kind: 'approval', id: approval.id })
  await publishChange(db, { kind: approval.subject_kind, id: approval.subject_id })
}
