import { withdrawPending } from '../../../approvals/withdrawPending.ts'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import type { SystemActionName } from '../../../audit/systemActions.ts'
import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { requireState } from '../../../http/requireState.ts'
import { announce } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startCleanUp, startFreeze, startThaw } from '../provisioning/start.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { afterMove, leaseAllows, type Move } from '../sandboxes/lease.ts'
import { type LockedSandbox, lockSandbox } from '../sandboxes/queries.ts'
import { messageFor, type TransitionMessage } from './labels.ts'
import { leaseFacts } from './lockFor.ts'
import { notifyAbout } from './notify.ts'

interface World {
  db: Db
  jobs: Jobs
}
export interface TransitionContext {
  sandboxId: string
  by: { id: string; displayName: string } | null
  reason?: string
  now: Date
}

/* Every change to the status of a living sandbox goes through these functions, in the caller’s transaction: they lock the row, check the
   transition (wrongState), record an event, notify its people and start the run. */

export function startLease(world: World, moving: TransitionContext): Promise<LockedSandbox> {
  return carryOut(world, moving, { kind: 'start' }, 'ready')
}

/**
 * Suspends compute and access. Data is kept, and the lease counts down. A sandbox freezes only once per budget limit, because people who
 * resume it afterwards have decided to go on.
 * @returns undefined if the budget can’t freeze it again
 */
export async function freeze(
  world: World,
  { because, ...moving }: TransitionContext & { because: 'budget' | 'owner' | 'admin' },
): Promise<LockedSandbox | undefined> {
  const move: Move = { kind: 'freeze', because }
  if (because !== 'budget') return carryOut(world, moving, move, (row) => `frozen:${row.version}`)
  const sandbox = await lockSandbox(world.db, moving.sandboxId)
  if (leaseAllows(sandbox, move, moving.now) !== true) return undefined
  return carryOut(world, moving, move, (row) => `frozen:budget:${row.budget_limit}`)
}

/** `overBudget` allows a sandbox without remaining budget to resume. */
export function thaw(
  world: World,
  { overBudget = false, ...moving }: TransitionContext & { overBudget?: boolean },
): Promise<LockedSandbox> {
  return carryOut(world, moving, { kind: 'thaw', overBudget }, (row) => `thawed:${row.version}`)
}

/**
 * Freezes the sandbox for a grace period of a day, in which the deletion can be undone. A sandbox that never had resources is deleted
 * immediately.
 */
export function startDeletion(
  world: World,
  { because, ...moving }: TransitionContext & { because: 'owner' | 'admin' | 'expired' },
): Promise<LockedSandbox> {
  return carryOut(world, moving, { kind: 'delete', because }, (row) => `deleting:${row.version}`)
}

/** Restores the status from before the deletion. */
export function undoDeletion(world: World, moving: TransitionContext): Promise<LockedSandbox> {
  return carryOut(world, moving, { kind: 'undoDeletion' }, (row) => `undone:${row.version}`)
}

/** Adds hours, budget or both. A sandbox resumes if it froze for its budget, or is being deleted because its lease ended. */
export function extendLease(
  world: World,
  { hours, budget, ...moving }: TransitionContext & { hours: number; budget: number },
): Promise<LockedSandbox> {
  return carryOut(world, moving, { kind: 'extend', hours, budget }, (row) => `extended:${row.version}`)
}

/** Ends the grace period; the removal can’t be undone. */
export function startSandboxRemoval(world: World, moving: TransitionContext): Promise<LockedSandbox> {
  return carryOut(world, moving, { kind: 'remove' }, (row) => `removing:${row.version}`)
}

async function carryOut(
  world: World,
  moving: TransitionContext,
  move: Move,
  key: string | ((before: LockedSandbox) => string),
): Promise<LockedSandbox> {
  const { db } = world
  const { sandboxId, by, now } = moving
  const before = await lockSandbox(db, sandboxId)
  requireState(leaseAllows(before, move, now))
  const message: TransitionMessage = messageFor(before, move, moving)
  const once = typeof key === 'string' ? key : key(before)
  const fresh = await recordEvent(db, { sandboxId, kind: message.kind, text: message.text, personId: by?.id ?? null, key: once, now })
  // The event exists already, for example for the same budget limit.
  if (!fresh) return before
  const change = { ...afterMove(before, move, now), version: before.version + 1, updated_at: now }
  const requester: { delete_requested_by?: string | null } =
    move.kind === 'delete'
      ? { delete_requested_by: by?.id ?? null }
      : change.delete_requested_at === null
        ? { delete_requested_by: null }
        : {}
  await updateRow(db, 'sandboxes', sandboxId, { ...change, ...requester })
  const after = { ...before, ...change, ...requester }
  if (move.kind === 'freeze' || move.kind === 'delete' || move.kind === 'remove')
    await withdrawPending(db, { sandbox_id: [sandboxId] }, now)
  const action = actionOf(move)
  if (by === null && action)
    await recordSystemEvent(db, {
      action,
      subject: { kind: 'sandbox', id: sandboxId },
      before: leaseFacts(before),
      after: leaseFacts(after),
      reason: message.text,
    })
  await startWork(world, before, after, moving)
  await notifyAbout(db, after, message, { by, key: once })
  await announce(db, { kind: 'sandbox', id: sandboxId })
  return after
}

/** The system action in the audit trail. Transitions that people make are recorded as their own calls instead. */
function actionOf(move: Move): SystemActionName | undefined {
  if (move.kind === 'start') return 'sandboxProvisioned'
  if (move.kind === 'freeze') return 'sandboxFrozen'
  if (move.kind === 'remove') return 'sandboxRemovalStarted'
  if (move.kind === 'delete') return move.because === 'expired' ? 'sandboxExpired' : 'sandboxDeletionStarted'
  return undefined
}

async function startWork(
  world: World,
  before: LockedSandbox,
  after: LockedSandbox,
  { sandboxId, by, reason = '', now }: TransitionContext,
): Promise<void> {
  const work = { sandboxId, requestedBy: by?.id ?? null, reason, now }
  if (after.removing_at !== null) return void (await startCleanUp(world, work))
  const ran = before.status === 'active'
  const stoodStill = before.status === 'frozen' || before.status === 'deleting'
  if (after.status === 'active') return void (stoodStill && (await startThaw(world, work)))
  // Compute that could not be stopped earlier is stopped before the end.
  if (ran || (after.status === 'deleting' && (await lastWorkFailed(world.db, sandboxId)))) await startFreeze(world, work)
}

async function lastWorkFailed(db: Db, sandboxId: string): Promise<boolean> {
  const last = await db
    .selectFrom('sandbox_actions')
    .select('status')
    .where('sandbox_id', '=', sandboxId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.status === 'failed'
}
