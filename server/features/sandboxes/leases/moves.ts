import { withdrawPending } from '../../../approvals/withdrawPending.ts'
import { auditAsSlipway } from '../../../audit/auditAsSlipway.ts'
import type { DeedName } from '../../../audit/deeds.ts'
import type { Db } from '../../../db/database.ts'
import { requireState } from '../../../http/requireState.ts'
import { announce } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startCleanUp, startFreeze, startThaw } from '../provisioning/start.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { afterMove, leaseAllows, type Move } from '../sandboxes/lease.ts'
import { type LockedSandbox, lockSandbox } from '../sandboxes/queries.ts'
import { leaseFacts } from './lockFor.ts'
import { tellAbout } from './tell.ts'
import { type Told, wordsFor } from './words.ts'

interface World {
  db: Db
  jobs: Jobs
}
/** Which sandbox, and who has it moved: null when it is the clock. */
export interface Moving {
  sandboxId: string
  by: { id: string; displayName: string } | null
  reason?: string
  now: Date
}

/*
 * The only places where the status of a sandbox that lives changes, each in the caller's transaction: the row is locked, the move
 * checked (else wrongState), what happened written down, those in it told, and the work on it begun.
 */

/** It is ready: its time begins now. */
export function startLease(world: World, moving: Moving): Promise<LockedSandbox> {
  return carryOut(world, moving, { kind: 'start' }, 'ready')
}

/**
 * Compute and access stop; everything is kept, and its time runs on. For the budget this happens once for each limit: whoever lets
 * it run on after that has decided so. @returns undefined when the budget has nothing to freeze any more
 */
export async function freeze(
  world: World,
  { because, ...moving }: Moving & { because: 'budget' | 'owner' | 'admin' },
): Promise<LockedSandbox | undefined> {
  const move: Move = { kind: 'freeze', because }
  if (because !== 'budget') return carryOut(world, moving, move, (row) => `frozen:${row.version}`)
  const sandbox = await lockSandbox(world.db, moving.sandboxId)
  if (leaseAllows(sandbox, move, moving.now) !== true) return undefined
  return carryOut(world, moving, move, (row) => `frozen:budget:${row.budget_limit}`)
}

/** `overBudget`: though nothing is left of its budget. */
export function thaw(world: World, { overBudget = false, ...moving }: Moving & { overBudget?: boolean }): Promise<LockedSandbox> {
  return carryOut(world, moving, { kind: 'thaw', overBudget }, (row) => `thawed:${row.version}`)
}

/** It stands still and can be taken back for a day; one that never had anything in it goes at once. */
export function beginDeletion(
  world: World,
  { because, ...moving }: Moving & { because: 'owner' | 'admin' | 'expired' },
): Promise<LockedSandbox> {
  return carryOut(world, moving, { kind: 'delete', because }, (row) => `deleting:${row.version}`)
}

/** As it was before its deletion was asked for. */
export function takeBack(world: World, moving: Moving): Promise<LockedSandbox> {
  return carryOut(world, moving, { kind: 'takeBack' }, (row) => `takenBack:${row.version}`)
}

/** More hours, more money, or both; what stood still for want of them goes on. */
export function extendLease(
  world: World,
  { hours, budget, ...moving }: Moving & { hours: number; budget: number },
): Promise<LockedSandbox> {
  return carryOut(world, moving, { kind: 'extend', hours, budget }, (row) => `extended:${row.version}`)
}

/** The time in which it could be taken back is over: from here on there is no way back. */
export function beginRemoval(world: World, moving: Moving): Promise<LockedSandbox> {
  return carryOut(world, moving, { kind: 'remove' }, (row) => `removing:${row.version}`)
}

async function carryOut(
  world: World,
  moving: Moving,
  move: Move,
  key: string | ((before: LockedSandbox) => string),
): Promise<LockedSandbox> {
  const { db } = world
  const { sandboxId, by, now } = moving
  const before = await lockSandbox(db, sandboxId)
  requireState(leaseAllows(before, move, now))
  const told: Told = wordsFor(before, move, moving)
  const once = typeof key === 'string' ? key : key(before)
  const fresh = await recordEvent(db, { sandboxId, kind: told.kind, text: told.text, personId: by?.id ?? null, key: once, now })
  // Only what happens once for a limit comes again.
  if (!fresh) return before
  const change = { ...afterMove(before, move, now), version: before.version + 1, updated_at: now }
  const asker =
    move.kind === 'delete' ? { delete_asked_by: by?.id ?? null } : change.delete_asked_at === null ? { delete_asked_by: null } : {}
  await db
    .updateTable('sandboxes')
    .set({ ...change, ...asker })
    .where('id', '=', sandboxId)
    .execute()
  const after = { ...before, ...change, ...asker }
  if (move.kind === 'freeze' || move.kind === 'delete' || move.kind === 'remove')
    await withdrawPending(db, { sandbox_id: [sandboxId] }, now)
  const deed = deedOf(move)
  if (by === null && deed)
    await auditAsSlipway(db, {
      deed,
      subject: { kind: 'sandbox', id: sandboxId },
      before: leaseFacts(before),
      after: leaseFacts(after),
      reason: told.text,
    })
  await startWork(world, before, after, moving)
  await tellAbout(db, after, told, { by, key: once })
  await announce(db, { kind: 'sandbox', id: sandboxId })
  return after
}

/** What a move is called in the audit trail when nobody made it; what a person did, such as each that is not named here, stands there as their call. */
function deedOf(move: Move): DeedName | undefined {
  if (move.kind === 'start') return 'sandboxProvisioned'
  if (move.kind === 'freeze') return 'sandboxFrozen'
  if (move.kind === 'remove') return 'sandboxRemovalBegun'
  if (move.kind === 'delete') return move.because === 'expired' ? 'sandboxExpired' : 'sandboxDeletionBegun'
  return undefined
}

/** What has to be done in the cloud for it: work makes the cloud agree with the status. */
async function startWork(
  world: World,
  before: LockedSandbox,
  after: LockedSandbox,
  { sandboxId, by, reason = '', now }: Moving,
): Promise<void> {
  const work = { sandboxId, askedBy: by?.id ?? null, reason, now }
  if (after.removing_at !== null) return void (await startCleanUp(world, work))
  const ran = before.status === 'active'
  const stoodStill = before.status === 'frozen' || before.status === 'deleting'
  if (after.status === 'active') return void (stoodStill && (await startThaw(world, work)))
  // What could not be stopped when it was frozen is tried again before its end.
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
