import { sql } from 'kysely'
import type { Static } from 'typebox'
import { addPersonNames } from '../../../approvals/addPersonNames.ts'
import { previewApproval } from '../../../approvals/previewApproval.ts'
import type { ApprovalPreview } from '../../../approvals/requestSchemas.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { person } from '../../../people/queries.ts'
import { runOfSubject } from '../../../runs/queries.ts'
import { loadAccount } from '../accounts/queries.ts'
import type { Account } from '../accounts/schemas.ts'
import { type UpdatedAccount, updateFacts, updateSubject } from '../updates/facts.ts'
import { decommissionCan } from './policy.ts'
import type { Blocker, Decommission } from './schemas.ts'

export async function previewDecision(db: Db, actor: Person, account: UpdatedAccount, now: Date): Promise<Static<typeof ApprovalPreview>> {
  const facts = updateFacts(account, 'decommission')
  return addPersonNames(db, await previewApproval(db, { subjectKind: updateSubject, requesterId: actor.id, facts, now }))
}

export async function selectOpenRuns(db: Db, accountId: string): Promise<Blocker[]> {
  const rows = await db
    .selectFrom('account_updates as u')
    .leftJoin('work_runs as w', (join) => join.onRef('w.subject_id', '=', 'u.id').on('w.subject_kind', '=', updateSubject))
    .select(['u.reference', 'u.kind', 'u.status'])
    .where('u.account_id', '=', accountId)
    .where((expression) =>
      expression.or([
        expression.and([
          expression('u.kind', '=', 'decommission'),
          expression('u.status', 'in', ['pending_approval', 'changes_requested']),
        ]),
        expression.and([expression('u.status', '=', 'approved'), expression('w.status', 'in', ['queued', 'running', 'waiting', 'failed'])]),
      ]),
    )
    .orderBy('u.created_at', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ reference, status }) =>
    status === 'approved'
      ? {
          kind: 'run',
          description: `${reference} is still in progress.`,
          remedy: 'Wait until it completes. If it failed, an administrator can retry it.',
        }
      : {
          kind: 'pending',
          description: alreadyRequested(reference),
          remedy: 'Wait for the decision, or withdraw that request first.',
        },
  )
}

export const alreadyRequested = (reference: string) => `${reference} already requests a decommission of this account.`

function decommissionRows(db: Db) {
  return db
    .selectFrom('account_decommissions as r')
    .innerJoin('account_updates as u', 'u.id', 'r.update_id')
    .selectAll('r')
    .select(['u.reference', 'u.reason', person(sql`u.requester_id`).as('requester')])
    .select(person(sql`r.ended_by`).as('ended_by_person'))
}
type Row = Awaited<ReturnType<ReturnType<typeof decommissionRows>['executeTakeFirstOrThrow']>>

async function presentDecommission(db: Db, actor: Person, account: Account, row: Row, now: Date): Promise<Decommission> {
  const time = (date: Date | null) => date?.toISOString() ?? null
  return {
    accountId: row.account_id,
    updateId: row.update_id,
    reference: row.reference,
    reason: row.reason,
    requester: row.requester,
    phase: row.phase,
    startedAt: row.started_at.toISOString(),
    graceEndsAt: row.grace_ends_at.toISOString(),
    cancelledAt: time(row.cancelled_at),
    restorableUntil: time(row.restorable_until),
    endedAt: time(row.ended_at),
    endedBy: row.ended_by_person,
    restorableRoles: row.access.assignments.length + row.access.eligibilities.length + (row.access.timed?.length ?? 0),
    run: await runOfSubject(db, actor, updateSubject, row.update_id),
    can: decommissionCan(actor, account, { phase: row.phase, restorableUntil: row.restorable_until }, now),
  }
}

export const noDecommission = 'This account has no decommission.'

/** @throws notFound if the account doesn't exist or has no decommission */
export async function loadDecommission(db: Db, actor: Person, accountId: string, now: Date): Promise<Decommission> {
  const account = await loadAccount(db, actor, accountId)
  const row = await decommissionRows(db).where('r.account_id', '=', accountId).orderBy('r.started_at', 'desc').executeTakeFirst()
  if (!row) throw new Failure('notFound', noDecommission)
  return presentDecommission(db, actor, account, row, now)
}
