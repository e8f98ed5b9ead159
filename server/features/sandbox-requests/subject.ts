import { sql } from 'kysely'
import type { ApprovalSubject } from '../../approvals/subject.ts'
import type { Db } from '../../db/database.ts'
import type { SandboxExtensionDetails } from '../../db/tables.ts'
import { Failure } from '../../http/errors.ts'
import { announce } from '../../jobs/changes.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { notify } from '../notifications/notify.ts'
import { leaseAllows } from '../sandbox-lease/lease.ts'
import { extendLease } from '../sandbox-lease/moves.ts'
import { lockSandbox } from '../sandboxes/queries.ts'
import { bearSandbox } from './birth.ts'
import { type RequestRow, sandboxRequestKind, sandboxRequestNotice } from './submit.ts'

const said = {
  approved: { new: 'was approved and is being set up', extension: 'was approved: the sandbox has been extended' },
  rejected: { new: 'was rejected', extension: 'was rejected: the sandbox ends as it would have' },
  changes_requested: { new: 'needs changes', extension: 'needs changes' },
  expired: { new: 'expired: nobody decided in time', extension: 'expired: nobody decided in time' },
}

/** What a decision means for a sandbox that is asked for, or for more of one. Everything happens in the transaction of the deciding vote. */
export const sandboxRequestSubject: ApprovalSubject = {
  kind: sandboxRequestKind,
  async notice(db, requestId) {
    const request = await db
      .selectFrom('sandbox_requests as r')
      .innerJoin('people as p', 'p.id', 'r.requester_id')
      .innerJoin('sandbox_templates as t', 't.id', 'r.template_id')
      .leftJoin('sandboxes as s', 's.id', 'r.sandbox_id')
      .select(['r.kind', 'r.name', 'r.reference', 'r.details', 'p.display_name as requesterName'])
      .select(sql<string>`coalesce(s.currency, t.currency)`.as('currency'))
      .where('r.id', '=', requestId)
      .executeTakeFirstOrThrow()
    const { details, currency, ...rest } = request
    return sandboxRequestNotice({ ...rest, hours: details.hours, budget: { amount: details.budget, currency } })
  },
  async closed({ db, jobs, now }, requestId, outcome, comment) {
    const request = await db.selectFrom('sandbox_requests').selectAll().where('id', '=', requestId).forUpdate().executeTakeFirstOrThrow()
    if (outcome === 'approved') await carryOut({ db, jobs }, request, now)
    else
      await db
        .updateTable('sandbox_requests')
        .set({ status: outcome, version: sql`version + 1`, updated_at: now })
        .where('id', '=', requestId)
        .execute()
    await notify(db, [request.requester_id], {
      kind: `request.${outcome}`,
      subjectKind: sandboxRequestKind,
      subjectId: requestId,
      title: `${request.reference} ${said[outcome][request.kind]}`,
      body: comment ? `${request.name}: “${comment}”` : request.name,
      key: `${requestId}:${outcome}:${request.version}`,
    })
    await announce(db, { kind: sandboxRequestKind, id: requestId })
  },
}

/** What was asked for comes to be: once, in the caller's transaction, whether somebody approved it or the template's rule did. */
export async function carryOut({ db, jobs }: { db: Db; jobs: Jobs }, request: RequestRow, now: Date): Promise<void> {
  if (request.kind === 'new') return void (await bearSandbox({ db, jobs }, request, now))
  const { hours, budget } = request.details as SandboxExtensionDetails
  const sandboxId = request.sandbox_id!
  const sandbox = await lockSandbox(db, sandboxId)
  const allowed = leaseAllows(sandbox, { kind: 'extend', hours, budget }, now)
  if (allowed !== true) throw new Failure('conflict', `${allowed} Reject it, or ask for changes.`)
  const requester = await db
    .selectFrom('people')
    .select(['id', 'display_name'])
    .where('id', '=', request.requester_id)
    .executeTakeFirstOrThrow()
  await extendLease({ db, jobs }, { sandboxId, by: { id: requester.id, displayName: requester.display_name }, hours, budget, now })
  await db
    .updateTable('sandbox_requests')
    .set({ status: 'approved', version: sql`version + 1`, updated_at: now })
    .where('id', '=', request.id)
    .execute()
}
