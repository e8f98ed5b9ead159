import { sql } from 'kysely'
import { Type } from 'typebox'
import { lockRound } from '../../../approvals/lockRound.ts'
import { endRoundForChange, openApproval } from '../../../approvals/openApproval.ts'
import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { stateVerdict } from '../accounts/policy.ts'
import { lockAccount } from '../accounts/queries.ts'
import { updateFacts, updateSubject } from './facts.ts'
import { lockUpdateRow } from './lockUpdate.ts'
import { canEditUpdate, updateCan } from './policy.ts'
import { loadUpdate } from './queries.ts'
import { requireNoOpenUpdate, requirePlan } from './requirePlan.ts'
import { AccountUpdate, EditBody, minDecommissionReasonLength, UpdateId } from './schemas.ts'
import { accountUpdateSubject } from './subject.ts'

export const editAccountUpdate = operation({
  id: 'editAccountUpdate',
  method: 'PATCH',
  path: '/accounts/{id}/updates/{updateId}',
  tag: 'account-updates',
  summary: 'Change a pending account change and resubmit it',
  description: 'Votes cast so far no longer count, because approvers decide on the version they read. The response has their number.',
  access: 'owner',
  params: UpdateId,
  body: EditBody,
  responses: { 200: Type.Object({ ...AccountUpdate.properties, discardedVotes: Type.Integer() }) },
  errors: ['notFound', 'wrongState', 'conflict', 'versionMismatch'],
  async handler({ db, jobs, actor, params, body, now, allow, ifMatch, audit, changed }) {
    await lockRound(db, updateSubject, params.updateId)
    const account = await lockAccount(db, actor, params.id)
    const row = await lockUpdateRow(db, params)
    const subject = { kind: updateSubject, id: row.id }
    audit({ subject })
    const facts = { requester: { id: row.requester_id }, owners: account.owners, status: row.status }
    allow(canEditUpdate(actor, facts))
    const { edit } = updateCan(actor, facts)
    if (edit !== true) throw new Failure('wrongState', edit)
    ifMatch(row.version)
    const { reason = row.reason, ...items } = body
    const hasItems = Object.keys(items).length > 0
    if (hasItems && row.kind !== 'catalogue')
      throw new Failure('invalidRequest', 'You can edit only the reason for this request.', {
        errors: Object.keys(items).map((field) => ({ field, message: 'is for service changes only' })),
      })
    if (row.kind === 'decommission' && reason.trim().length < minDecommissionReasonLength) {
      const message = `must have at least ${minDecommissionReasonLength} characters`
      throw new Failure('invalidRequest', `${message}.`, { errors: [{ field: 'reason', message }] })
    }
    requireState(stateVerdict(row.kind === 'catalogue' ? 'changeServices' : 'decommission', account))
    if (row.kind === 'catalogue') await requireNoOpenUpdate(db, account.id, row.id)
    const plan = hasItems ? await requirePlan(db, account.id, items) : undefined
    const change = plan ? { before: { ...plan.before }, after: { ...plan.after } } : row.change
    const at = now()
    const discardedVotes = await votesOf(db, row.id)
    const itemIds = plan?.requestedIds ?? (await previousApproverIds(db, row.id))
    await endRoundForChange({ db, now: at }, updateSubject, row.id)
    await updateRow(db, 'account_updates', row.id, {
      status: 'pending_approval',
      change: JSON.stringify(change),
      reason: reason.trim(),
      version: sql`version + 1`,
      submitted_at: at,
      updated_at: at,
    })
    const { outcome, decisionReason } = await openApproval({ db, jobs, now: at }, accountUpdateSubject, {
      subjectId: row.id,
      requesterId: actor.id,
      facts: updateFacts(account, row.kind, itemIds),
    })
    audit({
      subject,
      before: { change: row.change, reason: row.reason },
      after: { change, reason, discardedVotes, ...(decisionReason ? { outcome, decisionReason } : {}) },
    })
    await changed(updateSubject, row.id)
    await changed('approval', row.id)
    await changed('account', account.id)
    return { ...(await loadUpdate(db, actor, params)), discardedVotes }
  },
})

async function votesOf(db: Db, updateId: string): Promise<number> {
  const votes = await db
    .selectFrom('approval_decisions as d')
    .innerJoin('approvals as a', 'a.id', 'd.approval_id')
    .select((eb) => eb.fn.countAll<number>().as('votes'))
    .where('a.subject_kind', '=', updateSubject)
    .where('a.subject_id', '=', updateId)
    .where('a.status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return votes.votes
}

async function previousApproverIds(db: Db, updateId: string): Promise<string[]> {
  const lastEdit = await db
    .selectFrom('approvals')
    .select('catalogue_item_ids')
    .where('subject_kind', '=', updateSubject)
    .where('subject_id', '=', updateId)
    .orderBy('opened_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return lastEdit?.catalogue_item_ids ?? []
}
