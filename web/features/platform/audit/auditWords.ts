/** Kinds of things that events are about. */
export const kindWords: Record<string, string> = {
  accessDifference: 'Difference in access',
  accessGroup: 'Access group',
  accessRequest: 'Request for access',
  accessReview: 'Access review',
  account: 'Account',
  accountList: 'Accounts',
  accountRequest: 'Request for an account',
  accountUpdate: 'Change of an account',
  apiKey: 'API key',
  approval: 'Approval',
  approvalList: 'Approvals',
  approvalPolicy: 'Approval policy',
  audit: 'Audit trail',
  auditVerification: 'Audit trail',
  cache: 'What is kept of answers',
  catalogueItem: 'Catalogue entry',
  channel: 'Notification channel',
  delegation: 'Delegation',
  delivery: 'Notice on its way',
  deployment: 'Deployment',
  directoryGroup: 'Group in the directory',
  edgeRollout: 'Rollout to stores',
  edgeStores: 'Stores',
  edgeWave: 'Wave of a rollout',
  emergencyAccess: 'Emergency access',
  emergencyProfile: 'Way in for emergencies',
  family: 'Family',
  feedback: 'Feedback',
  groupAssignment: 'Access of a person',
  incident: 'Incident',
  notificationSettings: 'Notification settings',
  person: 'Person',
  pimActivation: 'Privileged role',
  pimOrder: 'Order to Azure',
  roleEligibility: 'Eligibility for a role',
  policyChange: 'Change of an approval policy',
  queue: 'Queue',
  sandbox: 'Sandbox',
  sandboxAccessGroup: 'Access group of a sandbox',
  sandboxAccessRequest: 'Request for a sandbox’s access',
  sandboxAction: 'Work on a sandbox',
  sandboxHost: 'Sandbox host',
  sandboxQueue: 'Sandbox queue',
  sandboxRequest: 'Request for a sandbox',
  sandboxTemplate: 'Sandbox template',
  session: 'Sessions',
  setting: 'Setting',
  policyEvaluation: 'Policy evaluation',
  tagChange: 'Tag change',
  tower: 'Tower',
  view: 'Saved view',
  workList: 'Pieces of work',
  workRun: 'Piece of work',
}

/** `catalogueItem` is "Catalogue entry"; a kind without words is taken apart. */
export function kindWord(kind: string): string {
  if (Object.hasOwn(kindWords, kind)) return kindWords[kind]!
  const apart = kind.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return apart.charAt(0).toUpperCase() + apart.slice(1)
}

/** `session:0192…` is "Session": by what somebody was known. */
export function credentialWord(credential: string): string {
  const [kind] = credential.split(':')
  if (kind === 'session') return 'Browser session'
  if (kind === 'bearer') return 'Token'
  if (kind === 'key') return 'API key'
  if (kind === 'alertKey') return 'Alert key'
  if (kind === 'sign-in') return 'Sign-in'
  if (kind === 'erased') return 'Erased'
  return 'None'
}
