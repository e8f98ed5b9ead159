import type { TSchema } from 'typebox'
import { Capacity, ChangeEvidence } from './approvals/evidence.ts'
import { Approval, ApprovalStage } from './approvals/presentApproval.ts'
import { ApprovalPreview, TimelineEntry, UsualWait } from './approvals/requestSchemas.ts'
import {
  AccessRequest,
  AccessRequestChange,
  AccessRequestSummary,
  NewAccessRequest,
  UserGroupAssignment,
} from './features/access/assignments/schemas.ts'
import { AccessDifference, DriftScan } from './features/access/drift/schemas.ts'
import { EmergencyAccess, EmergencyProfile } from './features/access/emergency/schemas.ts'
import { AccessGroupDetail, GroupConflict, ListedAccessGroup } from './features/access/groups/schemas.ts'
import { PimActivation, PimActivationSummary, PimEligibility, PimRole, PimRoleWithAccount } from './features/access/pim/schemas.ts'
import { AccessDecision, AccessRequestItem } from './features/access/requests/schemas.ts'
import { AccessReviewItem } from './features/access/reviews/itemSchemas.ts'
import { AccessReview, AccessReviewSummary, ReviewPlan } from './features/access/reviews/schemas.ts'
import { Account, AccountSummary, NewAccount, OwnersChange } from './features/accounts/accounts/schemas.ts'
import { InputProperty, InputSchema } from './features/accounts/catalogue/inputSchema.ts'
import { ServiceCatalogueItem } from './features/accounts/catalogue/schemas.ts'
import { Decommission, DryRun } from './features/accounts/decommission/schemas.ts'
import { Family } from './features/accounts/families/schemas.ts'
import { AccessGroup } from './features/accounts/groups/schemas.ts'
import { AccountHealth } from './features/accounts/health/schemas.ts'
import { ResourceGroupAdoption } from './features/accounts/insights/adoptResourceGroup.ts'
import { Summary } from './features/accounts/insights/getVulnerabilitySummary.ts'
import { ResourceGroup } from './features/accounts/insights/listResourceGroups.ts'
import { Resource } from './features/accounts/insights/listResources.ts'
import { MachineRef } from './features/accounts/insights/machines.ts'
import { Network } from './features/accounts/insights/networkSchemas.ts'
import { Money } from './features/accounts/insights/schemas.ts'
import { TagChange } from './features/accounts/insights/tagChange.ts'
import { AffectedResource, Vulnerability } from './features/accounts/insights/vulnerabilities.ts'
import { OwnershipGap } from './features/accounts/ownership/schemas.ts'
import { AccountRequest, AccountRequestDetails, AccountRequestSummary, RequestCheck } from './features/accounts/requests/schemas.ts'
import { Tower } from './features/accounts/towers/schemas.ts'
import { AccountUpdate, AccountUpdateSummary, CatalogueChange, DiffRow, Price } from './features/accounts/updates/schemas.ts'
import { View } from './features/accounts/views/schemas.ts'
import { Delegation, NewDelegation } from './features/approvals/delegations/schemas.ts'
import { ApprovalItem, DecisionBody } from './features/approvals/inbox/schemas.ts'
import {
  ApprovalPolicy,
  ApproverRule,
  AutomaticRule,
  PolicyChangeSummary,
  PolicyDescription,
  PolicyDiffLine,
  PolicyDocument,
  PolicyKind,
  PolicyProblem,
  PolicyStage,
  PolicyTestResponse,
  PolicyVersionSummary,
} from './features/approvals/policies/schemas.ts'
import { PolicyReplayChange, PolicyReplayResponse } from './features/approvals/replay/schemas.ts'
import { ApiKey } from './features/platform/api-keys/schemas.ts'
import { AuditErasure, AuditEvent, AuditVerification, Checkpoint } from './features/platform/audit/schemas.ts'
import { Pause, QueuePause } from './features/platform/cockpit/schemas.ts'
import { DoctorReport } from './features/platform/doctor/schemas.ts'
import { Estate, RowFilter } from './features/platform/estate/schemas.ts'
import { PlatformFeedback } from './features/platform/feedback/schemas.ts'
import { Channel, CreatedChannel, Delivery, NotificationTopic } from './features/platform/notification-channels/schemas.ts'
import { DatabaseRestore, RestoreReport } from './features/platform/restores/schemas.ts'
import { Session } from './features/platform/sessions/schemas.ts'
import { Setting } from './features/platform/settings/schemas.ts'
import {
  AccessSandbox,
  SandboxAccessGroup,
  SandboxAccessRequest,
  SandboxAccessRequestItem,
  SandboxAccessRequestSummary,
  SandboxGroupDetail,
  SandboxGroupRef,
  UserSandboxGroupAssignment,
} from './features/sandboxes/access/schemas.ts'
import { SandboxRequest, SandboxRequestSummary } from './features/sandboxes/requests/schemas.ts'
import { Sandbox, SandboxExtension, SandboxFailure, SandboxOwnersChange, SandboxSummary } from './features/sandboxes/sandboxes/schemas.ts'
import { TemplateApprovalRule } from './features/sandboxes/sandboxes/terms.ts'
import { SandboxSpend } from './features/sandboxes/spend/schemas.ts'
import { NewSandboxTemplate, SandboxHost, SandboxTemplate, TypicalUse } from './features/sandboxes/templates/schemas.ts'
import { Alert, AlertKey, AlertPayload } from './features/services/alerts/schemas.ts'
import { AppDestination, AppOf, AppSource, Deployment, LiveApp } from './features/services/deployments/schemas.ts'
import { EdgeRollout, EdgeRolloutSummary, Store, StoreCounts } from './features/services/edge/schemas.ts'
import { AssignmentGroup, ConfigurationItem, Incident } from './features/services/incidents/schemas.ts'
import { SetSecretResult } from './features/services/key-vault/schemas.ts'
import { LookupAccount } from './features/services/lookups/lookupSubscription.ts'
import { MergeResult, RunPullRequest } from './features/services/pipelines/schemas.ts'
import { pageInfo } from './http/list.ts'
import { ListOptions } from './http/listOptions.ts'
import { NotificationSettings, NotificationSettingsChange } from './notifications/schemas.ts'
import { Can, NullableTimestamp, PersonRef, Timestamp, User, Uuid } from './people/schemas.ts'
import { Cancellation, Run, RunResults, RunStep } from './runs/schemas.ts'

/** Schemas that several places use, or that the API description names. The OpenAPI document has each of them once, under this name. */
export const sharedSchemas: Record<string, TSchema> = {
  AccessDecision,
  AccessDifference,
  AccessDriftScan: DriftScan,
  AccessGrantRef: AccessGroup.properties.mine.properties.grant.anyOf[0],
  AccessGrantStatus: AccessRequestItem.properties.grant.anyOf[0],
  AccessGroup,
  AccessGroupDetails: AccessGroupDetail,
  AccessGroupEligibility: AccessGroup.properties.eligibility.anyOf[0],
  AccessGroupMember: AccessGroup.properties.members.items,
  AccessGroupMembership: AccessGroup.properties.mine,
  AccessGroupRef: AccessRequest.properties.group,
  AccessGroupRole: AccessGroup.properties.roles.items,
  AccessGroupSummary: AccessRequestSummary.properties.group,
  AccessRequestChange,
  AccessRequestItem,
  AccessRequestSummary,
  AccessReview,
  AccessReviewItem,
  AccessReviewProgress: AccessReviewSummary.properties.progress,
  AccessReviewScope: AccessReviewSummary.properties.scope,
  NewAccessReviewScope: ReviewPlan.properties.scope,
  AccessReviewSummary,
  Account,
  AccountCount: Estate.properties.accounts.properties.active,
  AccountBudget: NewAccount.properties.budget,
  AccountGroupRef: GroupConflict.properties.group,
  AccountGroupRequestRef: AccessGroup.properties.mine.properties.request.anyOf[0],
  DatabaseRestore,
  RequestedAccountGroup: AccountRequestDetails.properties.accessGroups.items,
  AccountHealth,
  AccountNetwork: NewAccount.properties.network,
  AccountOfGroup: ListedAccessGroup.properties.account,
  AccountRef: PimActivation.properties.account,
  AccountRequest,
  AccountRequestDetails,
  AccountRequestSummary,
  AccountSummary,
  AccountUpdate,
  AccountUpdateReversal: AccountUpdate.properties.reversal.anyOf[0],
  AccountUpdateSummary,
  AffectedResource,
  Alert,
  AlertKey,
  AlertPayload,
  Amount: AccountRequestSummary.properties.budget,
  ApiKey,
  AppDestination,
  AppKey: AppOf,
  AppSource,
  Approval,
  ApprovalComment: Approval.properties.comments.items,
  ApprovalDecision: DecisionBody,
  ApprovalItem,
  ApprovalPolicy,
  ApprovalPolicyRef: Approval.properties.policy,
  ApprovalPreview,
  ApprovalPreviewStage: ApprovalPreview.properties.stages.items,
  ApprovalStage,
  ApprovalSubject: ApprovalItem.properties.subject,
  Approver: ApprovalStage.properties.approvers.items,
  ApproverAbsence: ApprovalPreview.properties.stages.items.properties.people.items.properties.away.anyOf[0],
  ApproverRule,
  ApproverRulePart: ApproverRule.properties.of.items,
  AssignedAccessGroup: UserGroupAssignment.properties.group,
  AssignmentGroup,
  AssignmentRequestRef: UserGroupAssignment.properties.extension.anyOf[0],
  AuditActor: AuditEvent.properties.actor,
  AuditCheckpoint: Checkpoint,
  AuditErasure,
  AuditOperation: AuditEvent.properties.operation,
  AuditSubject: AuditEvent.properties.subject.anyOf[0],
  AuditVerification,
  AutomaticRule,
  ApprovalChange: ChangeEvidence,
  Can,
  CatalogueInput: InputProperty,
  CatalogueInputs: InputSchema,
  CatalogueItemOrder: CatalogueChange.properties.add.items,
  ConfigurationItem,
  CreatedNotificationChannel: CreatedChannel,
  Decommission,
  DecommissionDryRun: DryRun,
  Delegation,
  Deployment,
  DetailChange: DiffRow,
  DoctorCheck: DoctorReport.properties.checks.items,
  DoctorReport,
  EdgeRollout,
  EdgeRolloutSummary,
  EmergencyAccess,
  EmergencyProfile,
  Family,
  FeedbackContext: PlatformFeedback.properties.context,
  FieldCheck: RequestCheck.properties.checks.items,
  FieldValueCount: ListOptions.properties.fields.items.properties.values.items,
  GroupConflict,
  GroupRequestRef: SandboxAccessGroup.properties.mine.properties.request.anyOf[0],
  KeyVaultSecret: SetSecretResult,
  ListField: ListOptions.properties.fields.items,
  ListOptions,
  ListedAccessGroup,
  LiveApp,
  MachineRef,
  MaximumDurationLift: UserGroupAssignment.properties.maximumLifted.anyOf[0],
  MergeResult,
  Money,
  MonthlyAmount: ServiceCatalogueItem.properties.monthlyEstimate,
  NamedRef: LookupAccount,
  NewAccessRequest,
  NewDelegation,
  NotificationChannel: Channel,
  NotificationChoice: NotificationSettings.properties.groups.items.properties.mail,
  NotificationChoiceOfKind: NotificationSettingsChange.properties.kinds.properties.delegation,
  NotificationDelivery: Delivery,
  NotificationSettings,
  NotificationTopic,
  NullablePersonRef: PlatformFeedback.properties.answeredBy,
  NullableTimestamp,
  NullableUuid: Run.properties.about.properties.accountId,
  NullableResourceRef: Network.properties.subnets.items.properties.securityGroup,
  OwnersChange,
  OwnershipGap,
  PageSize: pageInfo.size,
  PageTotal: pageInfo.total,
  PageTotalIsCapped: pageInfo.totalIsCapped,
  PendingDecision: AccessRequestItem.properties.waiting.anyOf[0],
  PersonRef,
  Pause,
  PimActivation,
  PimActivationSummary,
  PimEligibility,
  PimRole,
  PimRoleOfAccount: PimRoleWithAccount,
  PimRoleRequirements: PimRole.properties.requires,
  PlatformFeedback,
  PolicyChangeSummary,
  PolicyDiffLine,
  PolicyDocument,
  PolicyKind,
  PolicyNames: ApprovalPolicy.properties.names,
  PolicyProblem,
  PolicyReading: PolicyDescription,
  PolicyReplay: PolicyReplayResponse,
  PolicyReplayOutcome: PolicyReplayChange.properties.actual,
  PolicyStage,
  PolicyTestCondition: PolicyTestResponse.properties.conditions.items,
  PolicyTestRule: PolicyTestResponse.properties.matched.items,
  PolicyTestStage: PolicyTestResponse.properties.stages.items,
  PolicyVersionSummary,
  PriceChange: Price,
  PullRequestCheck: RunPullRequest.properties.checks.items,
  PullRequestMergeRequest: RunPullRequest.properties.order,
  PullRequestRun: RunPullRequest.properties.run,
  QueuePause,
  QuietHours: NotificationSettings.properties.quietHours.anyOf[0],
  RequestedSandboxGroups: NewSandboxTemplate.properties.groups,
  ResourceDto: Resource,
  ResourceGroupAdoption,
  ResourceGroupDto: ResourceGroup,
  RestoreDifference: RestoreReport.properties.differences.items,
  RestoreReport,
  RowFilter,
  RunCancellation: Cancellation,
  RunResults,
  RunSubject: Run.properties.about,
  Sandbox,
  SandboxAccessGroup,
  SandboxAccessGroupDetails: SandboxGroupDetail,
  SandboxAccessRequestItem,
  SandboxAccessRequestSummary,
  SandboxBudget: SandboxSummary.properties.budget,
  SandboxCapacity: Capacity,
  SandboxExtension,
  SandboxFailure,
  SandboxGroupMembership: SandboxAccessGroup.properties.mine,
  SandboxGroupRef,
  SandboxHost,
  SandboxLease: SandboxSummary.properties.lease,
  SandboxOwnersChange,
  SandboxRef: AccessSandbox,
  SandboxRequest,
  SandboxRequestSummary,
  SandboxSpend,
  SandboxSummary,
  SandboxTemplate,
  ServiceCatalogueItem,
  ServiceNowRef: Incident.properties.assignmentGroup.anyOf[0],
  Session,
  Setting,
  SnowIncident: Incident,
  SpendThresholds: NewSandboxTemplate.properties.thresholds,
  Store,
  StoreCounts,
  SubnetPrefix: Network.properties.subnets.items.properties.prefixes.items,
  TagChange,
  TemplateApprovalRule,
  TimelineEntry,
  Timestamp,
  Tower,
  TypicalUse,
  User,
  UserAccessRequest: AccessRequest,
  UserGroupAssignment,
  UserSandboxAccessRequest: SandboxAccessRequest,
  UserSandboxGroupAssignment,
  UsualWait,
  Uuid,
  View,
  VirtualNetworkDto: Network,
  Vote: ApprovalStage.properties.decisions.items,
  VulnerabilityCounts: Summary.properties.byAge.items.properties.counts,
  VulnerabilityData: Vulnerability,
  VulnerabilitySummary: Summary,
  Run,
  RunStep,
}
