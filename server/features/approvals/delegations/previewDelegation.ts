import { sql } from 'kysely'
import { operation } from '../../../http/operation.ts'
import { type PersonRef, person } from '../../../people/queries.ts'
import { delegateProblem, periodOf } from './rules.ts'
import { DelegationPreview, NewDelegation } from './schemas.ts'

const maxShown = 20

export const reasons = {
  own: 'This person submitted the request.',
  role: 'Only administrators or auditors can decide on this request, and this person is neither.',
  seated: 'This person can already decide on the request with their own vote. Your vote stays with you.',
} as const

export const previewDelegation = operation({
  id: 'previewDelegation',
  method: 'POST',
  path: '/me/delegations/preview',
  tag: 'delegations',
  summary: 'Preview which of your pending decisions a delegate could make',
  access: 'signedIn',
  readOnly: true,
  body: NewDelegation,
  responses: { 200: DelegationPreview },
  async handler({ db, actor, body: { delegateId, startsAt, endsAt }, now }) {
    const appRoles = [...(actor.admin ? ['Slipway.Admin'] : []), ...(actor.auditor ? ['Slipway.Auditor'] : [])]
    const { rows } = await sql<{ id: string; requester: PersonRef; own: boolean; role: boolean; seated: boolean }>`
      select a.id, ${person(sql`a.requester_id`)} as requester, identity_key(q) = identity_key(d) as own, r.approval_id is null as role,
        t.approval_id is not null as seated
      from own_seats(${actor.id}, ${appRoles}::text[], '{open}') s
      join approvals a on a.id = s.approval_id and a.status = 'pending' and a.stage = s.stage
      join people q on q.id = a.requester_id
      join people d on d.id = ${delegateId}
      left join own_seats(${actor.id}, array(select unnest(d.roles) intersect select unnest(${appRoles}::text[])), '{open}') r
        on r.approval_id = s.approval_id and r.stage = s.stage
      left join usable_seats(${delegateId}, d.roles, ${now()}) t
        on t.approval_id = s.approval_id and t.stage = s.stage and t.on_behalf_of is distinct from ${actor.id}
      where not exists (select from approval_decisions v where v.approval_id = s.approval_id and v.stage = s.stage and ${actor.id} in (v.approver_id, v.on_behalf_of))
      order by a.opened_at, a.id limit 1000`.execute(db)
    const otherStages = rows.filter(({ own, role, seated }) => own || role || seated)
    return {
      waiting: rows.length,
      decidable: rows.length - otherStages.length,
      others: otherStages.slice(0, maxShown).map(({ id, requester, own, role }) => ({
        approvalId: id,
        requester,
        reason: reasons[own ? 'own' : role ? 'role' : 'seated'],
      })),
      problem: (await delegateProblem(db, actor.id, delegateId.toLowerCase(), periodOf({ startsAt, endsAt }, now()))) ?? null,
    }
  },
})
