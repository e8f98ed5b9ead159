import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import { inTransaction } from '../../../../db/database.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { type Step, Wait, type Workflow } from '../../../../workflows/workflow.ts'
import { revokeMembership } from '../../assignments/end/startRevoke.ts'
import { waitForDirectory } from '../../assignments/waitForDirectory.ts'
import { entriesOf } from '../memberships.ts'
import { notifyApplied, notifyStuck } from '../notify.ts'
import type { ReviewInput } from '../open/reviewInput.ts'
import { reviewKind } from '../queries.ts'
import { resultCsv } from '../resultCsv.ts'
import { reconcileItems } from './reconcileItems.ts'

/** A directory outage or a failed removal can delay the result for this long, until the run of the review itself fails. */
const timeoutMinutes = 30 * 24 * 60
const batchSize = 50

const startRemovals = (jobs: Jobs): Step<ReviewInput> => ({
  name: 'startRemovals',
  title: 'Remove members',
  timeoutMinutes,
  async run({ db, clients, input, now }) {
    const { rows: groups } = await sql<{ id: string; directoryId: string; ready: boolean }>`
      select g.id, g.directory_group_id as "directoryId", g.status = 'ready' as ready from access_groups g
      where g.id in (select i.group_id from access_review_items i where i.review_id = ${input.reviewId}) order by g.id`.execute(db)
    // A group that is being deleted loses all its members anyway.
    const readyGroups = groups.filter((group) => group.ready)
    const entries = await waitForDirectory(() => entriesOf(clients, readyGroups))
    if (entries instanceof Wait) return entries
    const memberKeys = new Set(entries.map(({ groupId, personId }) => `${groupId} ${personId}`))
    const readyIds = new Set(readyGroups.map(({ id }) => id))
    let startedCount = 0
    for (;;) {
      const batchLength = await inTransaction(db, async (tx) => {
        const items = await tx
          .selectFrom('access_review_items as i')
          .select(['i.id', 'i.group_id', 'i.person_id', 'i.decision', 'i.decided_by', 'i.decided_by_name'])
          .select(
            sql<boolean>`exists (select from group_assignments m where m.group_id = i.group_id and m.person_id = i.person_id
              and m.status in ('scheduled', 'granting', 'active', 'revoking'))`.as('recorded'),
          )
          .where('i.review_id', '=', input.reviewId)
          .where('i.result', '=', 'pending')
          .where('i.removal_started_at', 'is', null)
          .orderBy('i.id')
          .limit(batchSize)
          .forUpdate('i')
          .execute()
        for (const item of items) {
          const isStillMember = memberKeys.has(`${item.group_id} ${item.person_id}`)
          const updateItem = (change: { result: 'kept' | 'gone'; result_note: string; resolved_at: Date } | { removal_started_at: Date }) =>
            tx.updateTable('access_review_items').set(change).where('id', '=', item.id).execute()
          if (!readyIds.has(item.group_id)) await updateItem({ result: 'gone', result_note: 'The group was deleted.', resolved_at: now() })
          else if (!isStillMember && !item.recorded)
            await updateItem({
              result: 'gone',
              result_note: 'The person was no longer a member when the review closed.',
              resolved_at: now(),
            })
          else if (item.decision === 'keep') await updateItem({ result: 'kept', result_note: '', resolved_at: now() })
          else {
            const reviewer = item.decided_by ? { id: item.decided_by, displayName: item.decided_by_name ?? 'A reviewer' } : undefined
            await revokeMembership(
              { db: tx, jobs },
              {
                groupId: item.group_id,
                personId: item.person_id,
                now: now(),
                by: reviewer,
                reason: 'The access review ended without a decision, and its rule is to remove.',
              },
            )
            await updateItem({ removal_started_at: now() })
            startedCount++
          }
        }
        return items.length
      })
      if (batchLength < batchSize) break
    }
    return { started: startedCount }
  },
})

const verifyRemovals: Step<ReviewInput> = {
  name: 'verifyRemovals',
  title: 'Confirm the removals',
  timeoutMinutes,
  async run({ db, input, now }) {
    const { waiting, stuck } = await inTransaction(db, (tx) => reconcileItems(tx, input.reviewId, now()))
    if (waiting + stuck === 0) return {}
    const resultTexts = [
      waiting > 0 ? `${waiting} ${waiting === 1 ? 'removal waits' : 'removals wait'} for the directory` : '',
      stuck > 0 ? `${stuck} ${stuck === 1 ? 'is' : 'are'} stuck. An administrator must check ${stuck === 1 ? 'its' : 'their'} run` : '',
    ]
    return new Wait(`${resultTexts.filter(Boolean).join('; ')}.`)
  },
}

/**
 * Carries out the decisions of a review. Once all of them are confirmed, it stores the digest of the result. It starts other runs, so it
 * needs the queue.
 */
export const applyAccessReview = (jobs: Jobs): Workflow<ReviewInput> => ({
  kind: 'applyAccessReview',
  steps: [startRemovals(jobs), verifyRemovals],
  async succeeded({ db, input, now }) {
    const digest = createHash('sha256')
      .update(await resultCsv(db, input.reviewId))
      .digest('hex')
    const review = await db
      .updateTable('access_reviews')
      .set({ status: 'applied', applied_at: now, digest, version: sql`version + 1`, updated_at: now })
      .where('id', '=', input.reviewId)
      .where('status', '=', 'closing')
      .returningAll()
      .executeTakeFirst()
    if (!review) return
    const { rows } = await sql<{ removed: number; kept: number; gone: number }>`
      select count(*) filter (where result = 'removed') as removed, count(*) filter (where result = 'kept') as kept,
        count(*) filter (where result = 'gone') as gone from access_review_items where review_id = ${review.id}`.execute(db)
    const counts = rows[0]!
    await recordSystemEvent(db, {
      action: 'accessReviewApplied',
      subject: { kind: reviewKind, id: review.id },
      after: { status: 'applied', reference: review.reference, ...counts, digest },
      reason: 'Every decision is complete and confirmed by the directory.',
    })
    await notifyApplied(db, review, counts)
    await publishChange(db, { kind: reviewKind, id: review.id })
  },
  async failed({ db, input, step, message, now }) {
    const review = await db.selectFrom('access_reviews').selectAll().where('id', '=', input.reviewId).executeTakeFirstOrThrow()
    await notifyStuck(db, review, step, message, now)
  },
})
