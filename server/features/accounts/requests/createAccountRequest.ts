import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { operation, reply } from '../../../http/operation.ts'
import { fetchUnknownPeople, requirePeople } from '../../../people/requirePeople.ts'
import { loadAccountRequest } from './queries.ts'
import { AccountRequest, AccountRequestDetails } from './schemas.ts'
import { requireValid, sendForApproval } from './submit.ts'

export const createAccountRequest = operation({
  id: 'createAccountRequest',
  method: 'POST',
  path: '/account-requests',
  tag: 'account-requests',
  summary: 'Request an account',
  access: 'signedIn',
  body: AccountRequestDetails,
  responses: { 201: AccountRequest },
  errors: ['nameTaken', 'conflict', 'outsideFailed'],
  prepare: (preparation) => fetchUnknownPeople(preparation, preparation.body.ownerIds),
  async handler({ db, jobs, actor, body, config, now, audit, changed }, foundPeople) {
    await requirePeople(db, config, 'ownerIds', body.ownerIds, foundPeople)
    await requireValid({ db, config }, body)
    const id = uuidv7()
    const at = now()
    const number = await sql<{ n: number }>`select nextval('account_request_number') as n`.execute(db)
    const reference = `ACC-${at.getUTCFullYear()}-${String(number.rows[0]!.n).padStart(4, '0')}`
    await db
      .insertInto('account_requests')
      .values({
        id,
        reference,
        requester_id: actor.id,
        status: 'pending_approval',
        name: body.name,
        details: JSON.stringify(body),
        tower_id: body.towerId,
        family_id: body.familyId,
        account_id: null,
        submitted_at: at,
        created_at: at,
        updated_at: at,
      })
      .execute()
    const { outcome, decisionReason } = await sendForApproval({ db, jobs, now: at }, { id, requesterId: actor.id, details: body })
    audit({ subject: { kind: 'accountRequest', id }, after: { ...body, ...(decisionReason ? { outcome, decisionReason } : {}) } })
    await changed('accountRequest', id)
    return reply(201, await loadAccountRequest(db, actor, id), { location: `/account-requests/${id}` })
  },
})
