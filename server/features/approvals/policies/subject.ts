import { sql } from 'kysely'
import { type ApprovalSubject, describeOutcome } from '../../../approvals/subject.ts'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../db/database.ts'
import { notify } from '../../../notifications/notify.ts'
import { administratorsOnly, type Subject } from '../../../subjects/subject.ts'
import { publishChange } from '../../../workflows/changes.ts'
import { policyChangeEvidence } from './evidence.ts'
import { loadPolicyChanges } from './queries.ts'
import { PolicyChangeSummary } from './schemas.ts'

const sentences = {
  approved: 'was approved and is live',
  rejected: 'was rejected; the live version stays',
  changes_requested: 'needs changes and is a draft again',
  expired: 'expired without a decision and is a draft again',
}

export const policyChangeSubject = {
  kind: 'policyChange',
  page: () => '/admin/policies',
  nameSource: { table: sql`(select change_id as id, name from approval_policies)`, name: sql`s.name`, excludedFromSearch: true },
  activity: administratorsOnly(sql`(select change_id as id from approval_policies)`, 'policies'),
  policy: { name: 'Policy changes', relations: ['manager'] },
  summary: PolicyChangeSummary,
  summaries: ({ db }, ids) => loadPolicyChanges(db, ids),
  evidence: policyChangeEvidence,
  seriousWarnings: () => sql`0`,
  searchNames: (ids) => sql`select subject_id, lower('policy ' || (facts->'target'->>'name')) from approvals where subject_id in (${ids})`,
  async notification(db, changeId) {
    const row = await lockChange(db, changeId)
    const { rows } = await sql<{ name: string }>`select p.display_name as name from approvals a join people p on p.id = a.requester_id
      where a.subject_kind = 'policyChange' and a.subject_id = ${changeId} order by a.opened_at desc limit 1`.execute(db)
    return {
      title: `${rows[0]?.name ?? 'Someone'} proposes to change the policy “${row.name}”`,
      body: `Version ${row.version} is waiting for your decision.`,
    }
  },
  async withdraw(db, { subject_id: id }, now) {
    const closedChange = await db
      .updateTable('approval_policies')
      .set({ status: 'draft', revision: sql`revision + 1`, updated_at: now })
      .where('change_id', 'in', (eb) =>
        eb
          .selectFrom('approval_policies')
          .select('change_id')
          .where('change_id', '=', id)
          .where('status', '=', 'proposed')
          .forUpdate()
          .skipLocked(),
      )
      .returning('change_id')
      .execute()
    return closedChange.length > 0 ? 'draft' : undefined
  },
  async onClosed({ db, now }, changeId, outcome, comment, automatic) {
    const row = await lockChange(db, changeId)
    if (outcome === 'approved') {
      const before = await db
        .updateTable('approval_policies')
        .set({ status: 'replaced', active: false, replaced_at: now, updated_at: now })
        .where('subject_kind', '=', row.subject_kind)
        .where('active', '=', true)
        .returning(['id', 'version'])
        .execute()
      await recordSystemEvent(
        db,
        ...before.map(({ id, version }) => ({
          action: 'policySuperseded' as const,
          subject: { kind: 'approvalPolicy', id },
          before: { version, status: 'live' },
          after: { version, status: 'replaced' },
          reason: `Replaced by version ${row.version} of “${row.name}”.`,
        })),
        {
          action: 'policyWentLive',
          subject: { kind: 'approvalPolicy', id: row.id },
          before: before[0] && { version: before[0].version },
          after: { version: row.version, status: 'live' },
          reason: automatic ? comment : `Version ${row.version} of “${row.name}” was approved.`,
        },
      )
    }
    await db
      .updateTable('approval_policies')
      .set({
        ...(outcome === 'approved'
          ? { status: 'live' as const, active: true, live_at: now }
          : { status: outcome === 'rejected' ? ('rejected' as const) : ('draft' as const) }),
        revision: sql`revision + 1`,
        updated_at: now,
      })
      .where('change_id', '=', changeId)
      .execute()
    const round = await db
      .selectFrom('approvals')
      .select(['id', 'requester_id'])
      .where('subject_kind', '=', 'policyChange')
      .where('subject_id', '=', changeId)
      .orderBy('opened_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await notify(db, [round.requester_id], {
      kind: `policyChange.${outcome}`,
      subjectKind: 'policyChange',
      subjectId: changeId,
      title: `Version ${row.version} of “${row.name}” ${sentences[outcome]}`,
      body: describeOutcome(row.name, outcome, comment, automatic),
      key: `${changeId}:${outcome}:${round.id}`,
    })
    await publishChange(db, { kind: 'approvalPolicy', id: row.id })
  },
} satisfies ApprovalSubject

function lockChange(db: Db, changeId: string) {
  return db.selectFrom('approval_policies').selectAll().where('change_id', '=', changeId).forUpdate().executeTakeFirstOrThrow()
}

export const approvalPolicySubject = {
  kind: 'approvalPolicy',
  paths: ['/approval-policies/'],
  page: (id) => `/admin/policies/${id}`,
  nameSource: { table: sql`approval_policies`, name: sql`s.name` },
  activity: administratorsOnly(sql`approval_policies`, 'policies'),
} satisfies Subject
