import { accountAccessOperations } from './features/access/assignments/operations.ts'
import { accessDriftOperations } from './features/access/drift/operations.ts'
import { emergencyOperations } from './features/access/emergency/operations.ts'
import { accessGroupOperations } from './features/access/groups/operations.ts'
import { pimOperations } from './features/access/pim/operations.ts'
import { accessListOperations } from './features/access/requests/operations.ts'
import { accessReviewOperations } from './features/access/reviews/operations.ts'
import { accountOperations } from './features/accounts/accounts/operations.ts'
import { catalogueOperations } from './features/accounts/catalogue/operations.ts'
import { accountDecommissionOperations } from './features/accounts/decommission/operations.ts'
import { familyOperations } from './features/accounts/families/operations.ts'
import { accountGroupOperations } from './features/accounts/groups/operations.ts'
import { accountHealthOperations } from './features/accounts/health/operations.ts'
import { accountInsightOperations } from './features/accounts/insights/operations.ts'
import { accountOwnershipOperations } from './features/accounts/ownership/operations.ts'
import { accountRequestOperations } from './features/accounts/requests/operations.ts'
import { towerOperations } from './features/accounts/towers/operations.ts'
import { accountUpdateOperations } from './features/accounts/updates/operations.ts'
import { viewOperations } from './features/accounts/views/operations.ts'
import { delegationOperations } from './features/approvals/delegations/operations.ts'
import { accountApprovalOperations } from './features/approvals/inbox/operations.ts'
import { approvalPolicyOperations } from './features/approvals/policies/operations.ts'
import { reassignmentOperations } from './features/approvals/reassignment/operations.ts'
import { policyReplayOperations } from './features/approvals/replay/operations.ts'
import { substituteOperations } from './features/approvals/substitutes/operations.ts'
import { apiKeyOperations } from './features/platform/api-keys/operations.ts'
import { auditOperations } from './features/platform/audit/operations.ts'
import { cockpitOperations } from './features/platform/cockpit/operations.ts'
import { doctorOperations } from './features/platform/doctor/operations.ts'
import { estateOperations } from './features/platform/estate/operations.ts'
import { feedbackOperations } from './features/platform/feedback/operations.ts'
import { myRequestOperations } from './features/platform/my-requests/operations.ts'
import { notificationChannelOperations } from './features/platform/notification-channels/operations.ts'
import { notificationOperations } from './features/platform/notifications/operations.ts'
import { restoreOperations } from './features/platform/restores/operations.ts'
import { runOperations } from './features/platform/runs/operations.ts'
import { sessionsOperations } from './features/platform/sessions/operations.ts'
import { settingsOperations } from './features/platform/settings/operations.ts'
import { sessionOperations } from './features/platform/sign-in/operations.ts'
import { taskOperations } from './features/platform/tasks/operations.ts'
import { trendOperations } from './features/platform/trends/operations.ts'
import { sandboxAccessOperations } from './features/sandboxes/access/operations.ts'
import { sandboxLeaseOperations } from './features/sandboxes/leases/operations.ts'
import { sandboxRunOperations } from './features/sandboxes/provisioning/operations.ts'
import { sandboxRequestOperations } from './features/sandboxes/requests/operations.ts'
import { sandboxOperations } from './features/sandboxes/sandboxes/operations.ts'
import { sandboxSpendOperations } from './features/sandboxes/spend/operations.ts'
import { sandboxTemplateOperations } from './features/sandboxes/templates/operations.ts'
import { alertOperations } from './features/services/alerts/operations.ts'
import { deploymentOperations } from './features/services/deployments/operations.ts'
import { edgeOperations } from './features/services/edge/operations.ts'
import { incidentOperations } from './features/services/incidents/operations.ts'
import { keyVaultOperations } from './features/services/key-vault/operations.ts'
import { utilityOperations } from './features/services/lookups/operations.ts'
import { pipelineOperations } from './features/services/pipelines/operations.ts'
import type { Operation } from './http/operation.ts'

export const servedOperations = [
  ...sessionOperations,
  ...taskOperations,
  ...myRequestOperations,
  ...towerOperations,
  ...familyOperations,
  ...accountOperations,
  ...accountDecommissionOperations,
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
  ...emergencyOperations,
  ...accountUpdateOperations,
  ...catalogueOperations,
  ...utilityOperations,
  ...keyVaultOperations,
  ...accountRequestOperations,
  ...accountApprovalOperations,
  ...delegationOperations,
  ...substituteOperations,
  ...reassignmentOperations,
  ...sandboxOperations,
  ...sandboxTemplateOperations,
  ...sandboxRequestOperations,
  ...sandboxRunOperations,
  ...sandboxLeaseOperations,
  ...sandboxAccessOperations,
  ...sandboxSpendOperations,
  ...incidentOperations,
  ...deploymentOperations,
  ...edgeOperations,
  ...viewOperations,
  ...auditOperations,
  ...runOperations,
  ...cockpitOperations,
  ...doctorOperations,
  ...estateOperations,
  ...trendOperations,
  ...restoreOperations,
  ...pipelineOperations,
  ...notificationOperations,
  ...notificationChannelOperations,
  ...alertOperations,
  ...apiKeyOperations,
  ...feedbackOperations,
  ...sessionsOperations,
  ...settingsOperations,
]

export const operations = servedOperations as unknown as Operation[]
