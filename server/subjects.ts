import { accessRequestSubject, accountAccessSubject, groupAssignmentSubject } from './features/access/assignments/subject.ts'
import { accessDifferenceSubject } from './features/access/drift/subject.ts'
import { emergencyAccessSubject, emergencyProfileSubject } from './features/access/emergency/subject.ts'
import { pimActivationSubject, pimOrderSubject } from './features/access/pim/subject.ts'
import { accessReviewSubject } from './features/access/reviews/subject.ts'
import { accountListSubject, accountSubject } from './features/accounts/accounts/subject.ts'
import { catalogueItemSubject } from './features/accounts/catalogue/subject.ts'
import { roleEligibilitySubject } from './features/accounts/eligibility/subject.ts'
import { familySubject } from './features/accounts/families/subject.ts'
import { accessGroupSubject } from './features/accounts/groups/subject.ts'
import { policyEvaluationSubject, tagChangeSubject } from './features/accounts/insights/subject.ts'
import { accountRequestSubject } from './features/accounts/requests/subject.ts'
import { towerSubject } from './features/accounts/towers/subject.ts'
import { accountUpdateSubject } from './features/accounts/updates/subject.ts'
import { viewSubject } from './features/accounts/views/subject.ts'
import { delegationSubject } from './features/approvals/delegations/subject.ts'
import { approvalListSubject, approvalSubject } from './features/approvals/inbox/subject.ts'
import { approvalPolicySubject, policyChangeSubject } from './features/approvals/policies/subject.ts'
import { substituteSubject } from './features/approvals/substitutes/subject.ts'
import { apiKeySubject } from './features/platform/api-keys/subject.ts'
import { auditSubject, auditVerificationSubject } from './features/platform/audit/subject.ts'
import { cacheSubject, invariantSubject, queueSubject } from './features/platform/cockpit/subject.ts'
import { directoryGroupSubject, personSubject } from './features/platform/directory/subject.ts'
import { installationSubject } from './features/platform/doctor/subject.ts'
import { feedbackSubject } from './features/platform/feedback/subject.ts'
import { channelSubject, deliverySubject } from './features/platform/notification-channels/subject.ts'
import { notificationSettingsSubject } from './features/platform/notifications/subject.ts'
import { databaseRestoreSubject } from './features/platform/restores/subject.ts'
import { runListSubject, workRunSubject } from './features/platform/runs/subject.ts'
import { sessionSubject } from './features/platform/sessions/subject.ts'
import { settingSubject } from './features/platform/settings/subject.ts'
import { sandboxAccessGroupSubject, sandboxAccessRequestSubject } from './features/sandboxes/access/subject.ts'
import { sandboxActionSubject, sandboxQueueSubject } from './features/sandboxes/provisioning/subject.ts'
import { sandboxRequestSubject } from './features/sandboxes/requests/subject.ts'
import { sandboxSubject } from './features/sandboxes/sandboxes/subject.ts'
import { sandboxHostSubject, sandboxTemplateSubject } from './features/sandboxes/templates/subject.ts'
import { accountDeploymentsSubject, deploymentSubject } from './features/services/deployments/subject.ts'
import { edgeRolloutSubject, edgeStoresSubject, edgeWaveSubject } from './features/services/edge/subject.ts'
import { accountIncidentsSubject, incidentSubject } from './features/services/incidents/subject.ts'
import { registerSubjects } from './subjects/registry.ts'
import type { Activity, Subject } from './subjects/subject.ts'

export const subjects = [
  accessDifferenceSubject,
  accessGroupSubject,
  accessRequestSubject,
  accessReviewSubject,
  accountAccessSubject,
  accountDeploymentsSubject,
  accountIncidentsSubject,
  accountListSubject,
  accountRequestSubject,
  accountSubject,
  accountUpdateSubject,
  apiKeySubject,
  substituteSubject,
  approvalListSubject,
  approvalPolicySubject,
  approvalSubject,
  auditSubject,
  auditVerificationSubject,
  cacheSubject,
  catalogueItemSubject,
  channelSubject,
  databaseRestoreSubject,
  delegationSubject,
  deliverySubject,
  deploymentSubject,
  directoryGroupSubject,
  edgeRolloutSubject,
  edgeStoresSubject,
  edgeWaveSubject,
  emergencyAccessSubject,
  emergencyProfileSubject,
  familySubject,
  feedbackSubject,
  groupAssignmentSubject,
  incidentSubject,
  installationSubject,
  invariantSubject,
  notificationSettingsSubject,
  personSubject,
  pimActivationSubject,
  pimOrderSubject,
  policyChangeSubject,
  policyEvaluationSubject,
  queueSubject,
  roleEligibilitySubject,
  sandboxAccessGroupSubject,
  sandboxAccessRequestSubject,
  sandboxActionSubject,
  sandboxHostSubject,
  sandboxQueueSubject,
  sandboxRequestSubject,
  sandboxSubject,
  sandboxTemplateSubject,
  sessionSubject,
  settingSubject,
  tagChangeSubject,
  towerSubject,
  viewSubject,
  runListSubject,
  workRunSubject,
] as const satisfies readonly Subject[]
registerSubjects(subjects)

type SubjectWithActivity = Extract<(typeof subjects)[number], { activity: Activity }>

export const subjectsWithActivity = subjects.filter((subject): subject is SubjectWithActivity => 'activity' in subject)
