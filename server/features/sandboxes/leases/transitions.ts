import { withdrawEndedRequests } from '../../../approvals/withdrawEndedRequests.ts'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import type { SystemActionName } from '../../../audit/systemActions.ts'
import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { requireState } from '../../../http/requireState.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startCleanUp, startFreeze, startResume } from '../provisioning/start.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { type LeaseTransition, leaseAfter, leaseVerdict } from '../sandboxes/lease.ts'
import { type LockedSandbox, lockSandbox } from '../sandboxes/queries.ts'
import { messageFor, type TransitionMessage } from './labels.ts'
import { leaseFacts } from './lockFor.ts'
import { notifySandboxPeople } from './notify.ts'

interface ServiceContext {
  db: Db
  jobs: Jobs
}
interface TransitionContext {
  sandboxId: string
  by: { id: string; displayName: string } | null
  reason?: string
  now: Date
}

/* All status changes of a sandbox that isn’t deleted go through these functions, in the caller’s transaction. They lock the row,
   check the transition (wrongState), record an event, notify its owners and members, and start the run. */

export function startLease(context: ServiceContext, transition: TransitionContext): Promise<LockedSandbox> {
  return applyTransition(context, transition, { kind: 'start' }, 'ready')
}

/**
 * Suspends compute and access. Data is kept, and the lease continues to run. A budget freezes a sandbox only once for each limit, because
 * people who resume the sandbox afterwards have decided to spend more.
 * @returns undefined if the budget can’t freeze the sandbox again
 */
export async function freeze(
  context: ServiceContext,
  { cause, ...transition }: TransitionContext & { cause: 'budget' | 'owner' | 'admin' },
): Promise<LockedSandbox | undefined> {
  const leaseTransition: LeaseTransition = { kind: 'freeze', cause }
  if (cause !== 'budget') return applyTransition(context, transition, leaseTransition, (row) => `frozen:${row.version}`)
  const sandbox = await lockSandbox(context.db, transition.sandboxId)
  if (leaseVerdict(sandbox, leaseTransition, transition.now) !== true) return undefined
  return applyTransition(context, transition, leaseTransition, (row) => `frozen:budget:${row.budget_limit}`)
}

/** A sandbox without remaining budget can resume too if `overBudget` is true. */
export function resumeLease(
  context: ServiceContext,
  { overBudget = false, ...transition }: TransitionContext & { overBudget?: boolean },
): Promise<LockedSandbox> {
  return applyTransition(context, transition, { kind: 'resume', overBudget }, (row) => `resumed:${row.version}`)
}

/**
 * Freezes the sandbox for a grace period of a day, in which the deletion can be undone. A sandbox that never had resources is deleted
 * immediately.
 */
export function startDeletion(
  context: ServiceContext,
  { cause, ...transition }: TransitionContext & { cause: 'owner' | 'admin' | 'expired' },
): Promise<LockedSandbox> {
  return applyTransition(context, transition, { kind: 'delete', cause }, (row) => `deleting:${row.version}`)
}

export function undoDeletion(context: ServiceContext, transition: TransitionContext): Promise<LockedSandbox> {
  return applyTransition(context, transition, { kind: 'undoDeletion' }, (row) => `undone:${row.version}`)
}

/** Adds hours, budget or both. The sandbox resumes if it was frozen because of its budget, or was being deleted because its lease ended. */
export function extendLease(
  context: ServiceContext,
  { hours, budget, ...transition }: TransitionContext & { hours: number; budget: number },
): Promise<LockedSandbox> {
  return applyTransition(context, transition, { kind: 'extend', hours, budget }, (row) => `extended:${row.version}`)
}

export function startSandboxRemoval(context: ServiceContext, transition: TransitionContext): Promise<LockedSandbox> {
  return applyTransition(context, transition, { kind: 'remove' }, (row) => `removing:${row.version}`)
}

async function applyTransition(
  context: ServiceContext,
  transition: TransitionContext,
  leaseTransition: LeaseTransition,
  key: string | ((before: LockedSandbox) => string),
): Promise<LockedSandbox> {
  const { db } = context
  const { sandboxId, by, now } = transition
  const before = await lockSandbox(db, sandboxId)
  requireState(leaseVerdict(before, leaseTransition, now))
  const message: TransitionMessage = messageFor(before, leaseTransition, transition)
  const eventKey = typeof key === 'string' ? key : key(before)
  const fresh = await recordEvent(db, { sandboxId, kind: message.kind, text: message.text, personId: by?.id ?? null, key: eventKey, now })
  // The event already exists, for example for the same budget limit, so nothing changes.
  if (!fresh) return before
  const change = { ...leaseAfter(before, leaseTransition, now), version: before.version + 1, updated_at: now }
  const requester: { delete_requested_by?: string | null } =
    leaseTransition.kind === 'delete'
      ? { delete_requested_by: by?.id ?? null }
      : change.delete_requested_at === null
        ? { delete_requested_by: null }
        : {}
  await updateRow(db, 'sandboxes', sandboxId, { ...change, ...requester })
  const after = { ...before, ...change, ...requester }
  if (leaseTransition.kind === 'freeze' || leaseTransition.kind === 'delete' || leaseTransition.kind === 'remove')
    await withdrawEndedRequests(db, { sandbox_id: [sandboxId] }, now)
  const action = actionOf(leaseTransition)
  if (by === null && action)
    await recordSystemEvent(db, {
      action,
      subject: { kind: 'sandbox', id: sandboxId },
      before: leaseFacts(before),
      after: leaseFacts(after),
      reason: message.text,
    })
  await startWork(context, before, after, transition)
  await notifySandboxPeople(db, after, message, { by, key: eventKey })
  await publishChange(db, { kind: 'sandbox', id: sandboxId })
  return after
}

/**
 * Returns the system action for the audit trail; undefined if the transition has none. If a person makes the transition, the person’s call
 * is recorded instead.
 */
function actionOf(leaseTransition: LeaseTransition): SystemActionName | undefined {
  if (leaseTransition.kind === 'start') return 'sandboxProvisioned'
  if (leaseTransition.kind === 'freeze') return 'sandboxFrozen'
  if (leaseTransition.kind === 'remove') return 'sandboxRemovalStarted'
  if (leaseTransition.kind === 'delete') return leaseTransition.cause === 'expired' ? 'sandboxExpired' : 'sandboxDeletionStarted'
  return undefined
}

async function startWork(
  context: ServiceContext,
  before: LockedSandbox,
  after: LockedSandbox,
  { sandboxId, by, reason = '', now }: TransitionContext,
): Promise<void> {
  const actionInput = { sandboxId, requestedBy: by?.id ?? null, reason, now }
  if (after.removing_at !== null) return void (await startCleanUp(context, actionInput))
  const wasActive = before.status === 'active'
  const wasStopped = before.status === 'frozen' || before.status === 'deleting'
  if (after.status === 'active') return void (wasStopped && (await startResume(context, actionInput)))
  // Compute that could not be stopped earlier is stopped before the end.
  if (wasActive || (after.status === 'deleting' && (await lastRunFailed(context.db, sandboxId)))) await startFreeze(context, actionInput)
}

async function lastRunFailed(db: Db, sandboxId: string): Promise<boolean> {
  const lastRun = await db
    .selectFrom('sandbox_actions')
    .select('status')
    .where('sandbox_id', '=', sandboxId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return lastRun?.status === 'failed'
}
