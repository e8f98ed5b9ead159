import { sql } from 'kysely'
import { Type } from 'typebox'
import { among, waits } from '../../../approvals/openSeats.ts'
import { Failure } from '../../../errors.ts'
import { inOrder } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { type ComparedApproval, ofOneAccount, shape, unusualOnes } from './alike.ts'
import { readApprovalItems } from './queries.ts'
import { ApprovalId, ApprovalItem } from './schemas.ts'

const max = 50

export const listAlikeApprovals = operation({
  id: 'listAlikeApprovals',
  method: 'GET',
  path: '/account-approvals/{id}/alike',
  tag: 'account-approvals',
  summary: 'List pending approvals similar to this one, different ones apart with the reason',
  description: `The ${max} of the same kind, stage and subject (group, template, role, family) that have waited longest. Different ones differ from most in environment, data, risk, services, time or money.`,
  access: 'approver',
  params: ApprovalId,
  answers: {
    200: Type.Object({
      alike: Type.Array(ApprovalItem, { description: 'Includes this one, unless it is different.' }),
      odd: Type.Array(Type.Object({ approval: ApprovalItem, because: Type.Array(Type.String()) })),
      more: Type.Integer({ description: `Number beyond ${max}.` }),
    }),
  },
  errors: ['notFound'],
  async handler({ db, actor, params, now, allow }) {
    const { rows } = await sql<ComparedApproval & { total: number; opened: boolean }>`
      with this as (select a.id, a.subject_kind, a.account_id, s.name, ${shape} as shape
        from approvals a join approval_stages s on s.approval_id = a.id and s.stage = a.stage where a.id = ${params.id})
      select a.id, a.facts, a.id = this.id as opened, count(*) over () as total,
        coalesce((select r.conflicts <> '[]' from access_requests r where r.id = a.subject_id), false) as conflicts
      from this join ${waits(actor, now())} w on w.subject_kind = this.subject_kind
        and (this.subject_kind <> all (${ofOneAccount}) or w.account_id = this.account_id)
      join approvals a on a.id = w.id join approval_stages s on s.approval_id = w.id and s.stage = w.stage and s.name = this.name
      where ${shape} = this.shape
      order by opened desc, s.opened_at, a.id limit ${max}`.execute(db)
    const mine = rows[0]?.opened ?? false
    if (!mine && !(await db.selectFrom('approvals').select('id').where('id', '=', params.id).executeTakeFirst()))
      throw new Failure('notFound', 'This approval doesn’t exist.')
    allow(mine ? true : 'This approval isn’t waiting for your decision.')
    const odd = unusualOnes(rows)
    const ids = rows.map(({ id }) => id)
    const items = inOrder(ids, await readApprovalItems({ db, actor, now: now() }, among(ids)))
    return {
      alike: items.filter(({ id }) => !odd.has(id)),
      odd: items.flatMap((approval) => (odd.has(approval.id) ? [{ approval, because: odd.get(approval.id)! }] : [])),
      more: Math.max(0, Number(rows[0]?.total ?? 0) - rows.length),
    }
  },
})
