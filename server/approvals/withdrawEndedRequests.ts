import { sql } from 'kysely'
import { recordSystemEvent } from '../audit/recordSystemEvent.ts'
import type { Db } from '../db/database.ts'
import { Failure } from '../errors.ts'
import { notify } from '../notifications/notify.ts'
import { publishChange } from '../workflows/changes.ts'
import { cancelApproval } from './openApproval.ts'
import { type ApprovalCallbacks, type EndedRequest, findApprovalSubject } from './subject.ts'

const maxBatchSize = 500

/** IDs that limit the search; a request must match all of them. An empty scope covers all requests. */
export type RequestScope = Partial<Record<'subject_id' | 'requester_id' | 'account_id' | 'sandbox_id' | 'group_id', readonly string[]>>

/**
 * Withdraws open requests whose base has ended, as listed by the view `ended_requests`: the approval is cancelled with its seats, the
 * requester is notified and an audit event is written. It runs in the transaction that ends the base, and in housekeeping.
 *
 * A request with a vote in progress is skipped, because that vote waits for rows that the caller has locked. The database then rejects the vote,
 * and housekeeping withdraws the request within a minute.
 * @returns the requests that this call withdrew
 */
export async function withdrawEndedRequests(db: Db, scope: RequestScope, now: Date): Promise<EndedRequest[]> {
  let endedRequests = db.selectFrom('ended_requests').selectAll()
  for (const [column, ids] of Object.entries(scope) as [keyof RequestScope, string[]][])
    endedRequests = endedRequests.where(sql<boolean>`${sql.ref(column)} = any (${ids}::uuid[])`)
  const withdrawn: (EndedRequest & { next: string })[] = []
  for (const request of await endedRequests.orderBy('subject_id').limit(maxBatchSize).execute())
    if (await lockAttempts(db, request)) {
      const next = await closeRequest(db, request, now)
      if (next) withdrawn.push({ ...request, next })
    }
  await recordSystemEvent(
    db,
    ...withdrawn.map(({ subject_kind: kind, subject_id: id, reference, status, next, reason }) => ({
      action: 'requestClosed' as const,
      subject: { kind, id },
      before: { status },
      after: { status: next, reference },
      reason,
    })),
  )
  return withdrawn
}

/** @throws conflict with the reason if the request's base has ended */
export async function requireOngoing(db: Db, subject: { subject_kind: string; subject_id: string }): Promise<void> {
  const endedRequest = await db
    .selectFrom('ended_requests')
    .select('reason')
    .where(sql<boolean>`subject_kind = ${subject.subject_kind}`)
    .where('subject_id', '=', subject.subject_id)
    .executeTakeFirst()
  if (endedRequest) throw new Failure('conflict', `${endedRequest.reason} It can’t be approved and will be withdrawn within a minute.`)
}

async function lockAttempts(db: Db, { subject_kind, subject_id }: EndedRequest): Promise<boolean> {
  const approvals = db
    .selectFrom('approvals')
    .select('id')
    .where('subject_kind', '=', subject_kind)
    .where('subject_id', '=', subject_id)
    .where((expression) => expression.or([expression('status', '=', 'pending'), expression('resubmit_check_at', 'is not', null)]))
  const lockedRows = await approvals.forUpdate().skipLocked().execute()
  return lockedRows.length === (await approvals.execute()).length
}

/** @returns the request's status, or undefined if it was not closed */
async function closeRequest(db: Db, request: EndedRequest, now: Date): Promise<string | undefined> {
  const { subject_kind: kind, subject_id: id } = request
  const subject = findApprovalSubject(kind)
  const next = subject.requests ? await cancelRow(db, subject.requests, id, now) : await subject.withdraw?.(db, request, now)
  if (!next) return undefined
  await cancelApproval(db, kind, id, now)
  await notify(db, [request.requester_id], {
    kind: 'request.cancelled',
    subjectKind: kind,
    subjectId: id,
    ...subject.withdrawal?.(request),
    title: `${request.reference} was withdrawn`,
    body: request.reason,
    key: `${id}:withdrawn:${now.toISOString()}`,
  })
  await publishChange(db, { kind, id })
  await publishChange(db, { kind: 'approval', id })
  return next
}

async function cancelRow(
  db: Db,
  table: NonNullable<ApprovalCallbacks['requests']>,
  id: string,
  now: Date,
): Promise<'cancelled' | undefined> {
  const pendingRow = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', ['pending_approval', 'changes_requested'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!pendingRow) return undefined
  await db.updateTable(table).set({ status: 'cancelled', version: sql`version + 1`, updated_at: now }).where('id', '=', id).execute()
  return 'cancelled'
}
