export const groups = {
  decisions: { label: 'Decisions', description: 'Requests and access reviews that you can decide.', mail: 'now' },
  requests: { label: 'Your requests', description: 'The result of your requests.', mail: 'now' },
  access: { label: 'Your access', description: 'Access and roles that you got, that changed, or that end soon.', mail: 'now' },
  sandboxes: { label: 'Sandboxes', description: 'Sandboxes you own or are a member of: ready, frozen, ending soon, deleted.', mail: 'now' },
  accounts: {
    label: 'Accounts and ownership',
    description: 'Accounts you own or are proposed to own, and their rollouts.',
    mail: 'digest',
  },
  incidents: {
    label: 'Incidents and emergencies',
    description: 'Incidents you raised, and emergency access to your accounts.',
    mail: 'now',
  },
  admin: {
    label: 'Operations',
    description: 'Stuck runs, audit trail problems, expiring keys, failing channels.',
    mail: 'now',
  },
} as const satisfies Record<string, { label: string; description: string; mail: MailChoice }>

/** Email delivery of a notification: immediately, in the summary, or never. The portal shows all notifications. */
export type MailChoice = 'now' | 'digest' | 'off'
export const mailChoices = ['now', 'digest', 'off'] as const satisfies MailChoice[]
export type GroupId = keyof typeof groups

interface Kind {
  label: string
  group: GroupId
  /** True if neither quiet hours nor digests delay the notification. */
  urgent?: true
}

export const kinds = {
  decisionNeeded: { label: 'Request waiting for your decision', group: 'decisions' },
  decisionRequesterReminder: { label: 'Reminder from a requester', group: 'decisions' },
  decisionReminder: { label: 'Request still waiting for your decision', group: 'decisions' },
  delegation: { label: 'Delegation by you or to you', group: 'decisions' },
  decisionReassigned: { label: 'Decision reassigned to you, or reassignment declined or revoked', group: 'decisions' },
  substituteNeeded: { label: 'No approver available for a request', group: 'admin' },
  substituteRequested: { label: 'Substitute approver for one request', group: 'decisions' },
  'accessReview.open': { label: 'Access review waiting for you', group: 'decisions' },
  'accessReview.reminder': { label: 'Access review ends soon', group: 'decisions' },
  'accessReview.cancelled': { label: 'Access review cancelled', group: 'decisions' },
  'accessReview.applied': { label: 'Access review completed', group: 'decisions' },

  'request.approved': { label: 'Your request was approved', group: 'requests' },
  'request.rejected': { label: 'Your request was rejected', group: 'requests' },
  'request.changes_requested': { label: 'Your request needs changes', group: 'requests' },
  'request.expired': { label: 'Your request expired', group: 'requests' },
  'request.cancelled': { label: 'Your request was cancelled', group: 'requests' },
  answerNeeded: { label: 'Your request is waiting for your changes', group: 'requests' },
  approvalComment: { label: 'New comment on a request', group: 'requests' },
  decisionEscalated: { label: 'More people can decide on your request now', group: 'requests' },
  'policyChange.approved': { label: 'Your policy is live', group: 'requests' },
  'policyChange.rejected': { label: 'Your policy was rejected', group: 'requests' },
  'policyChange.changes_requested': { label: 'Your policy needs changes', group: 'requests' },
  'policyChange.expired': { label: 'Your policy expired without a decision', group: 'requests' },
  'update.approved': { label: 'Account change approved', group: 'requests' },
  'update.rejected': { label: 'Account change rejected', group: 'requests' },
  'update.changes_requested': { label: 'Account change needs changes', group: 'requests' },
  'update.expired': { label: 'Account change expired', group: 'requests' },
  updateDone: { label: 'Account change completed', group: 'requests' },
  accountReady: { label: 'Account ready', group: 'requests' },
  workStuck: { label: 'Run for your request failed', group: 'requests' },
  groupReady: { label: 'Group ready', group: 'requests' },
  feedbackAnswered: { label: 'Reply to your feedback', group: 'requests' },

  'accessRequest.approved': { label: 'Access request approved', group: 'access' },
  'accessRequest.rejected': { label: 'Access request rejected', group: 'access' },
  'accessRequest.changes_requested': { label: 'Access request needs changes', group: 'access' },
  'accessRequest.expired': { label: 'Access request expired', group: 'access' },
  'privilegedRole.approved': { label: 'Role activation approved', group: 'access' },
  'privilegedRole.rejected': { label: 'Role activation rejected', group: 'access' },
  'privilegedRole.changes_requested': { label: 'Role activation needs changes', group: 'access' },
  'privilegedRole.expired': { label: 'Role activation expired without a decision', group: 'access' },
  privilegedRole: { label: 'Role activation started, ended or failed', group: 'access' },
  accessGranted: { label: 'Access granted', group: 'access' },
  accessChanged: { label: 'Access changed', group: 'access' },
  accessEnds: { label: 'Access ends soon', group: 'access' },
  accessEnded: { label: 'Access ended', group: 'access' },

  sandboxReady: { label: 'Sandbox ready', group: 'sandboxes' },
  sandboxFrozen: { label: 'Sandbox frozen', group: 'sandboxes', urgent: true },
  sandboxResumed: { label: 'Sandbox resumed', group: 'sandboxes' },
  sandboxExtended: { label: 'Sandbox extended', group: 'sandboxes' },
  sandboxSpent: { label: 'Sandbox budget threshold reached', group: 'sandboxes' },
  sandboxIdle: { label: 'Sandbox seems unused', group: 'sandboxes' },
  sandboxEnds: { label: 'Sandbox ending soon', group: 'sandboxes' },
  sandboxDeleting: { label: 'Sandbox deletion started', group: 'sandboxes' },
  sandboxDeletionUndone: { label: 'Sandbox deletion undone', group: 'sandboxes' },
  sandboxRemoving: { label: 'Sandbox removal started', group: 'sandboxes' },
  sandboxDeleted: { label: 'Sandbox deleted', group: 'sandboxes' },
  sandboxOwners: { label: 'Sandbox owners changed', group: 'sandboxes' },

  ownership: { label: 'Account owner missing or changed', group: 'accounts' },
  accessDifference: { label: 'Access changed outside Slipway', group: 'accounts' },
  decommissioning: { label: 'Account being decommissioned', group: 'accounts' },
  decommissioned: { label: 'Account decommissioned', group: 'accounts' },
  undone: { label: 'Account decommissioning undone', group: 'accounts' },
  restored: { label: 'Account restored', group: 'accounts' },
  deploymentFailed: { label: 'Application deployment failed', group: 'accounts' },
  edgeRollout: { label: 'Store rollout resumed', group: 'accounts' },
  edgeHalted: { label: 'Store rollout halted', group: 'accounts', urgent: true },

  emergencyAccess: { label: 'Emergency access used', group: 'incidents', urgent: true },
  incidentEnded: { label: 'Incident resolved', group: 'incidents' },
  incidentFailed: { label: 'Incident couldn’t be raised', group: 'incidents', urgent: true },

  workStopped: { label: 'Stuck run needs attention', group: 'admin' },
  invariantViolated: { label: 'Data invariant violated', group: 'admin', urgent: true },
  doctorFailure: { label: 'Permission missing, or setting wrong', group: 'admin' },
  auditUnsound: { label: 'Audit trail verification failed', group: 'admin', urgent: true },
  apiKeyEnds: { label: 'API key expires soon', group: 'admin' },
  channelDisabled: { label: 'Notification channel switched off', group: 'admin' },
} as const satisfies Record<string, Kind>
export type NotificationKind = keyof typeof kinds

export const groupIds = Object.keys(groups) as GroupId[]
export const kindIds = Object.keys(kinds) as NotificationKind[]

/** Includes kinds that no longer exist, because old notifications still have them. */
export function kindOf(kind: string): Kind {
  return Object.hasOwn(kinds, kind) ? kinds[kind as NotificationKind] : { label: kind, group: 'admin' }
}
