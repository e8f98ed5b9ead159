/** What notices are about, as people choose what reaches them. */
export const groups = {
  decisions: { label: 'Decisions that wait for you', description: 'Requests you may decide on, and reviews of access.', mail: 'now' },
  requests: { label: 'Your requests', description: 'What became of what you asked for.', mail: 'now' },
  access: { label: 'Your access', description: 'Access and roles you got, that change, or that are about to end.', mail: 'now' },
  sandboxes: { label: 'Sandboxes', description: 'Yours, and those you are a member of: ready, frozen, ending, deleted.', mail: 'now' },
  accounts: { label: 'Accounts and ownership', description: 'Accounts you own or are to own, and their rollouts.', mail: 'digest' },
  incidents: {
    label: 'Incidents and emergencies',
    description: 'Incidents you raised, and emergency access to your accounts.',
    mail: 'now',
  },
  admin: {
    label: 'Running Slipway',
    description: 'Work that stopped, an audit trail that was changed, keys that end, channels that fail.',
    mail: 'now',
  },
} as const satisfies Record<string, { label: string; description: string; mail: MailChoice }>

/** What becomes of a notice by mail. The portal has all of them. */
export type MailChoice = 'now' | 'digest' | 'off'
export const mailChoices = ['now', 'digest', 'off'] as const satisfies MailChoice[]
export type GroupId = keyof typeof groups

interface Kind {
  label: string
  group: GroupId
  /** It cannot wait: neither quiet hours nor a digest hold it back. */
  urgent?: true
}

/** Every kind of notice there is. `notify()` takes no other. */
export const kinds = {
  decisionNeeded: { label: 'A request waits for your decision', group: 'decisions' },
  decisionNudge: { label: 'Somebody reminds you of their request', group: 'decisions' },
  decisionReminder: { label: 'A request still waits for your decision', group: 'decisions' },
  delegation: { label: 'Somebody stands in for you, or you for them', group: 'decisions' },
  decisionPassedOn: { label: 'A decision was passed on to you, or back', group: 'decisions' },
  coverNeeded: { label: 'Nobody can decide on a request', group: 'admin' },
  coverAsked: { label: 'You were asked to decide on one request', group: 'decisions' },
  'accessReview.open': { label: 'A review of access waits for you', group: 'decisions' },
  'accessReview.reminder': { label: 'A review of access is about to end', group: 'decisions' },
  'accessReview.cancelled': { label: 'A review of access was cancelled', group: 'decisions' },
  'accessReview.applied': { label: 'A review of access was carried out', group: 'decisions' },

  'request.approved': { label: 'A request of yours was approved', group: 'requests' },
  'request.rejected': { label: 'A request of yours was rejected', group: 'requests' },
  'request.changes_requested': { label: 'A request of yours needs changes', group: 'requests' },
  'request.expired': { label: 'A request of yours expired', group: 'requests' },
  'request.cancelled': { label: 'A request of yours was cancelled', group: 'requests' },
  answerNeeded: { label: 'A request of yours waits for you to change it', group: 'requests' },
  approvalComment: { label: 'Somebody has written about a request', group: 'requests' },
  decisionEscalated: { label: 'More people may decide on your request now', group: 'requests' },
  'policyChange.approved': { label: 'A policy you proposed is live', group: 'requests' },
  'policyChange.rejected': { label: 'A policy you proposed was rejected', group: 'requests' },
  'policyChange.changes_requested': { label: 'A policy you proposed needs changes', group: 'requests' },
  'policyChange.expired': { label: 'Nobody decided on your policy in time', group: 'requests' },
  'update.approved': { label: 'A change of an account was approved', group: 'requests' },
  'update.rejected': { label: 'A change of an account was rejected', group: 'requests' },
  'update.changes_requested': { label: 'A change of an account needs changes', group: 'requests' },
  'update.expired': { label: 'A change of an account expired', group: 'requests' },
  updateDone: { label: 'A change of an account was carried out', group: 'requests' },
  accountReady: { label: 'An account is ready', group: 'requests' },
  workStuck: { label: 'Something of yours is held up', group: 'requests' },
  groupReady: { label: 'A group is ready', group: 'requests' },
  feedbackAnswered: { label: 'Your feedback was answered', group: 'requests' },

  'accessRequest.approved': { label: 'Access was approved', group: 'access' },
  'accessRequest.rejected': { label: 'Access was refused', group: 'access' },
  'accessRequest.changes_requested': { label: 'A request for access needs changes', group: 'access' },
  'accessRequest.expired': { label: 'A request for access expired', group: 'access' },
  'privilegedRole.approved': { label: 'A privileged role was approved', group: 'access' },
  'privilegedRole.rejected': { label: 'A privileged role was refused', group: 'access' },
  'privilegedRole.changes_requested': { label: 'A privileged role was not approved as it is', group: 'access' },
  'privilegedRole.expired': { label: 'Nobody decided on a privileged role in time', group: 'access' },
  privilegedRole: { label: 'A privileged role began, ended or failed', group: 'access' },
  accessGranted: { label: 'You have access', group: 'access' },
  accessChanged: { label: 'Your access was changed', group: 'access' },
  accessEnds: { label: 'Your access is about to end', group: 'access' },
  accessEnded: { label: 'Your access has ended', group: 'access' },

  sandboxReady: { label: 'A sandbox is ready', group: 'sandboxes' },
  sandboxFrozen: { label: 'A sandbox was frozen', group: 'sandboxes', urgent: true },
  sandboxThawed: { label: 'A sandbox goes on', group: 'sandboxes' },
  sandboxExtended: { label: 'A sandbox was extended', group: 'sandboxes' },
  sandboxSpent: { label: 'A sandbox spends its budget', group: 'sandboxes' },
  sandboxIdle: { label: 'A sandbox seems unused', group: 'sandboxes' },
  sandboxEnds: { label: 'The time of a sandbox is about to end', group: 'sandboxes' },
  sandboxDeleting: { label: 'A sandbox is being deleted', group: 'sandboxes' },
  sandboxTakenBack: { label: 'The deletion of a sandbox was taken back', group: 'sandboxes' },
  sandboxRemoving: { label: 'What is in a sandbox is being removed', group: 'sandboxes' },
  sandboxDeleted: { label: 'A sandbox is gone', group: 'sandboxes' },
  sandboxOwners: { label: 'The owners of a sandbox changed', group: 'sandboxes' },

  ownership: { label: 'An account needs an owner, or got one', group: 'accounts' },
  accessDifference: { label: 'Access was changed outside Slipway', group: 'accounts' },
  decommissioning: { label: 'An account is being decommissioned', group: 'accounts' },
  decommissioned: { label: 'An account was decommissioned', group: 'accounts' },
  undone: { label: 'The end of an account was undone', group: 'accounts' },
  restored: { label: 'An account was restored', group: 'accounts' },
  deploymentFailed: { label: 'Deploying an application of an account failed', group: 'accounts' },
  edgeRollout: { label: 'A rollout to stores went on', group: 'accounts' },
  edgeHalted: { label: 'A rollout to stores was halted', group: 'accounts', urgent: true },

  emergencyAccess: { label: 'Emergency access was used', group: 'incidents', urgent: true },
  incidentEnded: { label: 'An incident was resolved', group: 'incidents' },
  incidentFailed: { label: 'An incident could not be raised', group: 'incidents', urgent: true },

  workStopped: { label: 'Work has stopped and needs somebody', group: 'admin' },
  invariantViolated: { label: 'The data violates one of its invariants', group: 'admin', urgent: true },
  auditUnsound: { label: 'The audit trail did not pass its verification', group: 'admin', urgent: true },
  apiKeyEnds: { label: 'An API key is about to expire', group: 'admin' },
  channelDisabled: { label: 'A notification channel was switched off', group: 'admin' },
} as const satisfies Record<string, Kind>
export type NoticeKind = keyof typeof kinds

export const groupIds = Object.keys(groups) as GroupId[]
export const kindIds = Object.keys(kinds) as NoticeKind[]

/** Also for kinds that were sent once and exist no more. */
export function kindOf(kind: string): Kind {
  return Object.hasOwn(kinds, kind) ? kinds[kind as NoticeKind] : { label: kind, group: 'admin' }
}
