import type { TSchema } from 'typebox'
import { Approval, ApprovalStage } from './approvals/presentApproval.ts'
import { ListedAccessGroup } from './features/access-groups/schemas.ts'
import { AccessReview, AccessReviewItem, AccessReviewSummary } from './features/access-reviews/schemas.ts'
import { AccessRequest, AccessRequestSummary } from './features/account-access/schemas.ts'
import { AccessGroup } from './features/account-groups/schemas.ts'
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
import { Can, PersonRef, User } from './features/people/schemas.ts'
import { PimActivation, PimActivationSummary, PimRole } from './features/pim/schemas.ts'
import { SandboxRequestSummary } from './features/sandbox-requests/schemas.ts'
import { SandboxTemplate } from './features/sandbox-templates/schemas.ts'
import { Sandbox, SandboxSummary } from './features/sandboxes/schemas.ts'
import { Tower } from './features/towers/schemas.ts'
import { View } from './features/views/schemas.ts'
import { WorkRun, WorkStep } from './features/work/schemas.ts'

/** What many answers hold: the OpenAPI document has each once, under this name. */
export const sharedSchemas: Record<string, TSchema> = {
  Alert,
  AlertKey,
  AccessGroup,
  ListedAccessGroup,
  AccessRequest,
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
  LiveApp,
  OwnershipGap,
  PersonRef,
  PimActivation,
  PimActivationSummary,
  PimRole,
  PlatformFeedback,
  Sandbox,
  SandboxRequestSummary,
  SandboxSummary,
  SandboxTemplate,
  ServiceCatalogueItem,
  Store,
  StoreCounts,
  Tower,
  User,
  View,
  WorkRun,
  WorkStep,
}
