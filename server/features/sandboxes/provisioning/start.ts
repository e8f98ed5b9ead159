import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../../db/database.ts'
import type { SandboxActionKind } from '../../../db/tables.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { plans } from './plans.ts'

export interface World {
  db: Db
  jobs: Jobs
}
export interface SandboxWork {
  sandboxId: string
  requestedBy: string | null
  reason: string
  now: Date
}

/** Runs on sandboxes have a row of `sandbox_actions` as their subject. */
export const sandboxActionKind = 'sandboxAction'

/* Each function writes the action and its run in the caller’s transaction and returns the action’s id. A sandbox has one open action at a
   time: while there is one, nothing is written and the result is null, because the end of a run starts what the status needs. */

export const startProvision = (world: World, work: SandboxWork) => start(world, 'provision', work)
export const startFreeze = (world: World, work: SandboxWork) => start(world, 'freeze', work)
export const startThaw = (world: World, work: SandboxWork) => start(world, 'thaw', work)
export const startCleanUp = (world: World, work: SandboxWork) => start(world, 'cleanUp', work)

export async function start(world: World, kind: SandboxActionKind, work: SandboxWork): Promise<string | null> {
  const { sandboxId, requestedBy, reason, now } = work
  const id = uuidv7()
  const written = await world.db
    .insertInto('sandbox_actions')
    .values({ id, sandbox_id: sandboxId, kind, requested_by: requestedBy, reason, created_at: now, ended_at: null })
    // Another action is open.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) return null
  await startRun(world, plans[kind], { kind: sandboxActionKind, id }, { sandboxId })
  return id
}
