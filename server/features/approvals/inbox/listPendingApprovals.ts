import { sql } from 'kysely'
import { Type } from 'typebox'
import { actionableRoundsOf, isApprovalAmong } from '../../../approvals/openSeats.ts'
import { sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { loadApprovalItems } from './queries.ts'
import { ApprovalItem } from './schemas.ts'

const max = 100

export const listPendingApprovals = operation({
  id: 'listPendingApprovals',
  method: 'GET',
  path: '/account-approvals/pending-approvals',
  tag: 'account-approvals',
  summary: `List the ${max} approvals that have waited longest for your decision`,
  access: 'signedIn',
  responses: { 200: Type.Array(ApprovalItem) },
  async handler({ db, actor, now }) {
    const { rows } = await sql<{ id: string }>`
      select w.id from ${actionableRoundsOf(actor, now())} w order by w.opened_at, w.id limit ${max}`.execute(db)
    const ids = rows.map(({ id }) => id)
    return sortByIds(ids, await loadApprovalItems({ db, actor, now: now() }, isApprovalAmong(ids), undefined, max))
  },
})
