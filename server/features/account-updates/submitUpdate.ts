import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { needsApproval, openApproval } from '../../approvals/openApproval.ts'
import type { ApprovalFacts } from '../../approvals/subject.ts'
import { tellApprovers } from '../../approvals/tellApprovers.ts'
import type { Db } from '../../db/database.ts'
import type { AccountUpdateChange, RequestStatus, UpdateKind } from '../../db/tables.ts'
import { announce } from '../../jobs/changes.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { startUpdateWork } from './startUpdateWork.ts'

export const updateSubject = 'accountUpdate'

/** What the approval policy has to know of the account. */
export interface UpdatedAccount {
  id: string
  name: string
  environment: string
  tower: { id: string }
  family: { id: string }
}

export interface NewUpdate {
  /** Locked by the caller. */
  account: UpdatedAccount
  kind: UpdateKind
  change: AccountUpdateChange
  reason: string
  requester: { id: string; displayName: string }
  /** Catalogue items whose own approvers are asked. */
  itemIds?: string[]
}

/** What the approval policy looks at. */
export async function updateFacts(db: Db, account: UpdatedAccount, kind: UpdateKind, itemIds: string[] = []): Promise<ApprovalFacts> {
  const restricted =
    itemIds.length > 0
      ? await db.selectFrom('catalogue_item_approvers').select('item_id').where('item_id', 'in', itemIds).limit(1).executeTakeFirst()
      : undefined
  return {
    towerId: account.tower.id,
    familyId: account.family.id,
    catalogueItemIds: itemIds,
    environment: account.environment,
    restrictedItems: restricted !== undefined,
    updateKind: kind,
  }
}

/** Writes an update down and opens its approval; where nobody has to decide it is approved, and its work begins, at once. */
export async function submitUpdate(
  context: { db: Db; jobs: Jobs; now: () => Date },
  update: NewUpdate,
): Promise<{ id: string; reference: string; status: RequestStatus }> {
  const { db, jobs } = context
  const { account, kind, change, reason, requester, itemIds } = update
  const now = context.now()
  const id = randomUUIDv7()
  const facts = await updateFacts(db, account, kind, itemIds)
  const status = kind !== 'details' && (await needsApproval(db, updateSubject, facts)) ? 'pending_approval' : 'approved'
  const number = await sql<{ n: number }>`select nextval('account_update_number') as n`.execute(db)
  const reference = `UPD-${now.getUTCFullYear()}-${String(number.rows[0]!.n).padStart(4, '0')}`
  await db
    .insertInto('account_updates')
    .values({
      id,
      reference,
      account_id: account.id,
      kind,
      change: JSON.stringify(change),
      reason,
      requester_id: requester.id,
      status,
      submitted_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
  if (status === 'approved')
    await startUpdateWork({ db, jobs }, { updateId: id, accountId: account.id, reference, kind, requesterId: requester.id, change })
  else await sendUpdateForApproval(db, { id, reference, accountName: account.name, kind, requester, facts, now })
  await announce(db, { kind: updateSubject, id })
  await announce(db, { kind: 'account', id: account.id })
  return { id, reference, status }
}

const asked: Record<UpdateKind, string> = {
  catalogue: 'asks to change the services of',
  details: 'asks to change',
  decommission: 'asks to decommission',
}

/** What an approver reads in a notice. */
export function updateNotice(update: { reference: string; accountName: string; kind: UpdateKind; requester: { displayName: string } }) {
  return {
    title: `${update.requester.displayName} ${asked[update.kind]} ${update.accountName}`,
    body: `${update.reference} waits for your decision.`,
  }
}

/** Opens a round of approval for the update and tells those who may decide first. */
export async function sendUpdateForApproval(
  db: Db,
  update: {
    id: string
    reference: string
    accountName: string
    kind: UpdateKind
    requester: { id: string; displayName: string }
    facts: ApprovalFacts
    now: Date
  },
): Promise<void> {
  const { id, requester, facts, now } = update
  const approvalId = await openApproval(db, { subjectKind: updateSubject, subjectId: id, requesterId: requester.id, facts, now })
  await tellApprovers(db, approvalId, updateNotice(update))
}
