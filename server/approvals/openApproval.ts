import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { recordSystemEvent } from '../audit/recordSystemEvent.ts'
import type { Db } from '../db/database.ts'
import { Failure } from '../errors.ts'
import type { Jobs } from '../workflows/jobs.ts'
import { recordEvidence } from './approvalEvidence.ts'
import { completeFacts } from './completeFacts.ts'
import type { ExternalFacts } from './evidence.ts'
import { evaluateLivePolicy, loadLivePolicy, noStageMessage } from './livePolicy.ts'
import { notifyApprovers } from './notifyApprovers.ts'
import type { PolicyOverride } from './rules.ts'
import { closeStages, defaultHours, openStage, stageRow } from './stages.ts'
import { type ApprovalFacts, type ApprovalSubject, findApprovalSubject } from './subject.ts'

interface NewApproval {
  subjectId: string
  requesterId: string
  facts: ApprovalFacts
  override?: PolicyOverride | undefined
}

export interface OpenedApproval {
  id: string
  outcome: 'pending' | 'approved' | 'rejected'
  decisionReason: string | null
}

/**
 * Evaluates the policy for every request, in the transaction that submits it. The live policy rejects or approves it automatically, and the
 * round is closed with the reason; otherwise its stages are stored, the first is opened and its approvers are notified. The subject's row
 * must be pending, without a pending round. @throws conflict if no rule applies
 */
export async function openApproval(
  context: { db: Db; jobs: Jobs; now: Date },
  subject: ApprovalSubject,
  { subjectId, requesterId, facts, override }: NewApproval,
): Promise<OpenedApproval> {
  const { db, now } = context
  const policy = await loadLivePolicy(db, subject.kind)
  const policyFacts = await completeFacts(db, requesterId, facts, now)
  const policyResult = evaluateLivePolicy(policy, policyFacts, override)
  if (policyResult.outcome === 'noStage') throw new Failure('conflict', noStageMessage(policy))
  const automaticDecision = policyResult.outcome === 'stages' ? null : policyResult
  const id = uuidv7()
  await db
    .insertInto('approvals')
    .values({
      id,
      subject_kind: subject.kind,
      subject_id: subjectId,
      requester_id: requesterId,
      policy_id: policy.id,
      policy_version: policy.version,
      tower_id: facts.towerId,
      family_id: facts.familyId,
      catalogue_item_ids: facts.catalogueItemIds,
      account_id: facts.accountId ?? null,
      sandbox_id: facts.sandboxId ?? null,
      facts: JSON.stringify(policyFacts),
      override_outcome: override?.outcome ?? null,
      opened_at: now,
      due_at: automaticDecision ? now : new Date(now.getTime() + defaultHours.toDecide * 3_600_000),
      ...(automaticDecision
        ? { status: automaticDecision.outcome, stage: 0, automatic: automaticDecision.reason, closed_at: now }
        : { status: 'pending' as const, stage: 1, closed_at: null }),
    })
    .execute()
  if (policyResult.outcome !== 'stages') {
    await recordSystemEvent(db, {
      action: policyResult.outcome === 'approved' ? 'approvedByPolicy' : 'rejectedByPolicy',
      subject: { kind: subject.kind, id: subjectId },
      after: { approvalId: id, status: policyResult.outcome, policy: { id: policy.id, version: policy.version, name: policy.name } },
      reason: policyResult.reason,
    })
    await recordEvidence(context, subject, { id, subject_id: subjectId })
    await subject.onClosed(context, subjectId, policyResult.outcome, policyResult.reason, true)
    return { id, outcome: policyResult.outcome, decisionReason: policyResult.reason }
  }
  await db
    .insertInto('approval_stages')
    .values(policyResult.stages.map((stage, index) => stageRow(id, stage, index + 1)))
    .execute()
  await openStage(db, id, 1, now)
  await notifyApprovers(db, id, await subject.notification(db, subjectId))
  return { id, outcome: 'pending', decisionReason: null }
}

/** Ends the pending round before its request is changed, and records its evidence, so that approvers can compare the rounds. */
export async function endRoundForChange(
  context: { db: Db; now: Date; externalFacts?: ExternalFacts | undefined },
  kind: string,
  subjectId: string,
): Promise<void> {
  const { db, now } = context
  const pending = await db
    .selectFrom('approvals')
    .select(['id', 'subject_id'])
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('status', '=', 'pending')
    .forUpdate()
    .executeTakeFirst()
  if (pending) await recordEvidence(context, findApprovalSubject(kind), pending)
  await cancelApproval(db, kind, subjectId, now)
}

/**
 * Closes the pending round because the request was changed or withdrawn. Votes of the round no longer count, and the requester is no longer
 * asked for changes.
 */
export async function cancelApproval(db: Db, subjectKind: string, subjectId: string, now: Date): Promise<void> {
  const closedApprovals = await db
    .updateTable('approvals')
    .set({ status: 'cancelled', closed_at: now, version: sql`version + 1` })
    .where('subject_kind', '=', subjectKind)
    .where('subject_id', '=', subjectId)
    .where('status', '=', 'pending')
    .returning('id')
    .execute()
  for (const { id } of closedApprovals) await closeStages(db, id, 'cancelled', now)
  await db
    .updateTable('approvals')
    .set({ resubmit_check_at: null })
    .where('subject_kind', '=', subjectKind)
    .where('subject_id', '=', subjectId)
    .where('resubmit_check_at', 'is not', null)
    .execute()
}
