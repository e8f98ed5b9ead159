import { tendApprovals } from './approvals/tendApprovals.ts'
import { withdrawPending } from './approvals/withdrawPending.ts'
import { syncAppRoles } from './auth/appRoles.ts'
import type { Context } from './context.ts'
import { type Db, inTransaction } from './db/database.ts'
import { endAccessOfLeavers } from './features/access/assignments/end/endAccessOfLeavers.ts'
import { expireAssignments } from './features/access/assignments/end/expireAssignments.ts'
import { beginScheduled } from './features/access/assignments/grant/beginScheduled.ts'
import { remindOfEnds } from './features/access/assignments/remindOfEnds.ts'
import { startDueRound } from './features/access/drift/round.ts'
import { endEmergencies } from './features/access/emergency/end/endEmergencies.ts'
import { learnRoles } from './features/access/groups/learnRoles.ts'
import { moveActivations } from './features/access/pim/moveActivations.ts'
import { tendReviews } from './features/access/reviews/tendReviews.ts'
import { endRetirements } from './features/accounts/decommission/endRetirements.ts'
import { startRenewals } from './features/accounts/eligibility/startRenewals.ts'
import { checkHealth } from './features/accounts/health/checkHealth.ts'
import { forgetCloudChanges } from './features/accounts/insights/forgetCloudChanges.ts'
import { settleOwnership } from './features/accounts/ownership/settleOwnership.ts'
import { tendCalendars } from './features/approvals/calendars/tendCalendars.ts'
import { tendDelegations } from './features/approvals/delegations/tendDelegations.ts'
import { approvalSubjects } from './features/approvals/inbox/subjects.ts'
import { tendCover } from './features/approvals/substitutes/tendCover.ts'
import { remindOfKeyEnds } from './features/platform/api-keys/remindOfKeyEnds.ts'
import { verifyAuditTrail } from './features/platform/audit/verifications.ts'
import { recordInvariants } from './features/platform/cockpit/recordInvariants.ts'
import { syncDirectory } from './features/platform/directory/syncDirectory.ts'
import { tellOfStuckWork } from './features/platform/runs/tellOfStuckWork.ts'
import { expireSandboxes, remindExpiringSandboxes } from './features/sandboxes/leases/expireSandboxes.ts'
import { settleSandboxOwners } from './features/sandboxes/leases/settleSandboxOwners.ts'
import { retryCleanUps } from './features/sandboxes/provisioning/clean/retryCleanUps.ts'
import { admitAll } from './features/sandboxes/provisioning/places.ts'
import { meterSandboxes } from './features/sandboxes/spend/meterSandboxes.ts'
import { tendAlerts } from './features/services/alerts/tendAlerts.ts'
import { refreshStores } from './features/services/edge/refreshStores.ts'
import { followIncidents } from './features/services/incidents/followIncidents.ts'
import { closeAnonymousCalls } from './http/anonymousCalls.ts'
import { workPaused } from './http/maintenance.ts'
import { forgetDeliveries } from './notifications/delivery/forgetDeliveries.ts'
import { settingValue } from './settings/queries.ts'
import type { RunnerContext } from './workflows/claim.ts'
import { isPaused } from './workflows/pauses.ts'
import { pickUpLostRuns } from './workflows/runner.ts'
import type { ScheduleName } from './workflows/scheduleNames.ts'
import type { Schedule } from './workflows/startSchedules.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export type ScheduleContext = Context & Pick<RunnerContext, 'databaseUrl' | 'log'>
type Run = Schedule['run']

/** A schedule that runs each minute. What it does is in the database, or a few calls outside, each of which has a timeout of its own. */
const eachMinute = (run: Run, timeoutMs = 2 * minute) => ({ periodMs: minute, timeoutMs, run })

/**
 * Every recurring duty: its name, its period, its timeout, and what it runs. Those each minute start one second after the other, in this
 * order, so that they do not all want the database at once.
 * @param endsAccess connections for the schedules that end access, which share them with nothing else
 */
export function schedules(context: ScheduleContext, endsAccess: Db): Record<ScheduleName, Schedule> {
  const { db, jobs, now } = context
  const ending = { ...context, db: endsAccess }
  const ago = (ms: number) => new Date(now().getTime() - ms)
  const duties: Record<ScheduleName, Omit<Schedule, 'offsetMs'> & { offsetMs?: number }> = {
    expireAccess: eachMinute(() => expireAssignments(ending)),
    expireEmergencyAccess: eachMinute(() => endEmergencies(ending)),
    advancePrivilegedRoles: eachMinute(() => moveActivations(ending)),
    revokeAccessOfLeavers: eachMinute(() => endAccessOfLeavers(ending)),
    expireSandboxes: eachMinute(() => expireSandboxes(ending)),
    withdrawEndedRequests: eachMinute(() => withdrawEndedRequests(ending)),
    syncAppRoles: eachMinute(() => syncAppRoles(ending)),
    syncDirectory: eachMinute(() => syncDirectory(ending), 15 * minute),
    updateDelegations: eachMinute(() => tendDelegations(ending)),
    replaceSandboxOwners: eachMinute(() => settleSandboxOwners(ending)),
    advanceAccessReviews: eachMinute(() => tendReviews(ending), 5 * minute),
    // Access also ends by runs.
    resumeLostRuns: eachMinute(async () => {
      // What is paused has its job, which would grow to many.
      if (!(await workPaused(endsAccess, now())) && !(await isPaused(endsAccess, 'work'))) await pickUpLostRuns(ending)
    }),

    advanceApprovals: eachMinute(() => tendApprovals(context, approvalSubjects)),
    startScheduledAccess: eachMinute(() => beginScheduled(context)),
    renewEligibilities: eachMinute(() => startRenewals(context)),
    requestSubstituteApprovers: eachMinute(() => tendCover(context)),
    resolveOwnershipGaps: eachMinute(() => settleOwnership(context), 5 * minute),
    deleteDecommissionedAccounts: eachMinute(() => inTransaction(db, (tx) => endRetirements({ db: tx, jobs }, now()))),
    retrySandboxCleanups: eachMinute(() => retryCleanUps(context)),
    allocateQueuedSandboxes: eachMinute(() => admitAll(context)),
    resumeWaitingAlerts: eachMinute(() => tendAlerts(context)),
    notifyStuckRuns: eachMinute(() => tellOfStuckWork(context)),
    remindExpiringAccess: eachMinute(() => remindOfEnds(context)),
    remindExpiringKeys: eachMinute(() => remindOfKeyEnds(context)),
    remindExpiringSandboxes: eachMinute(() => remindExpiringSandboxes(context)),
    syncCalendars: eachMinute(() => tendCalendars(context)),
    syncRoleDefinitions: eachMinute(() => learnRoles(context)),
    syncStores: eachMinute(() => refreshStores(context), 10 * minute),
    syncIncidents: eachMinute(() => followIncidents(context)),
    startDriftScan: eachMinute(() => startDueRound(context)),
    closeAnonymousCalls: eachMinute(() => closeAnonymousCalls(context)),
    deleteExpiredSessions: eachMinute(async () => {
      await db.deleteFrom('sign_ins').where('created_at', '<', ago(hour)).execute()
      await db
        .deleteFrom('sessions')
        .where('expires_at', '<', ago(30 * day))
        .execute()
    }),
    deleteOldIdempotencyKeys: eachMinute(() => db.deleteFrom('idempotency_keys').where('created_at', '<', ago(day)).execute()),
    deleteOldNotifications: eachMinute(async () => {
      const days = Number(await settingValue(db, 'noticeDays'))
      await db
        .deleteFrom('notifications')
        .where('created_at', '<', ago(days * day))
        .execute()
    }),
    deleteOldDeliveries: eachMinute(() => forgetDeliveries(db, now())),
    deleteOldCloudChanges: eachMinute(() => forgetCloudChanges(db, now())),

    meterSandboxes: { periodMs: 15 * minute, timeoutMs: 15 * minute, run: (signal) => meterSandboxes(context, {}, signal) },
    checkHealth: { periodMs: hour, offsetMs: 23 * minute, timeoutMs: 15 * minute, run: (signal) => checkHealth(context, {}, signal) },
    checkInvariants: { periodMs: hour, offsetMs: 11 * minute, timeoutMs: 15 * minute, run: () => checkInvariantsOf(context) },
    verifyAudit: {
      periodMs: day,
      offsetMs: 2 * hour + 41 * minute,
      timeoutMs: 2 * hour,
      run: (signal) => verifyAuditTrail(context, {}, signal),
    },
  }
  const timed = Object.entries(duties).map(([name, duty], position) => [name, { offsetMs: position * second, ...duty }] as const)
  return Object.fromEntries(timed) as Record<ScheduleName, Schedule>
}

function withdrawEndedRequests({ db, now }: Pick<Context, 'db' | 'now'>) {
  return inTransaction(db, (tx) => withdrawPending(tx, {}, now()))
}

/** A request whose base ended while it was being decided is withdrawn within a minute, so until then it violates nothing. */
export async function checkInvariantsOf(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await withdrawEndedRequests(context)
  await recordInvariants(context.db, context.now())
}
