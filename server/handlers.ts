import { syncAppRoles } from './access/appRoles.ts'
import { tendApprovals } from './approvals/tendApprovals.ts'
import { withdrawPending } from './approvals/withdrawPending.ts'
import type { Context } from './context.ts'
import { inTransaction } from './db/database.ts'
import { forgetDeliveries } from './delivery/forgetDeliveries.ts'
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
import { carryOutTagRestore } from './features/account-health/carryOutTagRestore.ts'
import { checkHealth } from './features/account-health/checkHealth.ts'
import { carryOutPolicyEvaluation } from './features/account-insights/carryOutPolicyEvaluation.ts'
import { carryOutTagChange } from './features/account-insights/carryOutTagChange.ts'
import { forgetCloudChanges } from './features/account-insights/forgetCloudChanges.ts'
import { settleOwnership } from './features/account-ownership/settleOwnership.ts'
import { buildAccount } from './features/account-requests/build/buildAccount.ts'
import { restoreSubscription } from './features/account-retirement/bringBack/restoreSubscription.ts'
import { undoRetirement } from './features/account-retirement/bringBack/undoRetirement.ts'
import { endRetirements } from './features/account-retirement/endRetirements.ts'
import { updateWorkflows } from './features/account-updates/workflows.ts'
import { foldAlerts } from './features/alerts/foldAlerts.ts'
import { tellAlerts } from './features/alerts/tellAlerts.ts'
import { tendAlerts } from './features/alerts/tendAlerts.ts'
import { remindOfKeyEnds } from './features/api-keys/remindOfKeyEnds.ts'
import { tendCover } from './features/approval-cover/tendCover.ts'
import { verifyAuditTrail } from './features/audit/verifications.ts'
import { endEmergencies } from './features/break-glass/end/endEmergencies.ts'
import { endEmergencyRole } from './features/break-glass/end/endEmergencyRole.ts'
import { giveEmergencyRole } from './features/break-glass/give/giveEmergencyRole.ts'
import { closeEmergencyIncident, openEmergencyIncident } from './features/break-glass/incident/emergencyIncident.ts'
import { setBudget } from './features/budgets/setBudget.ts'
import { tendCalendars } from './features/calendars/tendCalendars.ts'
import { recordInvariants } from './features/cockpit/recordInvariants.ts'
import { tendDelegations } from './features/delegations/tendDelegations.ts'
import { deploymentWorkflows } from './features/deployments/workflows.ts'
import { refreshStores } from './features/edge/refreshStores.ts'
import { buildWave } from './features/edge/wave/buildWave.ts'
import { followIncidents } from './features/incidents/followIncidents.ts'
import { raiseInServiceNow } from './features/incidents/raise/raiseInServiceNow.ts'
import { syncDirectory } from './features/people/syncDirectory.ts'
import { moveActivations } from './features/pim/moveActivations.ts'
import { carryOutOrder } from './features/pim/order/carryOutOrder.ts'
import { replayPolicy } from './features/policy-replay/replayPolicy.ts'
import { renewEligibility } from './features/role-eligibility/renewEligibility.ts'
import { startRenewals } from './features/role-eligibility/startRenewals.ts'
import { settleSandboxOwners } from './features/sandbox-access/settleSandboxOwners.ts'
import { tendSandboxes } from './features/sandbox-lease/tendSandboxes.ts'
import { meterSandboxes } from './features/sandbox-spend/meterSandboxes.ts'
import { retryCleanUps } from './features/sandbox-work/clean/retryCleanUps.ts'
import { admitAll } from './features/sandbox-work/places.ts'
import { sandboxWorkflows } from './features/sandbox-work/workflows.ts'
import { settingValue } from './features/settings/queries.ts'
import { undoBuildAccount } from './features/work/cancel/undoBuildAccount.ts'
import { undoChangeServices } from './features/work/cancel/undoChangeServices.ts'
import { undoDeployment } from './features/work/cancel/undoDeployment.ts'
import { tellOfStuckWork } from './features/work/tellOfStuckWork.ts'
import { closeAnonymousCalls } from './http/anonymousCalls.ts'
import { workPaused } from './http/maintenance.ts'
import type { RunnerContext } from './jobs/claim.ts'
import type { Handlers } from './jobs/jobs.ts'
import { isPaused, pausable } from './jobs/pauses.ts'
import { continueRun, pickUpLostRuns } from './jobs/runner.ts'
import type { AnyWorkflow } from './jobs/workflow.ts'

const day = 86_400_000
/** Work that is paused is looked at again so often. */
const pausedMs = 30_000

/** What each queue does. */
export function handlers(context: Context & Pick<RunnerContext, 'databaseUrl' | 'log'>): Handlers {
  const { db, now } = context
  const ago = (ms: number) => new Date(now().getTime() - ms)
  const withdrawEnded = () => inTransaction(db, (tx) => withdrawPending(tx, {}, now()))
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
    renewEligibility,
    carryOutTagChange,
    setBudget,
    carryOutTagRestore,
    carryOutPolicyEvaluation,
    openAccessReview,
    applyAccessReview(context.jobs),
    restoreAccess,
    ...driftWorkflows,
    raiseInServiceNow,
    ...sandboxWorkflows,
    buildWave,
    ...deploymentWorkflows,
    undoBuildAccount,
    undoChangeServices,
    undoDeployment,
  ]
  const runner: RunnerContext = { ...context, workflows: Object.fromEntries(workflows.map((workflow) => [workflow.kind, workflow])) }
  return pausable(context, {
    work: async ({ runId }, signal) => {
      if (await workPaused(context.db, context.now())) return context.jobs.send(context.db, 'work', { runId }, { afterMs: pausedMs })
      return continueRun(runner, runId, signal)
    },
    // One that fails keeps the other from nothing: rights follow the directory even when its list of people cannot be read.
    syncDirectory: () => inTurn('reading the directory', [() => syncAppRoles(context), () => syncDirectory(context)]),
    // The clock sends no data.
    checkHealth: (data, signal) => checkHealth(context, data ?? {}, signal),
    reconcileAccess: (_, signal) => continueRound(context, signal),
    foldAlerts: (_, signal) => foldAlerts(context, signal),
    tellAlerts: (_, signal) => tellAlerts(context, signal),
    meterSandboxes: (data, signal) => meterSandboxes(context, data ?? {}, signal),
    verifyAudit: (data, signal) => verifyAuditTrail(context, data ?? {}, signal),
    replayPolicy: (data, signal) => replayPolicy(context, data, signal),
    async checkInvariants() {
      // A request whose base ended while it was being decided is withdrawn within a minute, so until then it violates nothing.
      await withdrawEnded()
      await recordInvariants(db, now())
    },
    tidy: () =>
      inTurn('tidying', [
        () => tendDelegations(context),
        () => tendApprovals(context, approvalSubjects),
        withdrawEnded,
        () => tendCover(context),
        () => tendCalendars(context),
        () => expireAssignments(context),
        () => endEmergencies(context),
        () => moveActivations(context),
        () => startRenewals(context),
        () => beginScheduled(context),
        () => endAccessOfLeavers(context),
        () => settleSandboxOwners(context),
        () => remindOfEnds(context),
        () => remindOfKeyEnds(context),
        () => inTransaction(db, (tx) => endRetirements({ db: tx, jobs: context.jobs }, now())),
        () => tendSandboxes(context),
        () => retryCleanUps(context),
        () => admitAll(context),
        // What is paused has its job, which would grow to many.
        async () => {
          if (!(await workPaused(db, now())) && !(await isPaused(db, 'work'))) await pickUpLostRuns(context)
        },
        () => tellOfStuckWork(context),
        () => settleOwnership(context),
        () => learnRoles(context),
        () => tendReviews(context),
        () => tendAlerts(context),
        () => startDueRound(context),
        () => refreshStores(context),
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
        async () => {
          const days = Number(await settingValue(db, 'noticeDays'))
          await db
            .deleteFrom('notifications')
            .where('created_at', '<', ago(days * day))
            .execute()
        },
        () => forgetDeliveries(db, now()),
        () => forgetCloudChanges(db, now()),
        () => followIncidents(context),
        () => closeAnonymousCalls(context),
      ]),
  })
}

/** One after the other; one that fails keeps nothing else from being done: access must end on time whatever else is wrong. */
async function inTurn(what: string, parts: (() => Promise<unknown>)[]): Promise<void> {
  const problems: unknown[] = []
  for (const part of parts) await part().catch((error: unknown) => problems.push(error))
  if (problems.length > 0) throw new AggregateError(problems, `${problems.length} of ${parts.length} parts of ${what} failed.`)
}
