import { sql } from 'kysely'
import type { ApprovalSubject } from '../../../approvals/subject.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import type { ActivationStatus } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { notify } from '../../../notifications/notify.ts'
import type { Subject } from '../../../subjects/subject.ts'
import { scopeOfAccountIn } from '../../../subjects/subject.ts'
import { publishChange } from '../../../workflows/changes.ts'
import { startOrder } from './activation/startOrder.ts'
import { activationEvidence } from './evidence.ts'
import { closeExtension, requestedExtension } from './extension.ts'
import { loadActivationSummaries, pimActivationKind } from './queries.ts'
import { reasonRequired } from './reasonRequired.ts'
import { PimActivationSummary } from './schemas.ts'

const statusByOutcome: Record<string, ActivationStatus> = {
  approved: 'sending',
  rejected: 'denied',
  changes_requested: 'denied',
  expired: 'expired',
}
const sentences = {
  approved: 'was approved; updating Azure',
  rejected: 'was rejected',
  changes_requested: 'was not approved',
  expired: 'expired without a decision within a day',
}

export const pimActivationSubject = {
  kind: pimActivationKind,
  paths: ['/pim/activations/'],
  page: () => '/access/roles',
  nameSource: {
    table: sql`(select t.id, t.role_name || ' in ' || a.name as name from pim_activations t join accounts a on a.id = t.account_id)`,
    name: sql`s.name`,
    excludedFromSearch: true,
  },
  scope: (id) => scopeOfAccountIn(sql`select account_id from pim_activations where id = ${id}`),
  policy: { name: 'Privileged roles', relations: ['towerLead', 'familyOwner', 'accountOwner', 'manager'] },
  summary: PimActivationSummary,
  summaries: ({ db }, ids) => loadActivationSummaries(db, ids),
  evidence: activationEvidence,
  shape: sql`(select t.account_id || ':' || t.role_definition_id from pim_activations t where t.id = a.subject_id)`,
  seriousWarnings: () =>
    sql`(select (c.status <> 'active')::int from pim_activations t join accounts c on c.id = t.account_id where t.id = a.subject_id)`,
  isSimilarInAccount: true,
  searchNames: (ids) => sql`select id, lower(role_name) from pim_activations where id in (${ids})`,
  async notification(db, activationId) {
    const row = await db
      .selectFrom('pim_activations as t')
      .innerJoin('accounts as a', 'a.id', 't.account_id')
      .innerJoin('people as p', 'p.id', 't.person_id')
      .select(['t.role_name as role', 'a.name as accountName', 'p.display_name as requesterName'])
      .where('t.id', '=', activationId)
      .executeTakeFirstOrThrow()
    if (await requestedExtension(db, activationId))
      return {
        title: `${row.requesterName} requests an extension of ${row.role} in ${row.accountName}`,
        body: 'Waiting for your decision. The request expires when the role ends.',
      }
    return {
      title: `${row.requesterName} requests ${row.role} in ${row.accountName}`,
      body: 'Waiting for your decision. The request expires after one day.',
    }
  },
  async needsComment(db, activationId) {
    const activation = await db
      .selectFrom('approval_stages as s')
      .innerJoin('approvals as a', 'a.id', 's.approval_id')
      .select('s.stage')
      .where('a.subject_kind', '=', pimActivationKind)
      .where('a.subject_id', '=', activationId)
      .where('a.status', '=', 'pending')
      .where('s.status', '=', 'open')
      .where(sql<boolean>`s.rule->>'explain' = 'true'`)
      .executeTakeFirst()
    return activation && reasonRequired
  },
  withdrawal: () => ({ kind: 'privilegedRole' }),
  async withdraw(db, { subject_id: id, account_id, status, reason }, now) {
    const role = await db.selectFrom('pim_activations').select('status').where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()
    if (role?.status !== status) return undefined
    await db
      .updateTable('pim_orders')
      .set({ status: 'rejected', updated_at: now })
      .where('activation_id', '=', id)
      .where('status', '=', 'requested')
      .execute()
    if (status === 'pending_approval')
      await updateRow(db, 'pim_activations', id, { status: 'cancelled', problem: reason, ...nextVersion(now) })
    await publishChange(db, { kind: 'privilegedRole', id: account_id! })
    return 'cancelled'
  },
  async onClosed(context, activationId, outcome, comment, automatic) {
    const { db, jobs, now } = context
    const row = await db
      .selectFrom('pim_activations as t')
      .innerJoin('accounts as a', 'a.id', 't.account_id')
      .select([
        't.id',
        't.status',
        't.person_id',
        't.role_name',
        't.justification',
        't.starts_at',
        't.ends_at',
        't.minutes',
        't.account_id',
      ])
      .select(['a.name as account_name', 'a.status as account_status'])
      .where('t.id', '=', activationId)
      .forUpdate('t')
      .executeTakeFirstOrThrow()
    if (row.status !== 'pending_approval') {
      await closeExtension(context, row, outcome, comment)
      return publishChange(db, { kind: 'privilegedRole', id: row.account_id })
    }
    const delayMs = row.starts_at ? now.getTime() - row.starts_at.getTime() - row.minutes * 60_000 : 0
    if (outcome === 'approved' && (row.account_status !== 'active' || delayMs > 0))
      throw new Failure(
        'conflict',
        delayMs > 0
          ? 'The requested time has passed. Reject the request instead.'
          : `${row.account_name} isn’t active. Reject the request instead.`,
      )
    await updateRow(db, 'pim_activations', activationId, {
      status: statusByOutcome[outcome]!,
      problem:
        outcome === 'approved' ? null : comment || 'The request expired without a decision. Request the role again if you still need it.',
      ...nextVersion(now),
    })
    if (outcome === 'approved') await startOrder({ db, jobs }, { activationId, kind: 'assign', justification: row.justification, now })
    if (!(automatic && outcome === 'approved'))
      await notify(db, [row.person_id], {
        kind: `privilegedRole.${outcome}`,
        subjectKind: pimActivationKind,
        subjectId: activationId,
        title: `${row.role_name} in ${row.account_name} ${sentences[outcome]}`,
        body: automatic
          ? `Rejected by the policy. ${comment}`
          : comment
            ? `“${comment}”`
            : outcome === 'approved'
              ? 'The duration starts when the role is active.'
              : 'No role was activated.',
        key: `pim:${activationId}:${outcome}`,
      })
    await publishChange(db, { kind: 'privilegedRole', id: row.account_id })
  },
} satisfies ApprovalSubject

export const pimOrderSubject = {
  kind: 'pimOrder',
  page: () => '/access/roles',
} satisfies Subject
