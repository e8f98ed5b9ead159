import './subjects.ts'
import { tendApprovals } from './approvals/tendApprovals.ts'
import { withdrawPending } from './approvals/withdrawPending.ts'
import { syncAppRoles } from './auth/appRoles.ts'
import type { Context } from './context.ts'
import { inTransaction } from './db/database.ts'
import { endAccessOfLeavers } from './features/access/assignments/end/endAccessOfLeavers.ts'
import { expireAssignments } from './features/access/assignments/end/expireAssignments.ts'
import { revokeAccess } from './features/access/assignments/end/revokeAccess.ts'
import { revokeTogether } from './features/access/assignments/end/revokeTogether.ts'
import { beginScheduled } from './features/access/assignments/grant/beginScheduled.ts'
import { grantAccess } from './features/access/assignments/grant/grantAccess.ts'
import { restoreAccess } from './features/access/assignments/grant/restoreAccess.ts'
import { remindOfEnds } from './features/access/assignments/remindOfEnds.ts'
import { continueRound, startDueRound } from './features/access/drift/round.ts'
import { driftWorkflows } from './features/access/drift/workflows.ts'
import { endEmergencies } from './features/access/emergency/end/endEmergencies.ts'
import { endEmergencyRole } from './features/access/emergency/end/endEmergencyRole.ts'
import { giveEmergencyRole } from './features/access/emergency/give/giveEmergencyRole.ts'
import { closeEmergencyIncident, openEmergencyIncident } from './features/access/emergency/incident/emergencyIncident.ts'
import { learnRoles } from './features/access/groups/learnRoles.ts'
import { moveActivations } from './features/access/pim/moveActivations.ts'
import { carryOutOrder } from './features/access/pim/order/carryOutOrder.ts'
import { applyAccessReview } from './features/access/reviews/close/applyAccessReview.ts'
import { openAccessReview } from './features/access/reviews/open/openAccessReview.ts'
import { tendReviews } from './features/access/reviews/tendReviews.ts'
import { setBudget } from './features/accounts/budgets/setBudget.ts'
import { restoreSubscription } from './features/accounts/decommission/bringBack/restoreSubscription.ts'
import { undoRetirement } from './features/accounts/decommission/bringBack/undoRetirement.ts'
import { endRetirements } from './features/accounts/decommission/endRetirements.ts'
import { retireAccount } from './features/accounts/decommission/retire/retireAccount.ts'
import { renewEligibility } from './features/accounts/eligibility/renewEligibility.ts'
import { startRenewals } from './features/accounts/eligibility/startRenewals.ts'
import { createAccessGroup } from './features/accounts/groups/create/createAccessGroup.ts'
import { removeAccessGroup } from './features/accounts/groups/remove/removeAccessGroup.ts'
import { carryOutTagRestore } from './features/accounts/health/carryOutTagRestore.ts'
import { checkHealth } from './features/accounts/health/checkHealth.ts'
import { carryOutPolicyEvaluation } from './features/accounts/insights/carryOutPolicyEvaluation.ts'
import { carryOutTagChange } from './features/accounts/insights/carryOutTagChange.ts'
import { forgetCloudChanges } from './features/accounts/insights/forgetCloudChanges.ts'
import { settleOwnership } from './features/accounts/ownership/settleOwnership.ts'
import { buildAccount } from './features/accounts/requests/build/buildAccount.ts'
import { updateWorkflows } from './features/accounts/updates/workflows.ts'
import { tendCalendars } from './features/approvals/calendars/tendCalendars.ts'
import { tendDelegations } from './features/approvals/delegations/tendDelegations.ts'
import { approvalSubjects } from './features/approvals/inbox/subjects.ts'
import { replayPolicy } from './features/approvals/replay/replayPolicy.ts'
import { tendCover } from './features/approvals/substitutes/tendCover.ts'
import { remindOfKeyEnds } from './features/platform/api-keys/remindOfKeyEnds.ts'
import { verifyAuditTrail } from './features/platform/audit/verifications.ts'
import { recordInvariants } from './features/platform/cockpit/recordInvariants.ts'
import { syncDirectory } from './features/platform/directory/syncDirectory.ts'
import { undoBuildAccount } from './features/platform/runs/cancel/undoBuildAccount.ts'
import { undoChangeServices } from './features/platform/runs/cancel/undoChangeServices.ts'
import { undoDeployment } from './features/platform/runs/cancel/undoDeployment.ts'
import { tellOfStuckWork } from './features/platform/runs/tellOfStuckWork.ts'
import { sandboxWorkflows } from './features/sandboxes/leases/sandboxWorkflows.ts'
import { settleSandboxOwners } from './features/sandboxes/leases/settleSandboxOwners.ts'
import { tendSandboxes } from './features/sandboxes/leases/tendSandboxes.ts'
import { retryCleanUps } from './features/sandboxes/provisioning/clean/retryCleanUps.ts'
import { admitAll } from './features/sandboxes/provisioning/places.ts'
import { meterSandboxes } from './features/sandboxes/spend/meterSandboxes.ts'
import { foldAlerts } from './features/services/alerts/foldAlerts.ts'
import { tellAlerts } from './features/services/alerts/tellAlerts.ts'
import { tendAlerts } from './features/services/alerts/tendAlerts.ts'
import { deploymentWorkflows } from './features/services/deployments/workflows.ts'
import { refreshStores } from './features/services/edge/refreshStores.ts'
import { buildWave } from './features/services/edge/wave/buildWave.ts'
import { followIncidents } from './features/services/incidents/followIncidents.ts'
import { raiseInServiceNow } from './features/services/incidents/raise/raiseInServiceNow.ts'
import { closeAnonymousCalls } from './http/anonymousCalls.ts'
import { workPaused } from './http/maintenance.ts'
import { forgetDeliveries } from './notifications/delivery/forgetDeliveries.ts'
import { settingValue } from './settings/queries.ts'
import type { RunnerContext } from './workflows/claim.ts'
import type { Handlers } from './workflows/jobs.ts'
import { isPaused, pausable } from './workflows/pauses.ts'
import { continueRun, pickUpLostRuns } from './workflows/runner.ts'
import type { AnyWorkflow } from './workflows/workflow.ts'

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
    ...Object.values({ ...updateWorkflows, decommission: retireAccount }),
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
