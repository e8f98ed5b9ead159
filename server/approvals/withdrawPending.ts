import { sql } from 'kysely'
import { recordSystemEvent } from '../audit/recordSystemEvent.ts'
import type { Db } from '../db/database.ts'
import type { Database } from '../db/tables.ts'
import { Failure } from '../errors.ts'
import { notify } from '../notifications/notify.ts'
import { announce } from '../workflows/changes.ts'
import { cancelApproval } from './openApproval.ts'

type EndedRequest = Database['ended_requests']

const maxAtOnce = 500

/** IDs to search, all of which must match. An empty scope covers all requests. */
export type Scope = Partial<Record<'subject_id' | 'requester_id' | 'account_id' | 'sandbox_id' | 'group_id', readonly string[]>>

/**
 * Withdraws open requests whose base has ended, as listed by the view `ended_requests`: the approval is cancelled with its seats, the
 * requester is notified and an audit event is written. It runs in the transaction that ends the base, and in housekeeping.
 *
 * A request with a vote in progress is skipped, because that vote waits for rows that the caller holds. The database then rejects the vote,
 * and housekeeping withdraws the request within a minute.
 * @returns the requests that this call withdrew
 */
export async function withdrawPending(db: Db, scope: Scope, now: Date): Promise<EndedRequest[]> {
  let ended = db.selectFrom('ended_requests').selectAll()
  for (const [column, ids] of Object.entries(scope) as [keyof Scope, string[]][])
    ended = ended.where(sql<boolean>`${sql.ref(column)} = any (${ids}::uuid[])`)
  const withdrawn: EndedRequest[] = []
  // A scope is withdrawn completely; housekeeping repeats for the rest.
  for (const request of await ended.orderBy('subject_id').limit(maxAtOnce).execute())
    if ((await lockAttempts(db, request)) && (await closeRequest(db, request, now))) withdrawn.push(request)
  await recordSystemEvent(
    db,
    ...withdrawn.map(({ subject_kind: kind, subject_id: id, reference, status, because }) => ({
      action: 'requestClosed' as const,
      subject: { kind, id },
      before: { status },
      after: { status: kind === 'policyChange' ? 'draft' : 'cancelled', reference },
      reason: because,
    })),
  )
  return withdrawn
}

/** @throws conflict with the reason if the request's base has ended */
export async function refuseEnded(db: Db, subject: { subject_kind: string; subject_id: string }): Promise<void> {
  const ended = await db
    .selectFrom('ended_requests')
    .select('because')
    .where(sql<boolean>`subject_kind = ${subject.subject_kind}`)
    .where('subject_id', '=', subject.subject_id)
    .executeTakeFirst()
  if (ended) throw new Failure('conflict', `${ended.because} It can't be approved and will be withdrawn within a minute.`)
}

async function lockAttempts(db: Db, { subject_kind, subject_id }: EndedRequest): Promise<boolean> {
  const approvals = db
    .selectFrom('approvals')
    .select('id')
    .where('subject_kind', '=', subject_kind)
    .where('subject_id', '=', subject_id)
    .where((where) => where.or([where('status', '=', 'pending'), where('answer_next', 'is not', null)]))
  const locked = await approvals.forUpdate().skipLocked().execute()
  return locked.length === (await approvals.execute()).length
}

/** Closes the request and its approval, and notifies the requester. @returns false if another transaction holds the request */
async function closeRequest(db: Db, request: EndedRequest, now: Date): Promise<boolean> {
  const { subject_kind: kind, subject_id: id } = request
  if (!(await close(db, request, now))) return false
  await cancelApproval(db, kind, id, now)
  await notify(db, [request.requester_id], {
    kind: kind === 'pimActivation' ? 'privilegedRole' : 'request.cancelled',
    ...linkOf(request),
    title: `${request.reference} was withdrawn`,
    body: request.because,
    key: `${id}:withdrawn:${now.toISOString()}`,
  })
  await announce(db, { kind, id })
  await announce(db, { kind: 'approval', id })
  if (kind === 'pimActivation') await announce(db, { kind: 'privilegedRole', id: request.account_id! })
  return true
}

const requestTables = {
  accountRequest: 'account_requests',
  accountUpdate: 'account_updates',
  accessRequest: 'access_requests',
  sandboxAccessRequest: 'access_requests',
  sandboxRequest: 'sandbox_requests',
} as const

async function close(db: Db, { subject_kind: kind, subject_id: id, status, because }: EndedRequest, now: Date): Promise<boolean> {
  if (kind === 'pimActivation') {
    const role = await db.selectFrom('pim_activations').select('status').where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()
    if (role?.status !== status) return false
    await db
      .updateTable('pim_orders')
      .set({ status: 'refused', updated_at: now })
      .where('activation_id', '=', id)
      .where('status', '=', 'asked')
      .execute()
    if (status === 'pending_approval')
      await db
        .updateTable('pim_activations')
        .set({ status: 'cancelled', problem: because, version: sql`version + 1`, updated_at: now })
        .where('id', '=', id)
        .execute()
    return true
  }
  if (kind === 'policyChange') {
    const closed = await db
      .updateTable('approval_policies')
      .set({ status: 'draft', revision: sql`revision + 1`, updated_at: now })
      .where('change_id', 'in', (eb) =>
        eb
          .selectFrom('approval_policies')
          .select('change_id')
          .where('change_id', '=', id)
          .where('status', '=', 'proposed')
          .forUpdate()
          .skipLocked(),
      )
      .returning('change_id')
      .execute()
    return closed.length > 0
  }
  const table = requestTables[kind]
  const open = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', ['pending_approval', 'changes_requested'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!open) return false
  await db.updateTable(table).set({ status: 'cancelled', version: sql`version + 1`, updated_at: now }).where('id', '=', id).execute()
  return true
}

/** Access requests are shown with the access; all other requests have their own page. */
function linkOf({ subject_kind: kind, subject_id: id, account_id, sandbox_id }: EndedRequest): { subjectKind: string; subjectId: string } {
  if (kind === 'accessRequest') return { subjectKind: 'accountAccess', subjectId: account_id! }
  if (kind === 'sandboxAccessRequest') return { subjectKind: 'sandbox', subjectId: sandbox_id! }
  return { subjectKind: kind, subjectId: id }
}
