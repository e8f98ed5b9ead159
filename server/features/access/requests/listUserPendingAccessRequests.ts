import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { accessRequestKind } from '../assignments/submit.ts'
import { loadAccessRequestItems } from './loadItems.ts'
import { AccessRequestItem } from './schemas.ts'

const max = 200

export const listUserPendingAccessRequests = operation({
  id: 'listUserPendingAccessRequests',
  method: 'GET',
  path: '/account-access/userPendingAccessRequests',
  tag: 'account-access',
  summary: 'List your requests that aren’t complete: pending, sent back, or waiting for the directory',
  access: 'signedIn',
  responses: { 200: Type.Array(AccessRequestItem) },
  async handler({ db, actor }) {
    const { rows } = await sql<{ ids: string[] }>`select array(
      select id from (
        select r.id, r.created_at from access_requests r
        where r.requester_id = ${actor.id} and r.account_id is not null and r.status in ('pending_approval', 'changes_requested')
        union all
        select r.id, r.created_at from access_requests r
        join work_runs w on w.subject_kind = ${accessRequestKind} and w.subject_id = r.id
          and w.status in ('queued', 'running', 'waiting', 'failed')
        where r.requester_id = ${actor.id} and r.account_id is not null and r.status = 'approved'
      ) mine order by created_at, id limit ${max}) as ids`.execute(db)
    return loadAccessRequestItems(db, actor, rows[0]!.ids)
  },
})
