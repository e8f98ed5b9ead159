import type { TSchema } from 'typebox'
import { Approval, ApprovalStage } from './approvals/presentApproval.ts'
import { AccessRequest, AccessRequestSummary, UserGroupAssignment } from './features/access/assignments/schemas.ts'
import { ListedAccessGroup } from './features/access/groups/schemas.ts'
import { PimActivation, PimActivationSummary, PimRole } from './features/access/pim/schemas.ts'
import { AccessReview, AccessReviewItem, AccessReviewSummary } from './features/access/reviews/schemas.ts'
import { Account, AccountSummary } from './features/accounts/accounts/schemas.ts'
import { ServiceCatalogueItem } from './features/accounts/catalogue/schemas.ts'
import { Family } from './features/accounts/families/schemas.ts'
import { AccessGroup } from './features/accounts/groups/schemas.ts'
import { Summary } from './features/accounts/insights/getVulnerabilitySummary.ts'
import { ResourceGroup } from './features/accounts/insights/listResourceGroups.ts'
import { Resource } from './features/accounts/insights/listResources.ts'
import { Network } from './features/accounts/insights/networkSchemas.ts'
import { Vulnerability } from './features/accounts/insights/vulnerabilities.ts'
import { OwnershipGap } from './features/accounts/ownership/schemas.ts'
import { AccountRequest, AccountRequestDetails, AccountRequestSummary } from './features/accounts/requests/schemas.ts'
import { Tower } from './features/accounts/towers/schemas.ts'
import { AccountUpdate, AccountUpdateSummary } from './features/accounts/updates/schemas.ts'
import { View } from './features/accounts/views/schemas.ts'
import { ApiKey } from './features/platform/api-keys/schemas.ts'
import { PlatformFeedback } from './features/platform/feedback/schemas.ts'
import { SandboxAccessGroup, SandboxAccessRequest, UserSandboxGroupAssignment } from './features/sandboxes/access/schemas.ts'
import { SandboxRequest, SandboxRequestSummary } from './features/sandboxes/requests/schemas.ts'
import { Sandbox, SandboxSummary } from './features/sandboxes/sandboxes/schemas.ts'
import { SandboxTemplate } from './features/sandboxes/templates/schemas.ts'
import { Alert, AlertKey } from './features/services/alerts/schemas.ts'
import { Deployment, LiveApp } from './features/services/deployments/schemas.ts'
import { EdgeRollout, EdgeRolloutSummary, Store, StoreCounts } from './features/services/edge/schemas.ts'
import { Incident } from './features/services/incidents/schemas.ts'
import { WrittenSecret } from './features/services/key-vault/schemas.ts'
import { Can, PersonRef, User } from './people/schemas.ts'
import { WorkRun, WorkStep } from './runs/schemas.ts'

/** What many answers hold, and what the contract names: the OpenAPI document has each once, under this name. */
export const sharedSchemas: Record<string, TSchema> = {
  Alert,
  AlertKey,
  AccessGroup,
  ListedAccessGroup,
  AccessRequestSummary,
  AccessReview,
  AccessReviewItem,
  AccessReviewSummary,
  Account,
  AccountRequest,
  AccountRequestDetails,
  AccountRequestSummary,
  AccountSummary,
  AccountUpdate,
  AccountUpdateSummary,
  ApiKey,
  Approval,
  ApprovalStage,
  Can,
  Deployment,
  EdgeRollout,
  EdgeRolloutSummary,
  Family,
  KeyVaultSecret: WrittenSecret,
  LiveApp,
  OwnershipGap,
  PersonRef,
  PimActivation,
  PimActivationSummary,
  PimRole,
  PlatformFeedback,
  ResourceDto: Resource,
  ResourceGroupDto: ResourceGroup,
  Sandbox,
  SandboxAccessGroup,
  SandboxRequest,
  SandboxRequestSummary,
  SandboxSummary,
  SandboxTemplate,
  ServiceCatalogueItem,
  SnowIncident: Incident,
  Store,
  StoreCounts,
  Tower,
  User,
  UserAccessRequest: AccessRequest,
  UserGroupAssignment,
  UserSandboxAccessRequest: SandboxAccessRequest,
  UserSandboxGroupAssignment,
  View,
  VirtualNetworkDto: Network,
  VulnerabilityData: Vulnerability,
  VulnerabilitySummary: Summary,
  WorkRun,
  WorkStep,
}
