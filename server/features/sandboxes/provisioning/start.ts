import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../../db/database.ts'
import type { SandboxActionKind } from '../../../db/tables.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { actionPlans } from './plans.ts'

export interface ServiceContext {
  db: Db
  jobs: Jobs
}
interface SandboxRuns {
  sandboxId: string
  requestedBy: string | null
  reason: string
  now: Date
}

export const sandboxActionKind = 'sandboxAction'

/* Each function writes the action and its run in the caller’s transaction and returns the ID of the action. A sandbox has one open action
   at a time. If it has one already, nothing is written and the result is null, because the action that the status needs starts when that run ends. */

export const startProvision = (context: ServiceContext, actionInput: SandboxRuns) => start(context, 'provision', actionInput)
export const startFreeze = (context: ServiceContext, actionInput: SandboxRuns) => start(context, 'freeze', actionInput)
export const startResume = (context: ServiceContext, actionInput: SandboxRuns) => start(context, 'resume', actionInput)
export const startCleanUp = (context: ServiceContext, actionInput: SandboxRuns) => start(context, 'cleanUp', actionInput)

export async function start(context: ServiceContext, kind: SandboxActionKind, actionInput: SandboxRuns): Promise<string | null> {
  const { sandboxId, requestedBy, reason, now } = actionInput
  const id = uuidv7()
  const insertedAction = await context.db
    .insertInto('sandbox_actions')
    .values({ id, sandbox_id: sandboxId, kind, requested_by: requestedBy, reason, created_at: now, ended_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!insertedAction) return null
  await startRun(context, actionPlans[kind], { kind: sandboxActionKind, id }, { sandboxId })
  return id
}
