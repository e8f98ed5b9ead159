import { sql } from 'kysely'
import { Type } from 'typebox'
import { waitsFor } from '../../../approvals/openSeats.ts'
import { operation } from '../../../http/operation.ts'
import { accessRequestKind } from '../assignments/submit.ts'
import { readAccessRequestItems } from './readItems.ts'
import { AccessRequestItem } from './schemas.ts'

const max = 200

export const listOwnerPendingAccessRequests = operation({
  id: 'listOwnerPendingAccessRequests',
  method: 'GET',
  path: '/account-access/ownerPendingAccessRequests',
  tag: 'account-access',
  summary: 'List access requests that are waiting for your decision, oldest first; never your own',
  access: 'signedIn',
  declares: [401],
  answers: { 200: Type.Array(AccessRequestItem) },
  async handler({ db, actor, now }) {
    const { rows } = await sql<{ ids: string[] }>`select array(
      select a.subject_id from approvals a where a.subject_kind = ${accessRequestKind} and ${waitsFor(actor, now())}
      order by a.opened_at, a.id limit ${max}) as ids`.execute(db)
    return readAccessRequestItems(db, actor, rows[0]!.ids)
  },
})
