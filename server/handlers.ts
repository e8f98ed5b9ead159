import { expireApprovals } from './approvals/decide.ts'
import type { Context } from './context.ts'
import { inTransaction } from './db/database.ts'
import { expireAssignments } from './features/account-access/end/expireAssignments.ts'
import { revokeAccess } from './features/account-access/end/revokeAccess.ts'
import { grantAccess } from './features/account-access/grant/grantAccess.ts'
import { approvalSubjects } from './features/account-approvals/subjects.ts'
import { createAccessGroup } from './features/account-groups/create/createAccessGroup.ts'
import { removeAccessGroup } from './features/account-groups/remove/removeAccessGroup.ts'
import { checkHealth } from './features/account-health/checkHealth.ts'
import { settleOwnership } from './features/account-ownership/settleOwnership.ts'
import { buildAccount } from './features/account-requests/build/buildAccount.ts'
import { restoreSubscription } from './features/account-retirement/bringBack/restoreSubscription.ts'
import { undoRetirement } from './features/account-retirement/bringBack/undoRetirement.ts'
import { endRetirements } from './features/account-retirement/endRetirements.ts'
import { updateWorkflows } from './features/account-updates/workflows.ts'
import { syncDirectory } from './features/people/syncDirectory.ts'
import type { RunnerContext } from './jobs/claim.ts'
import type { Handlers } from './jobs/jobs.ts'
import { continueRun, pickUpLostRuns } from './jobs/runner.ts'
import type { AnyWorkflow } from './jobs/workflow.ts'

const day = 86_400_000

/** What each queue does. */
export function handlers(context: Context & Pick<RunnerContext, 'databaseUrl' | 'log'>): Handlers {
  const { db, now } = context
  const workflows: AnyWorkflow[] = [
    buildAccount,
    ...Object.values(updateWorkflows),
    undoRetirement,
    restoreSubscription,
    createAccessGroup,
    removeAccessGroup,
    grantAccess,
    revokeAccess,
  ]
  const runner: RunnerContext = { ...context, workflows: Object.fromEntries(workflows.map((workflow) => [workflow.kind, workflow])) }
  return {
    work: ({ runId }, signal) => continueRun(runner, runId, signal),
    syncDirectory: () => syncDirectory(context),
    // The clock sends no data.
    checkHealth: (data, signal) => checkHealth(context, data ?? {}, signal),
    async tidy() {
      await inTransaction(db, (tx) => expireApprovals({ db: tx, jobs: context.jobs, now: now() }, approvalSubjects))
      await inTransaction(db, (tx) => endRetirements({ db: tx, jobs: context.jobs }, now()))
      await expireAssignments(context)
      await pickUpLostRuns(context)
      await settleOwnership(context)
      await db
        .deleteFrom('sign_ins')
        .where('created_at', '<', new Date(now().getTime() - day / 24))
        .execute()
      await db
        .deleteFrom('idempotency_keys')
        .where('created_at', '<', new Date(now().getTime() - day))
        .execute()
      await db
        .deleteFrom('sessions')
        .where('expires_at', '<', new Date(now().getTime() - 30 * day))
        .execute()
      await db
        .deleteFrom('notifications')
        .where('created_at', '<', new Date(now().getTime() - 180 * day))
        .execute()
    },
  }
}
