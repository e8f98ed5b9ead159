import { sql } from 'kysely'
import { lockRound } from '../../../approvals/lockRound.ts'
import { endRoundForChange } from '../../../approvals/openApproval.ts'
import { updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { fetchUnknownPeople, requirePeople } from '../../../people/requirePeople.ts'
import { accountRequestCan } from './policy.ts'
import { loadAccountRequest } from './queries.ts'
import { AccountRequest, AccountRequestDetails, RequestId } from './schemas.ts'
import { requireValid, sendForApproval } from './submit.ts'

export const updateAccountRequest = operation({
  id: 'updateAccountRequest',
  method: 'PATCH',
  path: '/account-requests/{id}',
  tag: 'account-requests',
  summary: 'Change a pending account request and resubmit it',
  description: 'Votes cast so far no longer count, because approvers decide on the version they read.',
  access: 'owner',
  params: RequestId,
  body: AccountRequestDetails,
  responses: { 200: AccountRequest },
  errors: ['notFound', 'nameTaken', 'wrongState', 'conflict', 'versionMismatch', 'outsideFailed'],
  prepare: (preparation) => fetchUnknownPeople(preparation, preparation.body.ownerIds),
  async handler({ db, jobs, actor, params, body, config, now, allow, ifMatch, audit, changed }, foundPeople) {
    await lockRound(db, 'accountRequest', params.id)
    const row = await db.selectFrom('account_requests').selectAll().where('id', '=', params.id).forUpdate().executeTakeFirst()
    if (!row) throw new Failure('notFound', 'This request doesn’t exist.')
    const { edit } = accountRequestCan(actor, { requester: { id: row.requester_id }, status: row.status })
    allow(row.requester_id === actor.id ? true : edit)
    if (edit !== true) throw new Failure('wrongState', edit)
    ifMatch(row.version)
    await requirePeople(db, config, 'ownerIds', body.ownerIds, foundPeople)
    await requireValid({ db, config }, body, row.id)
    const at = now()
    await endRoundForChange({ db, now: at }, 'accountRequest', row.id)
    await updateRow(db, 'account_requests', row.id, {
      status: 'pending_approval',
      name: body.name,
      details: JSON.stringify(body),
      tower_id: body.towerId,
      family_id: body.familyId,
      version: sql`version + 1`,
      submitted_at: at,
      updated_at: at,
    })
    const { outcome, decisionReason } = await sendForApproval({ db, jobs, now: at }, { id: row.id, requesterId: actor.id, details: body })
    audit({
      subject: { kind: 'accountRequest', id: row.id },
      before: row.details,
      after: { ...body, ...(decisionReason ? { outcome, decisionReason } : {}) },
    })
    await changed('accountRequest', row.id)
    return loadAccountRequest(db, actor, row.id)
  },
})
