import type { QueueName } from '../../../workflows/jobs.ts'
import type { ScheduleName } from '../../../workflows/scheduleNames.ts'

export interface QueueText {
  title: string
  does: string
  whilePaused: string
}

export const scheduleTitles: Record<Exclude<ScheduleName, QueueName>, QueueText> = {
  expireAccess: {
    title: 'Access expiry',
    does: 'Ends group access that has reached its end date.',
    whilePaused: 'People keep expired access.',
  },
  expireEmergencyAccess: {
    title: 'Emergency access expiry',
    does: 'Ends expired emergency access and reminds people of missing reports.',
    whilePaused: 'People keep expired emergency access.',
  },
  advancePrivilegedRoles: {
    title: 'Privileged roles',
    does: 'Starts scheduled role activations and ends expired ones.',
    whilePaused: 'Scheduled roles don’t start, and expired roles stay active.',
  },
  revokeAccessOfLeavers: {
    title: 'Leaver access',
    does: 'Revokes the access of people who were disabled in the directory.',
    whilePaused: 'People who left keep their access.',
  },
  expireSandboxes: {
    title: 'Sandbox expiry',
    does: 'Ends sandboxes whose lease is over and removes them after the grace period.',
    whilePaused: 'Expired sandboxes keep running and cost money.',
  },
  withdrawEndedRequests: {
    title: 'Obsolete requests',
    does: 'Withdraws requests that can no longer be carried out.',
    whilePaused: 'Obsolete requests stay open.',
  },
  syncAppRoles: {
    title: 'Slipway roles',
    does: 'Reads the Slipway roles of people from the directory.',
    whilePaused: 'Role changes in the directory take effect when administrators and auditors next use Slipway.',
  },
  updateDelegations: {
    title: 'Delegations',
    does: 'Starts and ends delegations on time.',
    whilePaused: 'Delegations don’t start or end.',
  },
  replaceSandboxOwners: {
    title: 'Sandbox owners',
    does: 'Replaces sandbox owners who were disabled in the directory.',
    whilePaused: 'People who left still own sandboxes.',
  },
  advanceAccessReviews: {
    title: 'Access reviews',
    does: 'Opens and closes access reviews on time, and reminds reviewers.',
    whilePaused: 'Access reviews don’t open or close, and access that was rejected in them is kept.',
  },
  resumeLostRuns: {
    title: 'Lost runs',
    does: 'Resumes runs whose job was lost.',
    whilePaused: 'Runs whose job was lost don’t continue.',
  },
  advanceApprovals: {
    title: 'Approval deadlines',
    does: 'Reminds approvers, escalates to alternates, and expires pending requests.',
    whilePaused: 'Approvers aren’t reminded, and requests aren’t escalated and don’t expire.',
  },
  startScheduledAccess: {
    title: 'Scheduled access',
    does: 'Grants approved access when its start date comes.',
    whilePaused: 'Scheduled access doesn’t start.',
  },
  renewEligibilities: {
    title: 'Eligible roles',
    does: 'Renews eligible roles before Azure ends them.',
    whilePaused: 'Eligible roles aren’t renewed, and Azure ends them.',
  },
  requestSubstituteApprovers: {
    title: 'Substitute approvers',
    does: 'Asks administrators for a substitute if no approver is available.',
    whilePaused: 'Administrators aren’t notified of requests without an available approver.',
  },
  reconcileOwnership: {
    title: 'Account ownership',
    does: 'Finds successors for account owners who left or moved.',
    whilePaused: 'Accounts without enough owners aren’t handed over.',
  },
  deleteDecommissionedAccounts: {
    title: 'Decommissioned accounts',
    does: 'Deletes decommissioned accounts after their restore period.',
    whilePaused: 'Decommissioned accounts can still be restored, and their names stay in use.',
  },
  retrySandboxCleanups: {
    title: 'Sandbox removal',
    does: 'Retries sandbox removals that failed.',
    whilePaused: 'Failed removals aren’t retried, and remaining resources cost money.',
  },
  allocateQueuedSandboxes: {
    title: 'Sandbox capacity',
    does: 'Starts queued sandboxes when there is capacity.',
    whilePaused: 'Queued sandboxes wait.',
  },
  resumeWaitingAlerts: {
    title: 'Alert recovery',
    does: 'Resumes alerts that lost their job, and deletes old alerts.',
    whilePaused: 'Alerts that lost their job aren’t resumed. Old alerts aren’t deleted.',
  },
  notifyStuckRuns: {
    title: 'Stuck runs',
    does: 'Notifies administrators of runs that need their action.',
    whilePaused: 'Administrators aren’t notified of stuck runs.',
  },
  remindExpiringAccess: {
    title: 'Access reminders',
    does: 'Reminds people whose access ends soon.',
    whilePaused: 'People aren’t reminded before their access ends.',
  },
  remindExpiringKeys: {
    title: 'API key reminders',
    does: 'Reminds owners of API keys that expire soon.',
    whilePaused: 'Owners aren’t reminded before an API key expires.',
  },
  remindExpiringSandboxes: {
    title: 'Sandbox reminders',
    does: 'Reminds owners of sandboxes that end soon.',
    whilePaused: 'Owners aren’t reminded before a sandbox ends.',
  },
  syncCalendars: {
    title: 'Calendars',
    does: 'Reads the automatic replies of approvers.',
    whilePaused: 'Approver absences aren’t detected.',
  },
  syncRoleDefinitions: {
    title: 'Role definitions',
    does: 'Reads from Azure what the roles of access groups allow.',
    whilePaused: 'Changes to role definitions aren’t detected.',
  },
  syncStores: {
    title: 'Store directory',
    does: 'Reads the store directory once a day.',
    whilePaused: 'The copy of the store directory becomes out of date.',
  },
  syncIncidents: {
    title: 'Incidents',
    does: 'Reads the status of incidents from ServiceNow.',
    whilePaused: 'Incident statuses become out of date.',
  },
  startDriftScan: {
    title: 'Access drift',
    does: 'Starts access drift scans when they are due.',
    whilePaused: 'Changes made outside Slipway aren’t found.',
  },
  closeAnonymousCalls: {
    title: 'Anonymous calls',
    does: 'Writes the hourly counts of denied anonymous calls to the audit trail.',
    whilePaused: 'The counts are written later.',
  },
  deleteExpiredSessions: {
    title: 'Expired sessions',
    does: 'Deletes old sessions and unfinished sign-ins.',
    whilePaused: 'Expired sessions stay in the database but can’t be used.',
  },
  deleteOldIdempotencyKeys: {
    title: 'Idempotency keys',
    does: 'Deletes idempotency keys after a day.',
    whilePaused: 'Old idempotency keys are kept.',
  },
  deleteOldNotifications: {
    title: 'Old notifications',
    does: 'Deletes notifications past their retention period.',
    whilePaused: 'Old notifications are kept.',
  },
  deleteOldDeliveries: {
    title: 'Delivery log',
    does: 'Deletes delivery log entries past their retention period.',
    whilePaused: 'Old delivery log entries aren’t deleted.',
  },
  checkInstallation: {
    title: 'Doctor',
    does: 'Checks database, sign-in and permissions in external systems once a day, with calls that only read.',
    whilePaused: 'Administrators aren’t notified of missing permissions. You can still start a check in the cockpit.',
  },
  deleteOldCloudChanges: {
    title: 'Change history',
    does: 'Deletes old cloud change records.',
    whilePaused: 'Old cloud change records are kept.',
  },
}
