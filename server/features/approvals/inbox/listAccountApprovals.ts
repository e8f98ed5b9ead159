import { sql } from 'kysely'
import { Type } from 'typebox'
import { among, decidedBy, named } from '../../../approvals/openSeats.ts'
import type { Person } from '../../../auth/actor.ts'
import { inOrder } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { readApprovalItems } from './queries.ts'
import { ApprovalItem } from './schemas.ts'

const maxDecided = 1_000
const max = 200

export const listAccountApprovals = operation({
  id: 'listAccountApprovals',
  method: 'GET',
  path: '/account-approvals',
  tag: 'account-approvals',
  summary: `List the latest ${max} approvals you decided or can decide at any stage; all of them for administrators and auditors`,
  access: 'signedIn',
  answers: { 200: Type.Array(ApprovalItem) },
  async handler({ db, actor, now }) {
    const all = actor.admin || actor.auditor ? sql`(select id, opened_at as round_started_at from approvals)` : mine(actor, now())
    const { rows } = await sql<{ id: string }>`select a.id from ${all} a order by a.round_started_at desc, a.id desc limit ${max}`.execute(
      db,
    )
    const ids = rows.map(({ id }) => id)
    return inOrder(ids, await readApprovalItems({ db, actor, now: now() }, among(ids), undefined, max))
  },
})

/** Selects approvals that the actor decided or can decide, each once. It uses keys only, without reading undecided approvals. */
const mine = (actor: Person, now: Date) => sql`(
  select w.id, w.round_started_at from ${named(actor, now)} w
  union
  select a.id, a.opened_at from approvals a where a.id = any (array(
    select d.approval_id from ${decidedBy(actor.id, maxDecided)} d)))`
