import { advanceApprovals } from './approvals/advanceApprovals.ts'
import { withdrawEndedRequests } from './approvals/withdrawEndedRequests.ts'
import { syncAppRoles } from './auth/appRoles.ts'
import type { Context } from './context.ts'
import { type Db, inTransaction } from './db/database.ts'
import { untilAborted } from './db/untilAborted.ts'
import { expireAccess } from './features/access/assignments/end/expireAccess.ts'
import { revokeAccessOfLeavers } from './features/access/assignments/end/revokeAccessOfLeavers.ts'
import { startScheduledAccess } from './features/access/assignments/grant/startScheduledAccess.ts'
import { remindExpiringAccess } from './features/access/assignments/remindExpiringAccess.ts'
import { startDriftScan } from './features/access/drift/scan.ts'
import { expireEmergencyAccess } from './features/access/emergency/end/expireEmergencyAccess.ts'
import { syncRoleDefinitions } from './features/access/groups/syncRoleDefinitions.ts'
import { advancePrivilegedRoles } from './features/access/pim/advancePrivilegedRoles.ts'
import { advanceAccessReviews } from './features/access/reviews/advanceAccessReviews.ts'
import { deleteDecommissionedAccounts } from './features/accounts/decommission/deleteDecommissionedAccounts.ts'
import { renewEligibilities } from './features/accounts/eligibility/renewEligibilities.ts'
import { checkHealth } from './features/accounts/health/checkHealth.ts'
import { deleteOldCloudChanges } from './features/accounts/insights/deleteOldCloudChanges.ts'
import { reconcileOwnership } from './features/accounts/ownership/reconcileOwnership.ts'
import { syncCalendars } from './features/approvals/calendars/syncCalendars.ts'
import { updateDelegations } from './features/approvals/delegations/updateDelegations.ts'
import { requestSubstituteApprovers } from './features/approvals/substitutes/requestSubstituteApprovers.ts'
import { remindExpiringKeys } from './features/platform/api-keys/remindExpiringKeys.ts'
import { verifyAuditTrail } from './features/platform/audit/verifications.ts'
import { withdrawAndRecordInvariants } from './features/platform/cockpit/recordInvariants.ts'
import { syncDirectory } from './features/platform/directory/syncDirectory.ts'
import { checkInstallation } from './features/platform/doctor/checkInstallation.ts'
import { notifyStuckRuns } from './features/platform/runs/notifyStuckRuns.ts'
import { expireSandboxes, remindExpiringSandboxes } from './features/sandboxes/leases/expireSandboxes.ts'
import { replaceSandboxOwners } from './features/sandboxes/leases/replaceSandboxOwners.ts'
import { allocateQueuedSandboxes } from './features/sandboxes/provisioning/capacity.ts'
import { retrySandboxCleanups } from './features/sandboxes/provisioning/clean/retrySandboxCleanups.ts'
import { meterSandboxes } from './features/sandboxes/spend/meterSandboxes.ts'
import { resumeWaitingAlerts } from './features/services/alerts/resumeWaitingAlerts.ts'
import { syncStores } from './features/services/edge/syncStores.ts'
import { syncIncidents } from './features/services/incidents/syncIncidents.ts'
import { closeAnonymousCalls } from './http/anonymousCalls.ts'
import { workPaused } from './http/maintenance.ts'
import { deleteOldNotifications } from './notifications/deleteOldNotifications.ts'
import { deleteOldDeliveries } from './notifications/delivery/deleteOldDeliveries.ts'
import { loadSetting } from './settings/queries.ts'
import type { RunnerContext } from './workflows/claim.ts'
import { isPaused } from './workflows/pauses.ts'
import { resumeLostRuns } from './workflows/runner.ts'
import type { ScheduleName } from './workflows/scheduleNames.ts'
import type { Schedule } from './workflows/startSchedules.ts'

const secondMs = 1_000
const minute = 60 * secondMs
const hour = 60 * minute
const day = 24 * hour
const timeBefore = (now: Date, ms: number) => new Date(now.getTime() - ms)

export type ScheduleContext = Context & Pick<RunnerContext, 'databaseUrl' | 'log'>

type ScheduledTask = (context: ScheduleContext, signal: AbortSignal) => Promise<unknown>

/**
 * Recurring schedules with name, period, timeout and task. Schedules that run each minute start a second apart, in this order, to spread
 * the load on the database. A stopped run fails at its next statement.
 * @param accessDb separate connections for schedules that end access
 */
export function schedules(context: ScheduleContext, accessDb: Db): Record<ScheduleName, Schedule> {
  const every = (periodMs: number, timeoutMs: number, task: ScheduledTask, db = context.db) => ({
    periodMs,
    timeoutMs,
    run: (signal: AbortSignal) => task({ ...context, db: untilAborted(db, signal) }, signal),
  })
  const eachMinute = (task: ScheduledTask, timeoutMs = 2 * minute) => every(minute, timeoutMs, task)
  const withAccessDb = (task: ScheduledTask, timeoutMs = 2 * minute) => every(minute, timeoutMs, task, accessDb)

  const tasks: Record<ScheduleName, Omit<Schedule, 'offsetMs'> & { offsetMs?: number }> = {
    expireAccess: withAccessDb(expireAccess),
    expireEmergencyAccess: withAccessDb(expireEmergencyAccess),
    advancePrivilegedRoles: withAccessDb(advancePrivilegedRoles),
    revokeAccessOfLeavers: withAccessDb(revokeAccessOfLeavers),
    expireSandboxes: withAccessDb(expireSandboxes),
    withdrawEndedRequests: withAccessDb(({ db, now }) => inTransaction(db, (tx) => withdrawEndedRequests(tx, {}, now()))),
    syncAppRoles: withAccessDb(syncAppRoles),
    syncDirectory: withAccessDb(syncDirectory, 15 * minute),
    updateDelegations: withAccessDb(updateDelegations),
    replaceSandboxOwners: withAccessDb(replaceSandboxOwners),
    advanceAccessReviews: withAccessDb(advanceAccessReviews, 5 * minute),
    // Runs can end access too, so they use these connections.
    resumeLostRuns: withAccessDb(async (scheduleContext) => {
      // Runs of a paused queue keep their jobs. Without this check, further jobs for the same runs would accumulate.
      if (!(await workPaused(scheduleContext.db, scheduleContext.now())) && !(await isPaused(scheduleContext.db, 'work')))
        await resumeLostRuns(scheduleContext)
    }),

    advanceApprovals: eachMinute(advanceApprovals),
    startScheduledAccess: eachMinute(startScheduledAccess),
    renewEligibilities: eachMinute(renewEligibilities),
    requestSubstituteApprovers: eachMinute(requestSubstituteApprovers),
    reconcileOwnership: eachMinute(reconcileOwnership, 5 * minute),
    deleteDecommissionedAccounts: eachMinute(({ db, jobs, now }) =>
      inTransaction(db, (tx) => deleteDecommissionedAccounts({ db: tx, jobs }, now())),
    ),
    retrySandboxCleanups: eachMinute(retrySandboxCleanups),
    allocateQueuedSandboxes: eachMinute(allocateQueuedSandboxes),
    resumeWaitingAlerts: eachMinute(resumeWaitingAlerts),
    notifyStuckRuns: eachMinute(notifyStuckRuns),
    remindExpiringAccess: eachMinute(remindExpiringAccess),
    remindExpiringKeys: eachMinute(remindExpiringKeys),
    remindExpiringSandboxes: eachMinute(remindExpiringSandboxes),
    syncCalendars: eachMinute(syncCalendars),
    syncRoleDefinitions: eachMinute(syncRoleDefinitions),
    syncStores: eachMinute(syncStores, 10 * minute),
    syncIncidents: eachMinute(syncIncidents),
    startDriftScan: eachMinute(startDriftScan),
    closeAnonymousCalls: eachMinute(closeAnonymousCalls),
    deleteExpiredSessions: eachMinute(async ({ db, now }) => {
      await db.deleteFrom('sign_ins').where('created_at', '<', timeBefore(now(), hour)).execute()
      await db
        .deleteFrom('sessions')
        .where('expires_at', '<', timeBefore(now(), 30 * day))
        .execute()
    }),
    deleteOldIdempotencyKeys: eachMinute(({ db, now }) =>
      db.deleteFrom('idempotency_keys').where('created_at', '<', timeBefore(now(), day)).execute(),
    ),
    deleteOldNotifications: eachMinute(async ({ db, now }) =>
      deleteOldNotifications(db, timeBefore(now(), Number(await loadSetting(db, 'notificationDays')) * day)),
    ),
    deleteOldDeliveries: eachMinute(({ db, now }) => deleteOldDeliveries(db, now())),
    deleteOldCloudChanges: eachMinute(({ db, now }) => deleteOldCloudChanges(db, now())),

    meterSandboxes: every(15 * minute, 15 * minute, (scheduleContext, signal) => meterSandboxes(scheduleContext, {}, signal)),
    checkHealth: {
      ...every(hour, 15 * minute, (scheduleContext, signal) => checkHealth(scheduleContext, {}, signal)),
      offsetMs: 23 * minute,
    },
    checkInvariants: { ...every(hour, 15 * minute, withdrawAndRecordInvariants), offsetMs: 11 * minute },
    checkInstallation: { ...every(day, 5 * minute, checkInstallation), offsetMs: 3 * hour + 17 * minute },
    verifyAudit: {
      ...every(day, 2 * hour, (scheduleContext, signal) => verifyAuditTrail(scheduleContext, {}, signal)),
      offsetMs: 2 * hour + 41 * minute,
    },
  }
  const schedulesWithOffset = Object.entries(tasks).map(
    ([name, task], position) => [name, { offsetMs: position * secondMs, ...task }] as const,
  )
  return Object.fromEntries(schedulesWithOffset) as Record<ScheduleName, Schedule>
}
