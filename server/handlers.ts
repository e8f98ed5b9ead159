import './subjects.ts'
import { syncAppRoles } from './auth/appRoles.ts'
import type { Context } from './context.ts'
import { revokeAccess } from './features/access/assignments/end/revokeAccess.ts'
import { revokeBatch } from './features/access/assignments/end/revokeBatch.ts'
import { grantAccess } from './features/access/assignments/grant/grantAccess.ts'
import { restoreAccess } from './features/access/assignments/grant/restoreAccess.ts'
import { continueRound } from './features/access/drift/scan.ts'
import { driftWorkflows } from './features/access/drift/workflows.ts'
import { endEmergencyRole } from './features/access/emergency/end/endEmergencyRole.ts'
import { grantEmergencyRole } from './features/access/emergency/grant/grantEmergencyRole.ts'
import { closeEmergencyIncident, openEmergencyIncident } from './features/access/emergency/incident/emergencyIncident.ts'
import { applyRoleOrder } from './features/access/pim/activation/applyRoleOrder.ts'
import { applyAccessReview } from './features/access/reviews/close/applyAccessReview.ts'
import { openAccessReview } from './features/access/reviews/open/openAccessReview.ts'
import { setBudget } from './features/accounts/budgets/setBudget.ts'
import { decommissionAccount } from './features/accounts/decommission/remove/decommissionAccount.ts'
import { restoreSubscription } from './features/accounts/decommission/restore/restoreSubscription.ts'
import { reverseDecommission } from './features/accounts/decommission/restore/reverseDecommission.ts'
import { renewEligibility } from './features/accounts/eligibility/renewEligibility.ts'
import { createAccessGroup } from './features/accounts/groups/create/createAccessGroup.ts'
import { removeAccessGroup } from './features/accounts/groups/remove/removeAccessGroup.ts'
import { applyTagRestore } from './features/accounts/health/applyTagRestore.ts'
import { checkHealth } from './features/accounts/health/checkHealth.ts'
import { applyTagChange } from './features/accounts/insights/applyTagChange.ts'
import { runPolicyEvaluation } from './features/accounts/insights/runPolicyEvaluation.ts'
import { buildAccount } from './features/accounts/requests/build/buildAccount.ts'
import { dropOwnerRole } from './features/accounts/subscription-owner/dropOwnerRole.ts'
import { updateWorkflows } from './features/accounts/updates/workflows.ts'
import { replayPolicy } from './features/approvals/replay/replayPolicy.ts'
import { verifyAuditTrail } from './features/platform/audit/verifications.ts'
import { withdrawAndRecordInvariants } from './features/platform/cockpit/recordInvariants.ts'
import { syncDirectory } from './features/platform/directory/syncDirectory.ts'
import { undoBuildAccount } from './features/platform/runs/cancel/undoBuildAccount.ts'
import { undoChangeServices } from './features/platform/runs/cancel/undoChangeServices.ts'
import { undoDeployment } from './features/platform/runs/cancel/undoDeployment.ts'
import { sandboxWorkflows } from './features/sandboxes/leases/sandboxWorkflows.ts'
import { meterSandboxes } from './features/sandboxes/spend/meterSandboxes.ts'
import { groupAlerts } from './features/services/alerts/groupAlerts.ts'
import { syncAlertsToServiceNow } from './features/services/alerts/syncAlertsToServiceNow.ts'
import { deploymentWorkflows } from './features/services/deployments/workflows.ts'
import { buildWave } from './features/services/edge/wave/buildWave.ts'
import { raiseInServiceNow } from './features/services/incidents/raise/raiseInServiceNow.ts'
import { workPaused } from './http/maintenance.ts'
import type { RunnerContext } from './workflows/claim.ts'
import type { Handlers } from './workflows/jobs.ts'
import { withPauses } from './workflows/pauses.ts'
import { continueRun } from './workflows/runner.ts'
import type { AnyWorkflow } from './workflows/workflow.ts'

const pausedMs = 30_000

export function handlers(context: Context & Pick<RunnerContext, 'databaseUrl' | 'log'>): Handlers {
  const workflows: AnyWorkflow[] = [
    buildAccount,
    ...Object.values({ ...updateWorkflows, decommission: decommissionAccount }),
    reverseDecommission,
    restoreSubscription,
    createAccessGroup,
    removeAccessGroup,
    grantAccess,
    revokeAccess,
    revokeBatch(context.jobs),
    grantEmergencyRole,
    openEmergencyIncident,
    endEmergencyRole,
    closeEmergencyIncident,
    applyRoleOrder,
    renewEligibility,
    applyTagChange,
    setBudget,
    dropOwnerRole,
    applyTagRestore,
    runPolicyEvaluation,
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
  return withPauses(context, {
    work: async ({ runId }, signal) => {
      if (await workPaused(context.db, context.now())) return context.jobs.send(context.db, 'work', { runId }, { afterMs: pausedMs })
      return continueRun(runner, runId, signal)
    },
    async syncDirectory() {
      // Roles are synced even if the list of people can't be read.
      const taskResults = await Promise.allSettled([syncAppRoles(context), syncDirectory(context)])
      const problems = taskResults.flatMap((taskResult) => (taskResult.status === 'rejected' ? [taskResult.reason] : []))
      if (problems.length > 0) throw new AggregateError(problems, 'Couldn’t read the directory completely.')
    },
    checkHealth: (data, signal) => checkHealth(context, data ?? {}, signal),
    reconcileAccess: (_, signal) => continueRound(context, signal),
    groupAlerts: (_, signal) => groupAlerts(context, signal),
    syncAlertsToServiceNow: (_, signal) => syncAlertsToServiceNow(context, signal),
    meterSandboxes: (data, signal) => meterSandboxes(context, data ?? {}, signal),
    verifyAudit: (data, signal) => verifyAuditTrail(context, data ?? {}, signal),
    replayPolicy: (data, signal) => replayPolicy(context, data, signal),
    checkInvariants: () => withdrawAndRecordInvariants(context),
  })
}
