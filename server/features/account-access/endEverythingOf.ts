import { sql } from 'kysely'
import { cancelApproval } from '../../approvals/openApproval.ts'
import { auditAsSlipway } from '../../audit/auditAsSlipway.ts'
import type { Db } from '../../db/database.ts'
import { announce } from '../../jobs/changes.ts'
import { notify } from '../notifications/notify.ts'
import { auditEnding, markRevoking } from './end/startRevoke.ts'
import { homeOf, noticeSubject } from './home.ts'
import { requestKindOf } from './submit.ts'

interface Group {
  id: string
  name: string
  account_id: string | null
  sandbox_id: string | null
}

/** A group goes: what was asked of it is closed and its requesters told; who is in it is on the way out. */
export async function endEverythingOf(db: Db, group: Group, now: Date): Promise<{ requests: number; assignments: number }> {
  const home = homeOf(group)
  const kind = requestKindOf(home)
  const requests = await db
    .updateTable('access_requests')
    .set({ status: 'cancelled', version: sql`version + 1`, updated_at: now })
    .where('group_id', '=', group.id)
    .where('status', 'in', ['pending_approval', 'changes_requested'])
    .returning(['id', 'reference', 'requester_id'])
    .execute()
  for (const request of requests) {
    await cancelApproval(db, kind, request.id, now)
    await notify(db, [request.requester_id], {
      kind: 'request.cancelled',
      ...noticeSubject(home),
      title: `${request.reference} was closed`,
      body: `The group ${group.name} is being deleted.`,
      key: `${request.id}:groupDeleted`,
    })
    await announce(db, { kind, id: request.id })
  }
  if (requests.length > 0) await announce(db, { kind: 'approval', id: requests[0]!.id })
  await auditAsSlipway(
    db,
    ...requests.map(({ id, reference }) => ({
      deed: 'requestClosed' as const,
      subject: { kind, id },
      after: { status: 'cancelled', reference },
      reason: `The group ${group.name} is being deleted.`,
    })),
  )
  // Their memberships go with the group, all at once; its run ends them.
  const assignments = await markRevoking(db, sql<boolean>`group_id = ${group.id}`, now)
  await auditEnding(db, assignments, 'accessWithdrawn', `The group ${group.name} is being deleted.`)
  return { requests: requests.length, assignments: assignments.length }
}
