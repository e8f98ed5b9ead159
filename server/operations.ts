import { accessDriftOperations } from './features/access-drift/operations.ts'
import { accessGroupOperations } from './features/access-groups/operations.ts'
import { accessListOperations } from './features/access-lists/operations.ts'
import { accessReviewOperations } from './features/access-reviews/operations.ts'
import { accountAccessOperations } from './features/account-access/operations.ts'
import { accountApprovalOperations } from './features/account-approvals/operations.ts'
import { accountGroupOperations } from './features/account-groups/operations.ts'
import { accountHealthOperations } from './features/account-health/operations.ts'
import { accountInsightOperations } from './features/account-insights/operations.ts'
import { accountOwnershipOperations } from './features/account-ownership/operations.ts'
import { accountRequestOperations } from './features/account-requests/operations.ts'
import { accountRetirementOperations } from './features/account-retirement/operations.ts'
import { accountUpdateOperations } from './features/account-updates/operations.ts'
import { accountOperations } from './features/accounts/operations.ts'
import { alertOperations } from './features/alerts/operations.ts'
import { apiKeyOperations } from './features/api-keys/operations.ts'
import { approvalCoverOperations } from './features/approval-cover/operations.ts'
import { approvalPolicyOperations } from './features/approval-policies/operations.ts'
import { auditOperations } from './features/audit/operations.ts'
import { breakGlassOperations } from './features/break-glass/operations.ts'
import { catalogueOperations } from './features/catalogue/operations.ts'
import { cockpitOperations } from './features/cockpit/operations.ts'
import { delegationOperations } from './features/delegations/operations.ts'
import { deploymentOperations } from './features/deployments/operations.ts'
import { edgeOperations } from './features/edge/operations.ts'
import { familyOperations } from './features/families/operations.ts'
import { feedbackOperations } from './features/feedback/operations.ts'
import { incidentOperations } from './features/incidents/operations.ts'
import { keyVaultOperations } from './features/key-vault/operations.ts'
import { notificationChannelOperations } from './features/notification-channels/operations.ts'
import { notificationOperations } from './features/notifications/operations.ts'
import { passOnOperations } from './features/pass-on/operations.ts'
import { pimOperations } from './features/pim/operations.ts'
import { pipelineOperations } from './features/pipelines/operations.ts'
import { policyReplayOperations } from './features/policy-replay/operations.ts'
import { sandboxAccessOperations } from './features/sandbox-access/operations.ts'
import { sandboxLeaseOperations } from './features/sandbox-lease/operations.ts'
import { sandboxRequestOperations } from './features/sandbox-requests/operations.ts'
import { sandboxSpendOperations } from './features/sandbox-spend/operations.ts'
import { sandboxTemplateOperations } from './features/sandbox-templates/operations.ts'
import { sandboxWorkOperations } from './features/sandbox-work/operations.ts'
import { sandboxOperations } from './features/sandboxes/operations.ts'
import { sessionOperations } from './features/session/operations.ts'
import { sessionsOperations } from './features/sessions/operations.ts'
import { settingsOperations } from './features/settings/operations.ts'
import { towerOperations } from './features/towers/operations.ts'
import { utilityOperations } from './features/utils/operations.ts'
import { viewOperations } from './features/views/operations.ts'
import { workOperations } from './features/work/operations.ts'
import type { Operation } from './http/operation.ts'

/** Every call Slipway serves, with its types; the client is made from these. */
export const served = [
  ...sessionOperations,
  ...towerOperations,
  ...familyOperations,
  ...accountOperations,
  ...accountRetirementOperations,
  ...accountOwnershipOperations,
  ...accountHealthOperations,
  ...accountInsightOperations,
  ...accountGroupOperations,
  ...accessGroupOperations,
  ...accessListOperations,
  ...accountAccessOperations,
  ...accessReviewOperations,
  ...accessDriftOperations,
  ...pimOperations,
  ...approvalPolicyOperations,
  ...policyReplayOperations,
  ...breakGlassOperations,
  ...accountUpdateOperations,
  ...catalogueOperations,
  ...utilityOperations,
  ...keyVaultOperations,
  ...accountRequestOperations,
  ...accountApprovalOperations,
  ...delegationOperations,
  ...approvalCoverOperations,
  ...passOnOperations,
  ...sandboxOperations,
  ...sandboxTemplateOperations,
  ...sandboxRequestOperations,
  ...sandboxWorkOperations,
  ...sandboxLeaseOperations,
  ...sandboxAccessOperations,
  ...sandboxSpendOperations,
  ...incidentOperations,
  ...deploymentOperations,
  ...edgeOperations,
  ...viewOperations,
  ...auditOperations,
  ...workOperations,
  ...cockpitOperations,
  ...pipelineOperations,
  ...notificationOperations,
  ...notificationChannelOperations,
  ...alertOperations,
  ...apiKeyOperations,
  ...feedbackOperations,
  ...sessionsOperations,
  ...settingsOperations,
]

/** The same for code that treats them all alike. */
export const operations = served as unknown as Operation[]
