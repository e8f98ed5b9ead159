import { advanceApprovals } from './approvals/advanceApprovals.ts'
import { withdrawPending } from './approvals/withdrawPending.ts'
import { syncAppRoles } from './auth/appRoles.ts'
import type { Context } from './context.ts'
import { type Db, inTransaction } from './db/database.ts'
import { untilAborted } from './db/untilAborted.ts'
import { endAccessOfLeavers } from './features/access/assignments/end/endAccessOfLeavers.ts'
import { expireAssignments } from './features/access/assignments/end/expireAssignments.ts'
import { startScheduled } from './features/access/assignments/grant/startScheduled.ts'
import { remindExpiring } from './features/access/assignments/remindExpiring.ts'
import { startDueScan } from './features/access/drift/scan.ts'
import { endEmergencies } from './features/access/emergency/end/endEmergencies.ts'
import { syncRoleDefinitions } from './features/access/groups/syncRoleDefinitions.ts'
import { advanceActivations } from './features/access/pim/advanceActivations.ts'
import { advanceReviews } from './features/access/reviews/advanceReviews.ts'
import { endDecommissions } from './features/accounts/decommission/endDecommissions.ts'
import { startRenewals } from './features/accounts/eligibility/startRenewals.ts'
import { checkHealth } from './features/accounts/health/checkHealth.ts'
import { purgeCloudChanges } from './features/accounts/insights/purgeCloudChanges.ts'
import { reconcileOwnership } from './features/accounts/ownership/reconcileOwnership.ts'
import { syncCalendars } from './features/approvals/calendars/syncCalendars.ts'
import { advanceDelegations } from './features/approvals/delegations/advanceDelegations.ts'
import { checkUnstaffedStages } from './features/approvals/substitutes/checkUnstaffedStages.ts'
import { remindOfKeyEnds } from './features/platform/api-keys/remindExpiring.ts'
import { verifyAuditTrail } from './features/platform/audit/verifications.ts'
import { withdrawAndRecordInvariants } from './features/platform/cockpit/recordInvariants.ts'
import { syncDirectory } from './features/platform/directory/syncDirectory.ts'
import { checkInstallation } from './features/platform/doctor/checkInstallation.ts'
import { notifyStuckRuns } from './features/platform/runs/notifyStuckRuns.ts'
import { expireSandboxes, remindExpiringSandboxes } from './features/sandboxes/leases/expireSandboxes.ts'
import { reconcileSandboxOwners } from './features/sandboxes/leases/reconcileSandboxOwners.ts'
import { allocateAll } from './features/sandboxes/provisioning/capacity.ts'
import { retryCleanUps } from './features/sandboxes/provisioning/clean/retryCleanUps.ts'
import { meterSandboxes } from './features/sandboxes/spend/meterSandboxes.ts'
import { closeInactiveAlerts } from './features/services/alerts/closeInactiveAlerts.ts'
import { refreshStores } from './features/services/edge/refreshStores.ts'
import { syncIncidents } from './features/services/incidents/syncIncidents.ts'
import { closeAnonymousCalls } from './http/anonymousCalls.ts'
import { workPaused } from './http/maintenance.ts'
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
    expireAccess: withAccessDb(expireAssignments),
    expireEmergencyAccess: withAccessDb(endEmergencies),
    advancePrivilegedRoles: withAccessDb(advanceActivations),
    revokeAccessOfLeavers: withAccessDb(endAccessOfLeavers),
    expireSandboxes: withAccessDb(expireSandboxes),
    withdrawEndedRequests: withAccessDb(({ db, now }) => inTransaction(db, (tx) => withdrawPending(tx, {}, now()))),
    syncAppRoles: withAccessDb(syncAppRoles),
    syncDirectory: withAccessDb(syncDirectory, 15 * minute),
    updateDelegations: withAccessDb(advanceDelegations),
    replaceSandboxOwners: withAccessDb(reconcileSandboxOwners),
    advanceAccessReviews: withAccessDb(advanceReviews, 5 * minute),
    // Runs can end access too, so they use these connections.
    resumeLostRuns: withAccessDb(async (scheduleContext) => {
      // Runs of a paused queue keep their jobs. Without this check, further jobs for the same runs would accumulate.
      if (!(await workPaused(scheduleContext.db, scheduleContext.now())) && !(await isPaused(scheduleContext.db, 'work')))
        await resumeLostRuns(scheduleContext)
    }),

    advanceApprovals: eachMinute(advanceApprovals),
    startScheduledAccess: eachMinute(startScheduled),
    renewEligibilities: eachMinute(startRenewals),
    requestSubstituteApprovers: eachMinute(checkUnstaffedStages),
    resolveOwnershipGaps: eachMinute(reconcileOwnership, 5 * minute),
    deleteDecommissionedAccounts: eachMinute(({ db, jobs, now }) => inTransaction(db, (tx) => endDecommissions({ db: tx, jobs }, now()))),
    retrySandboxCleanups: eachMinute(retryCleanUps),
    allocateQueuedSandboxes: eachMinute(allocateAll),
    resumeWaitingAlerts: eachMinute(closeInactiveAlerts),
    notifyStuckRuns: eachMinute(notifyStuckRuns),
    remindExpiringAccess: eachMinute(remindExpiring),
    remindExpiringKeys: eachMinute(remindOfKeyEnds),
    remindExpiringSandboxes: eachMinute(remindExpiringSandboxes),
    syncCalendars: eachMinute(syncCalendars),
    syncRoleDefinitions: eachMinute(syncRoleDefinitions),
    syncStores: eachMinute(refreshStores, 10 * minute),
    syncIncidents: eachMinute(syncIncidents),
    startDriftScan: eachMinute(startDueScan),
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
    deleteOldNotifications: eachMinute(async ({ db, now }) => {
      const days = Number(await loadSetting(db, 'notificationDays'))
      await db
        .deleteFrom('notifications')
        .where('created_at', '<', timeBefore(now(), days * day))
        .execute()
    }),
    deleteOldDeliveries: eachMinute(({ db, now }) => deleteOldDeliveries(db, now())),
    deleteOldCloudChanges: eachMinute(({ db, now }) => purgeCloudChanges(db, now())),

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
