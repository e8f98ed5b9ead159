import { sql } from 'kysely'
import { type ApprovalSubject, describeOutcome } from '../../../approvals/subject.ts'
import type { UpdateKind } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { notify } from '../../../notifications/notify.ts'
import { accountOwner, anyOf, isParticipant, requestDeniedMessage, scopeOfAccountIn } from '../../../subjects/subject.ts'
import { publishChange } from '../../../workflows/changes.ts'
import { statusPhrases } from '../accounts/policy.ts'
import { accountUpdateEvidence } from './evidence.ts'
import { updateSubject } from './facts.ts'
import { loadUpdateSummaries } from './queries.ts'
import { AccountUpdateSummary } from './schemas.ts'
import { startUpdateRun } from './startUpdateRun.ts'

const requestSentences: Record<UpdateKind, string> = {
  catalogue: 'requests a change to the services of',
  details: 'requests a change to',
  decommission: 'requests the decommission of',
}
const sentences = {
  approved: 'was approved and is in progress',
  rejected: 'was rejected',
  changes_requested: 'needs changes',
  expired: 'expired without a decision',
}

export const accountUpdateSubject = {
  kind: updateSubject,
  paths: ['/account-updates/'],
  page: (id) => `/updates/${id}`,
  nameSource: { table: sql`account_updates`, name: sql`s.reference` },
  scope: (id) => scopeOfAccountIn(sql`select account_id from account_updates where id = ${id}`),
  activity: { table: sql`account_updates`, own: anyOf(isParticipant(updateSubject), accountOwner), deniedMessage: requestDeniedMessage },
  policy: { name: 'Account changes', relations: ['towerLead', 'familyOwner', 'accountOwner', 'manager', 'productApprover'] },
  requests: 'account_updates',
  summary: AccountUpdateSummary,
  summaries: async ({ db }, ids) => (ids.length > 0 ? loadUpdateSummaries(db, sql<boolean>`u.id = any (${ids}::uuid[])`) : []),
  evidence: accountUpdateEvidence,
  shape: sql`(select concat_ws(':', u.kind, a.facts->'request'->>'items') from account_updates u where u.id = a.subject_id)`,
  seriousWarnings: () =>
    sql`(select (c.status <> 'active')::int from account_updates u join accounts c on c.id = u.account_id where u.id = a.subject_id)`,
  searchNames: (ids) => sql`select id, lower(concat_ws(' ', reference, kind)) from account_updates where id in (${ids})`,
  async notification(db, updateId) {
    const update = await db
      .selectFrom('account_updates as u')
      .innerJoin('accounts as a', 'a.id', 'u.account_id')
      .innerJoin('people as p', 'p.id', 'u.requester_id')
      .select(['u.reference', 'u.kind', 'a.name', 'p.display_name'])
      .where('u.id', '=', updateId)
      .executeTakeFirstOrThrow()
    return {
      title: `${update.display_name} ${requestSentences[update.kind]} ${update.name}`,
      body: `${update.reference} is waiting for your decision.`,
    }
  },
  async onClosed({ db, jobs, now }, updateId, outcome, comment, automatic) {
    const update = await db
      .updateTable('account_updates')
      .set({ status: outcome, version: sql`version + 1`, updated_at: now })
      .where('id', '=', updateId)
      .returningAll()
      .executeTakeFirstOrThrow()
    const account = await db
      .selectFrom('accounts')
      .select(['id', 'name', 'status'])
      .where('id', '=', update.account_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (outcome === 'approved') {
      if (account.status !== 'active')
        throw new Failure(
          'conflict',
          `${account.name} ${statusPhrases[account.status]}, so this change can’t be made. Reject the request instead.`,
        )
      await startUpdateRun(
        { db, jobs },
        {
          updateId,
          accountId: account.id,
          reference: update.reference,
          kind: update.kind,
          requesterId: update.requester_id,
          change: update.change,
        },
      )
    }
    if (update.kind !== 'details')
      await notify(db, [update.requester_id], {
        kind: `update.${outcome}`,
        subjectKind: updateSubject,
        subjectId: updateId,
        title: `${update.reference} ${sentences[outcome]}`,
        body: describeOutcome(account.name, outcome, comment, automatic),
        key: `${updateId}:${outcome}:${update.version}`,
      })
    await publishChange(db, { kind: updateSubject, id: updateId })
    await publishChange(db, { kind: 'account', id: account.id })
  },
} satisfies ApprovalSubject
