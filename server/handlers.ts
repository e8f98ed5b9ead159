import { expireApprovals } from './approvals/decide.ts'
import type { Context } from './context.ts'
import { inTransaction } from './db/database.ts'
import { continueRound, startDueRound } from './features/access-drift/round.ts'
import { driftWorkflows } from './features/access-drift/workflows.ts'
import { learnRoles } from './features/access-groups/learnRoles.ts'
import { applyAccessReview } from './features/access-reviews/close/applyAccessReview.ts'
import { openAccessReview } from './features/access-reviews/open/openAccessReview.ts'
import { tendReviews } from './features/access-reviews/tendReviews.ts'
import { endAccessOfLeavers } from './features/account-access/end/endAccessOfLeavers.ts'
import { expireAssignments } from './features/account-access/end/expireAssignments.ts'
import { revokeAccess } from './features/account-access/end/revokeAccess.ts'
import { revokeTogether } from './features/account-access/end/revokeTogether.ts'
import { beginScheduled } from './features/account-access/grant/beginScheduled.ts'
import { grantAccess } from './features/account-access/grant/grantAccess.ts'
import { restoreAccess } from './features/account-access/grant/restoreAccess.ts'
import { remindOfEnds } from './features/account-access/remindOfEnds.ts'
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
import { endEmergencies } from './features/break-glass/end/endEmergencies.ts'
import { endEmergencyRole } from './features/break-glass/end/endEmergencyRole.ts'
import { giveEmergencyRole } from './features/break-glass/give/giveEmergencyRole.ts'
import { closeEmergencyIncident, openEmergencyIncident } from './features/break-glass/incident/emergencyIncident.ts'
import { syncDirectory } from './features/people/syncDirectory.ts'
import { moveActivations } from './features/pim/moveActivations.ts'
import { carryOutOrder } from './features/pim/order/carryOutOrder.ts'
import { settleSandboxOwners } from './features/sandbox-access/settleSandboxOwners.ts'
import { tendSandboxes } from './features/sandbox-lease/tendSandboxes.ts'
import { meterSandboxes } from './features/sandbox-spend/meterSandboxes.ts'
import { retryCleanUps } from './features/sandbox-work/clean/retryCleanUps.ts'
import { admitAll } from './features/sandbox-work/places.ts'
import { sandboxWorkflows } from './features/sandbox-work/workflows.ts'
import type { RunnerContext } from './jobs/claim.ts'
import type { Handlers } from './jobs/jobs.ts'
import { continueRun, pickUpLostRuns } from './jobs/runner.ts'
import type { AnyWorkflow } from './jobs/workflow.ts'

const day = 86_400_000

/** What each queue does. */
export function handlers(context: Context & Pick<RunnerContext, 'databaseUrl' | 'log'>): Handlers {
  const { db, now } = context
  const ago = (ms: number) => new Date(now().getTime() - ms)
  const workflows: AnyWorkflow[] = [
    buildAccount,
    ...Object.values(updateWorkflows),
    undoRetirement,
    restoreSubscription,
    createAccessGroup,
    removeAccessGroup,
    grantAccess,
    revokeAccess,
    revokeTogether(context.jobs),
    giveEmergencyRole,
    openEmergencyIncident,
    endEmergencyRole,
    closeEmergencyIncident,
    carryOutOrder,
    openAccessReview,
    applyAccessReview(context.jobs),
    restoreAccess,
    ...driftWorkflows,
    ...sandboxWorkflows,
  ]
  const runner: RunnerContext = { ...context, workflows: Object.fromEntries(workflows.map((workflow) => [workflow.kind, workflow])) }
  return {
    work: ({ runId }, signal) => continueRun(runner, runId, signal),
    syncDirectory: () => syncDirectory(context),
    // The clock sends no data.
    checkHealth: (data, signal) => checkHealth(context, data ?? {}, signal),
    reconcileAccess: (_, signal) => continueRound(context, signal),
    meterSandboxes: (data, signal) => meterSandboxes(context, data ?? {}, signal),
    tidy: () =>
      inTurn([
        () => inTransaction(db, (tx) => expireApprovals({ db: tx, jobs: context.jobs, now: now() }, approvalSubjects)),
        () => expireAssignments(context),
        () => endEmergencies(context),
        () => moveActivations(context),
        () => beginScheduled(context),
        () => endAccessOfLeavers(context),
        () => settleSandboxOwners(context),
        () => remindOfEnds(context),
        () => inTransaction(db, (tx) => endRetirements({ db: tx, jobs: context.jobs }, now())),
        () => tendSandboxes(context),
        () => retryCleanUps(context),
        () => admitAll(context),
        () => pickUpLostRuns(context),
        () => settleOwnership(context),
        () => learnRoles(context),
        () => tendReviews(context),
        () => startDueRound(context),
        () =>
          db
            .deleteFrom('sign_ins')
            .where('created_at', '<', ago(day / 24))
            .execute(),
        () => db.deleteFrom('idempotency_keys').where('created_at', '<', ago(day)).execute(),
        () =>
          db
            .deleteFrom('sessions')
            .where('expires_at', '<', ago(30 * day))
            .execute(),
        () =>
          db
            .deleteFrom('notifications')
            .where('created_at', '<', ago(180 * day))
            .execute(),
      ]),
  }
}

/** One after the other; one that fails keeps nothing else from being done: access must end on time whatever else is wrong. */
async function inTurn(parts: (() => Promise<unknown>)[]): Promise<void> {
  const problems: unknown[] = []
  for (const part of parts) await part().catch((error: unknown) => problems.push(error))
  if (problems.length > 0) throw new AggregateError(problems, `${problems.length} of ${parts.length} parts of tidying failed.`)
}
