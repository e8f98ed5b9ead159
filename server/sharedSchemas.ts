import type { TSchema } from 'typebox'
import { Approval, ApprovalStage } from './approvals/presentApproval.ts'
import { ListedAccessGroup } from './features/access-groups/schemas.ts'
import { AccessReview, AccessReviewItem, AccessReviewSummary } from './features/access-reviews/schemas.ts'
import { AccessRequest, AccessRequestSummary, UserGroupAssignment } from './features/account-access/schemas.ts'
import { AccessGroup } from './features/account-groups/schemas.ts'
import { Summary } from './features/account-insights/getVulnerabilitySummary.ts'
import { ResourceGroup } from './features/account-insights/listResourceGroups.ts'
import { Resource } from './features/account-insights/listResources.ts'
import { Network } from './features/account-insights/networkSchemas.ts'
import { Vulnerability } from './features/account-insights/vulnerabilities.ts'
import { OwnershipGap } from './features/account-ownership/schemas.ts'
import { AccountRequest, AccountRequestDetails, AccountRequestSummary } from './features/account-requests/schemas.ts'
import { AccountUpdate, AccountUpdateSummary } from './features/account-updates/schemas.ts'
import { Account, AccountSummary } from './features/accounts/schemas.ts'
import { Alert, AlertKey } from './features/alerts/schemas.ts'
import { ApiKey } from './features/api-keys/schemas.ts'
import { ServiceCatalogueItem } from './features/catalogue/schemas.ts'
import { Deployment, LiveApp } from './features/deployments/schemas.ts'
import { EdgeRollout, EdgeRolloutSummary, Store, StoreCounts } from './features/edge/schemas.ts'
import { Family } from './features/families/schemas.ts'
import { PlatformFeedback } from './features/feedback/schemas.ts'
import { Incident } from './features/incidents/schemas.ts'
import { WrittenSecret } from './features/key-vault/schemas.ts'
import { Can, PersonRef, User } from './features/people/schemas.ts'
import { PimActivation, PimActivationSummary, PimRole } from './features/pim/schemas.ts'
import { SandboxAccessGroup, SandboxAccessRequest, UserSandboxGroupAssignment } from './features/sandbox-access/schemas.ts'
import { SandboxRequest, SandboxRequestSummary } from './features/sandbox-requests/schemas.ts'
import { SandboxTemplate } from './features/sandbox-templates/schemas.ts'
import { Sandbox, SandboxSummary } from './features/sandboxes/schemas.ts'
import { Tower } from './features/towers/schemas.ts'
import { View } from './features/views/schemas.ts'
import { WorkRun, WorkStep } from './features/work/schemas.ts'

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
