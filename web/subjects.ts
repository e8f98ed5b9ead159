import type { AnySubjectKind } from '../client/operations.ts'
import { pimActivationSubject } from './features/access/pim/subject.ts'
import { accessRequestSubject } from './features/access/requests/subject.tsx'
import { accountRequestSubject } from './features/accounts/requests/subject.tsx'
import { accountUpdateSubject } from './features/accounts/updates/subject.tsx'
import { policyChangeSubject } from './features/approvals/policies/subject.ts'
import { sandboxAccessRequestSubject } from './features/sandboxes/access/subject.ts'
import { sandboxRequestSubject } from './features/sandboxes/sandboxes/subject.tsx'
import { paths } from './paths.ts'
import { cockpitTabLabels } from './shared/cockpitTabLabels.ts'
import type { ApprovalItem } from './shared/requestTypes.ts'
import type { ApprovedKind, ApprovedSubject, Subject, SubjectView, SummaryOf } from './shared/subject.ts'

const approved: { [Kind in ApprovedKind]: ApprovedSubject<Kind> } = {
  accessRequest: accessRequestSubject,
  accountRequest: accountRequestSubject,
  accountUpdate: accountUpdateSubject,
  pimActivation: pimActivationSubject,
  policyChange: policyChangeSubject,
  sandboxAccessRequest: sandboxAccessRequestSubject,
  sandboxRequest: sandboxRequestSubject,
}

/** Access records open the access tab of their account; `href` is for records without an account. */
const pageOrAccess =
  (href: (id: string) => string | undefined): Subject['href'] =>
  (id, accountId) =>
    accountId ? paths.account(accountId, 'access') : href(id)

/** Kinds without approvals have only a label and a page. */
export const subjects: Record<AnySubjectKind, Subject> = {
  ...approved,
  accessDifference: { label: 'Access drift', href: pageOrAccess((id) => paths.accessDrift({ account: id })) },
  accessGroup: { label: 'Access group', href: pageOrAccess(paths.accessGroup) },
  accessReview: { label: 'Access review', href: (id) => paths.accessReview(id) },
  account: { label: 'Account', href: (id) => paths.account(id) },
  accountAccess: { label: 'Account access', href: (id) => paths.account(id, 'access') },
  accountDeployments: { label: 'Account deployments', href: (id) => paths.account(id, 'deployments') },
  accountIncidents: { label: 'Account incidents', href: (id) => paths.account(id, 'incidents') },
  accountList: { label: 'Accounts', href: () => paths.accounts() },
  apiKey: { label: 'API key', href: (id) => paths.apiKeys({ id }) },
  approval: { label: 'Approval', href: (id) => paths.approvals(id) },
  approvalSubstitute: { label: 'Approval', href: paths.substitute },
  approvalList: { label: 'Approvals', href: () => paths.approvals() },
  approvalPolicy: { label: 'Approval policy', href: (id) => paths.policy(id) },
  audit: { label: 'Audit trail', href: () => paths.audit() },
  auditVerification: { label: 'Audit trail', href: () => paths.audit({ tab: 'integrity' }) },
  cache: { label: 'Cache', href: () => paths.cockpit('caches') },
  catalogueItem: { label: 'Catalogue item', href: (id) => paths.catalogue(id) },
  channel: { label: 'Notification channel', href: (id) => paths.notificationAdmin({ id }) },
  databaseRestore: { label: 'Database restore', href: paths.restore },
  delegation: { label: 'Delegation', href: paths.away },
  delivery: { label: 'Notification delivery', href: () => paths.notificationAdmin({ tab: 'deliveries' }) },
  deployment: { label: 'Deployment', href: (id, accountId) => (accountId ? paths.deployments(accountId, id) : undefined) },
  directoryGroup: { label: 'Directory group' },
  edgeRollout: { label: 'Store rollout', href: (id) => paths.edgeRollout(id) },
  edgeStores: { label: 'Stores', href: () => paths.edgeStores() },
  edgeWave: { label: 'Rollout wave', href: () => paths.edgeRollouts() },
  emergencyAccess: { label: 'Emergency access', href: pageOrAccess(() => paths.emergencyAccess()) },
  emergencyProfile: { label: 'Emergency profile', href: () => paths.emergencyAccess() },
  family: { label: 'Family', href: paths.family },
  feedback: { label: 'Feedback', href: (id) => paths.myFeedback(id) },
  groupAssignment: { label: 'Access assignment', href: pageOrAccess(paths.access) },
  incident: { label: 'Incident', href: (_, accountId) => (accountId ? paths.account(accountId, 'incidents') : undefined) },
  installation: { label: 'Installation', href: () => paths.cockpit('doctor') },
  invariant: { label: 'Data invariant', href: () => paths.cockpit('invariants') },
  notificationSettings: { label: 'Notification settings', href: paths.myNotifications },
  person: { label: 'Person', href: (id) => paths.users({ id }) },
  pimOrder: { label: 'Azure request', href: pageOrAccess(() => paths.privilegedRoles()) },
  policyEvaluation: { label: 'Policy evaluation', href: pageOrAccess(() => undefined) },
  queue: { label: 'Queue', href: () => paths.cockpit('queues') },
  roleEligibility: { label: 'Role eligibility', href: pageOrAccess(() => paths.privilegedRoles()) },
  sandbox: { label: 'Sandbox', href: (id) => paths.sandbox(id) },
  sandboxAccessGroup: { label: 'Sandbox access group' },
  sandboxAction: { label: 'Sandbox run', href: () => paths.sandboxAdmin('work') },
  sandboxHost: { label: 'Sandbox host', href: () => paths.sandboxAdmin('capacity') },
  sandboxQueue: { label: 'Sandbox queue', href: () => paths.sandboxAdmin('work') },
  sandboxTemplate: { label: 'Sandbox template', href: (id) => paths.sandboxTemplate(id) },
  session: { label: 'Sessions', href: () => paths.users() },
  setting: { label: 'Setting', href: paths.settings },
  tagChange: { label: 'Tag change', href: pageOrAccess(() => undefined) },
  tower: { label: 'Tower', href: (id) => paths.towers(id) },
  view: { label: 'Saved view' },
  runList: { label: cockpitTabLabels.stuck, href: () => paths.stuckWork() },
  workRun: { label: 'Run', href: paths.run },
}

/** Old audit events can have kinds that no longer exist. */
const find = (kind: string): Subject | undefined => (Object.hasOwn(subjects, kind) ? subjects[kind as AnySubjectKind] : undefined)

/** Returns the page of a subject for a notification, an audit event or a run; undefined if its kind has no page. */
export const pageOf = (kind: string, id: string, accountId?: string | null): string | undefined => find(kind)?.href?.(id, accountId)

export const pathOfSubject = (kind: string, id: string, accountId?: string | null): string => pageOf(kind, id, accountId) ?? paths.home()

export const labelOf = (kind: string): string => find(kind)?.label ?? kind

export const policyAboutOf = (kind: ApprovedKind): string => approved[kind].policy

export function subjectOf(item: ApprovalItem): SubjectView {
  return item.subject
    ? viewOf(item.subject, item)
    : {
        name: 'Request',
        href: pathOfSubject(item.subjectKind, item.subjectId),
        approved: '',
        evidence: { exists: false, people: 'none' },
      }
}

function viewOf<Kind extends ApprovedKind>({ kind, summary }: SummaryOf<Kind>, item: ApprovalItem): SubjectView {
  return approved[kind].view(summary, item)
}
