import { sql } from 'kysely'
import { Type } from 'typebox'
import { decidedBy, isApprovalAmong, pendingRoundsOf } from '../../../approvals/openSeats.ts'
import type { Person } from '../../../auth/actor.ts'
import { sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { loadApprovalItems } from './queries.ts'
import { ApprovalItem } from './schemas.ts'

const maxDecided = 1_000
const max = 200

export const listAccountApprovals = operation({
  id: 'listAccountApprovals',
  method: 'GET',
  path: '/account-approvals',
  tag: 'account-approvals',
  summary: `List the latest ${max} approvals that you decided or can decide at any stage; administrators and auditors get everyone’s`,
  access: 'signedIn',
  responses: { 200: Type.Array(ApprovalItem) },
  async handler({ db, actor, now }) {
    const visibleApprovals =
      actor.admin || actor.auditor ? sql`(select id, opened_at as round_started_at from approvals)` : ownApprovals(actor, now())
    const { rows } = await sql<{
      id: string
    }>`select a.id from ${visibleApprovals} a order by a.round_started_at desc, a.id desc limit ${max}`.execute(db)
    const ids = rows.map(({ id }) => id)
    return sortByIds(ids, await loadApprovalItems({ db, actor, now: now() }, isApprovalAmong(ids), undefined, max))
  },
})

const ownApprovals = (actor: Person, now: Date) => sql`(
  select w.id, w.round_started_at from ${pendingRoundsOf(actor, now)} w
  union
  select a.id, a.opened_at from approvals a where a.id = any (array(
    select d.approval_id from ${decidedBy(actor.id, maxDecided)} d)))`
