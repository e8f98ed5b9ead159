import { sql } from 'kysely'
import { Type } from 'typebox'
import { actionableRoundsOf, isApprovalAmong } from '../../../approvals/openSeats.ts'
import { Failure } from '../../../errors.ts'
import { sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { loadApprovalItems } from './queries.ts'
import { ApprovalId, ApprovalItem } from './schemas.ts'
import { findUnusual, type SimilarApproval, sameAccountKinds, shape } from './similarApprovals.ts'

const max = 50

export const listSimilarApprovals = operation({
  id: 'listSimilarApprovals',
  method: 'GET',
  path: '/account-approvals/{id}/alike',
  tag: 'account-approvals',
  summary: 'List pending approvals similar to an approval, and different ones with the reason',
  description: `Returns up to ${max} approvals of the same kind, stage and subject (group, template, role or family): this one, then the longest-waiting approvals. Approvals with a conflict, or with an unusual environment, data classification, risk, services, duration or cost, are listed separately.`,
  access: 'approver',
  params: ApprovalId,
  responses: {
    200: Type.Object({
      similar: Type.Array(ApprovalItem, { description: 'Similar approvals, including this one unless it differs.' }),
      different: Type.Array(Type.Object({ approval: ApprovalItem, reasons: Type.Array(Type.String()) })),
      more: Type.Integer({ description: `Number of similar approvals beyond the first ${max}.` }),
    }),
  },
  errors: ['notFound'],
  async handler({ db, actor, params, now, allow }) {
    const { rows } = await sql<SimilarApproval & { total: number; opened: boolean }>`
      with this as (select a.id, a.subject_kind, a.account_id, s.name, ${shape} as shape
        from approvals a join approval_stages s on s.approval_id = a.id and s.stage = a.stage where a.id = ${params.id})
      select a.id, a.facts, a.id = this.id as opened, count(*) over () as total,
        coalesce((select r.conflicts <> '[]' from access_requests r where r.id = a.subject_id), false) as conflicts
      from this join ${actionableRoundsOf(actor, now())} w on w.subject_kind = this.subject_kind
        and (this.subject_kind <> all (${sameAccountKinds}) or w.account_id = this.account_id)
      join approvals a on a.id = w.id join approval_stages s on s.approval_id = w.id and s.stage = w.stage and s.name = this.name
      where ${shape} = this.shape
      order by opened desc, s.opened_at, a.id limit ${max}`.execute(db)
    const isOpen = rows[0]?.opened ?? false
    if (!isOpen && !(await db.selectFrom('approvals').select('id').where('id', '=', params.id).executeTakeFirst()))
      throw new Failure('notFound', 'This approval doesn’t exist.')
    allow(isOpen ? true : 'This approval isn’t waiting for your decision.')
    const unusualReasons = findUnusual(rows)
    const ids = rows.map(({ id }) => id)
    const items = sortByIds(ids, await loadApprovalItems({ db, actor, now: now() }, isApprovalAmong(ids)))
    return {
      similar: items.filter(({ id }) => !unusualReasons.has(id)),
      different: items.flatMap((approval) =>
        unusualReasons.has(approval.id) ? [{ approval, reasons: unusualReasons.get(approval.id)! }] : [],
      ),
      more: Math.max(0, Number(rows[0]?.total ?? 0) - rows.length),
    }
  },
})
