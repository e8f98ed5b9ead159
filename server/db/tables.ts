import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Row types of the tables in `migrations/`; a test compares them with the database itself. */
type Json<T, Inserted = string> = ColumnType<T, Inserted, string>
type WithDefault<T> = ColumnType<T, T | undefined, T>
type Created = ColumnType<Date, Date | undefined, never>
type Time = ColumnType<Date, Date | undefined, Date>

export type Environment = 'production' | 'preproduction' | 'test' | 'development'
/** The parts of an audit event that can be erased, each by itself. */
export type AuditPart = 'who' | 'subject' | 'what'
export interface AuditFinding {
  /** What is wrong, in words. */
  message: string
  kind: 'changed' | 'missing' | 'inserted' | 'moved' | 'cut' | 'forged' | 'erased'
  seq: number | null
  eventId: string | null
  /** Which part of the event or of the chain. */
  part: AuditPart | 'record' | 'link' | 'checkpoint' | null
}
export type AccountKind = 'cloud' | 'edge' | 'manual'
export type AccountStatus = 'provisioning' | 'failed' | 'active' | 'decommissioning' | 'decommissioned' | 'deleted'
export type RequestStatus = 'draft' | 'pending_approval' | 'changes_requested' | 'approved' | 'rejected' | 'expired' | 'cancelled'
export type UpdateKind = 'catalogue' | 'details' | 'decommission'
export type RetirementPhase = 'grace' | 'removing' | 'gone' | 'undoing' | 'undone' | 'restoring' | 'restored' | 'over'
export type ApprovalStatus = 'pending' | 'approved' | 'rejected' | 'changes_requested' | 'expired' | 'cancelled'
export type StageStatus = 'waiting' | 'open' | 'approved' | 'rejected' | 'changes_requested' | 'expired' | 'cancelled'
export type RunStatus = 'queued' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'cancelled'
export type GapOutcome = 'accepted' | 'replaced' | 'returned' | 'familyOwner' | 'towerLead' | 'fallbackGroup' | 'kept' | 'ended'
export type AccessGroupStatus = 'creating' | 'ready' | 'failed' | 'deleting' | 'deleted'
export type GrantStatus = 'scheduled' | 'granting' | 'active' | 'revoking' | 'expired' | 'revoked'
export type EmergencyStatus = 'opening' | 'active' | 'ending' | 'ended' | 'afterword' | 'closing' | 'closed' | 'failed'
export type DifferenceKind = 'added' | 'removed' | 'groupMissing'
export type DifferenceStatus = 'open' | 'adopted' | 'removed' | 'restored' | 'accepted' | 'gone'
export type DeploymentStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'superseded' | 'cancelled'
export type ReviewStatus = 'scheduled' | 'open' | 'closing' | 'applied' | 'cancelled'
export type ReviewResult = 'pending' | 'kept' | 'removed' | 'gone' | 'failed'
export type ActivationStatus =
  | 'pending_approval'
  | 'sending'
  | 'scheduled'
  | 'active'
  | 'ending'
  | 'ended'
  | 'deactivated'
  | 'cancelled'
  | 'denied'
  | 'expired'
  | 'failed'
export type ChannelType = 'mail' | 'slack' | 'teams' | 'webhook'
export type DeliveryStatus = 'waiting' | 'failed' | 'sent' | 'givenUp' | 'suppressed'
export type SandboxHosting = 'resourceGroup' | 'subscription'
export type SandboxStatus = 'queued' | 'provisioning' | 'failed' | 'active' | 'frozen' | 'deleting' | 'deleted' | 'quarantined'
export type SandboxActionKind = 'provision' | 'freeze' | 'thaw' | 'cleanUp'
export type SandboxRequestStatus = 'pending_approval' | 'changes_requested' | 'approved' | 'rejected' | 'expired' | 'cancelled'
export type HostStatus = 'available' | 'resting' | 'quarantined' | 'retired'
export type PimOrderKind = 'assign' | 'extend' | 'remove'
/** What is in a group of a review and is no person. */
export interface ReviewOther {
  groupId: string
  group: string
  id: string
  name: string
  kind: 'group' | 'other'
}
export type PimOrderStatus = 'asked' | 'waiting' | 'open' | 'done' | 'refused'
export type FeedbackCategory = 'idea' | 'problem' | 'praise' | 'question'
export type FeedbackStatus = 'new' | 'seen' | 'planned' | 'done' | 'declined'
export type IncidentStatus = 'sending' | 'failed' | 'new' | 'inProgress' | 'onHold' | 'resolved' | 'closed' | 'cancelled' | 'gone'
export type RolloutStatus = 'running' | 'halted' | 'built' | 'completed' | 'cancelled'
export type WaveStatus = 'planned' | 'running' | 'halted' | 'done' | 'cancelled'
export type EdgeStoreStatus = 'planned' | 'queued' | 'building' | 'ready' | 'completed' | 'failed' | 'skipped'
/** The twelve regions of the country. */
export type StoreRegion =
  | 'northEast'
  | 'northWest'
  | 'yorkshireAndTheHumber'
  | 'eastMidlands'
  | 'westMidlands'
  | 'eastOfEngland'
  | 'london'
  | 'southEast'
  | 'southWest'
  | 'wales'
  | 'scotland'
  | 'northernIreland'
export type AlertState = 'firing' | 'cleared'
export type AlertSource = 'azure' | 'alertmanager' | 'cloudEvents' | 'plain'
export type AlertSeverity = 'critical' | 'high' | 'medium' | 'low' | 'info'
export type StepStatus = 'pending' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'skipped'

export interface StoreAddress {
  line1: string
  town: string
  postcode: string
}
/** Where a store is on the company's network. */
export interface StoreNetwork {
  site: string
  circuit?: string
  bandwidthMbps?: number
}
/** A row that violates an invariant: which one, and what is wrong with it. */
export interface InvariantRow {
  id: string
  detail: string
}
/** `amount` in minor units (pence, cents) of the ISO 4217 `currency`. */
export interface Money {
  amount: number
  currency: string
}
export interface Budget extends Money {
  contacts: string[]
  thresholds: { percent: number; basis: 'actual' | 'forecast' }[]
}
/** When spending passes so much of the limit: people are told, or the sandbox is frozen. */
export interface SpendThreshold {
  percent: number
  action: 'notify' | 'freeze'
}
/** Who lets a request through: somebody always, nobody, or nobody as long as it stays within these bounds. */
export interface ApprovalRuling {
  mode: 'required' | 'automatic' | 'within'
  /** Minor units. */
  budget?: number
  hours?: number
  /** Only for whoever has let no sandbox overrun its budget in the last 90 days. */
  cleanRecord?: boolean
}
/** A group that each sandbox of a template has, and its role there. */
export interface SandboxGroupWish {
  suffix: string
  role: string
}
/** Something that is typically run in a sandbox, for the estimate shown with the request. */
export interface TypicalUse {
  name: string
  resourceType: string
  /** As the price list knows it, such as Standard_B2s. */
  sku: string
  count: number
  /** Of the hours, in percent, that it runs. */
  share: number
}
/** What a template allowed when the sandbox was approved. */
export interface SandboxTerms {
  templateName: string
  allowedResourceTypes: string[]
  maxBudget: number
  maxHours: number
  maxExtensions: number
  extensionHours: number
  maxMembers: number
  thresholds: SpendThreshold[]
  reminderHours: number[]
  idleHours: number | null
  approval: ApprovalRuling
  groups: SandboxGroupWish[]
}
/** What a pipeline asked the deployment tool for. */
export interface DeploymentRequest {
  source?: { repository: string; path?: string; chart?: string; valueFiles?: string[]; parameters?: { name: string; value: string }[] }
  destination?: { server?: string; cluster?: string; namespace: string }
  prune: boolean
}
/** What stands still in a frozen sandbox: the rights that people and groups had in it, and what ran. */
export interface HeldBack {
  assignments: SavedAccess['assignments']
  stopped: string[]
}
/** A resource of a sandbox as it was last looked at. */
export interface MeteredResource {
  id: string
  name: string
  type: string
  /** Absent where it was not kept yet, or Azure says none. */
  region?: string | undefined
  /** False: its compute is stopped and not charged for. */
  running: boolean
  /** An hour, in millionths of a minor unit; null: not estimated, and why. */
  rate: number | null
  why: string | null
}
/** Of a new sandbox. */
export interface NewSandboxDetails {
  name: string
  region: string
  hours: number
  /** Minor units. */
  budget: number
  ownerIds: string[]
  members: { personId: string; group: string }[]
}
/** Of an extension: hours and money to be added. */
export interface SandboxExtensionDetails {
  hours: number
  /** Minor units. */
  budget: number
}
export interface AccountNetwork {
  connectivity: 'none' | 'internet' | 'corporate'
  addressSpaces: string[]
}
export interface StageRule {
  kind:
    | 'towerLead'
    | 'familyOwner'
    | 'accountOwner'
    | 'sandboxOwner'
    | 'manager'
    | 'productApprover'
    | 'directoryGroup'
    | 'person'
    | 'role'
    | 'anyOf'
  /** Of `role`: an app role of the identity token. */
  role?: 'Slipway.Admin' | 'Slipway.Auditor'
  /** Of `anyOf`: whoever any of these names decides. */
  of?: StageRule[]
  groupId?: string
  personId?: string
  /** Of `anyOf`: each of these decides alone. */
  personIds?: string[]
  groupIds?: string[]
  /** Whoever approves has to say why. */
  explain?: boolean
  /** Decides when the rule finds nobody able to. */
  fallbackGroupId?: string
}
export interface PolicyStage {
  name: string
  rule: StageRule
  minimum: number
  /** Condition in CEL over the facts of the request (`approvals/facts.ts`); absent = the stage applies to all. */
  when?: string
  /** Hours from its opening until who can decide is reminded. Default 48. */
  remindAfterHours?: number
  /** Hours from its opening until `alternates` may decide too; without it nobody else ever may. */
  escalateAfterHours?: number
  alternates?: StageRule
  /** Hours from its opening until the request expires undecided. Default 336. */
  hoursToDecide?: number
}
/** What happens at once to whatever the condition holds for, and what the requester is told. */
export interface AutomaticRule {
  /** CEL over the facts of the request. */
  when: string
  because: string
}
export type PolicyStatus = 'draft' | 'proposed' | 'live' | 'retired' | 'rejected'
/** What would be otherwise under another policy. */
export type ReplayChange =
  | 'approvedAtOnce'
  | 'rejectedAtOnce'
  | 'nobodyDecides'
  | 'askedFirst'
  | 'moreStages'
  | 'fewerStages'
  | 'otherPeople'
  | 'otherTimes'
export type ReplayOutcome = 'asked' | 'approved' | 'rejected' | 'nobody'
/** What a policy said, or would say, of one request. */
export interface ReplaySide {
  outcome: ReplayOutcome
  because: string | null
  /** The condition that held. */
  when: string | null
  /** Names of the stages. */
  stages: string[]
}
/** A draft as it stood when it was tried. */
export interface ReplayedRules {
  reject: AutomaticRule[]
  approve: AutomaticRule[]
  stages: PolicyStage[]
}
export interface ReplayWaits {
  /** Requests that people decided, before or after, whose waits are known. */
  requests: number
  /** Of those that would wait for a stage nobody has decided on yet. */
  unknown: number
  before: { medianHours: number; p90Hours: number } | null
  after: { medianHours: number; p90Hours: number } | null
}
/** What an update turns into what; which fields it has depends on its kind. */
export interface AccountUpdateChange {
  before: Record<string, unknown>
  after: Record<string, unknown>
}
/** A right of somebody's at an account as it was before it was taken away. */
export interface SavedAccess {
  assignments: {
    id: string
    name: string
    properties: {
      roleDefinitionId: string
      principalId: string
      principalType?: string
      scope?: string
      condition?: string | null
      conditionVersion?: string | null
      description?: string | null
    }
  }[]
  eligibilities: {
    id: string
    scope: string
    roleDefinitionId: string
    principalId: string
    principalType: 'User' | 'Group' | 'ServicePrincipal'
    /** When it ended in Azure. */
    endsAt: string | null
    /** As `role_eligibilities` had it; absent for what Slipway has not requested. */
    wantedUntil?: string | null
  }[]
  /** Roles assigned in Azure until then; earlier versions kept none. */
  timed?: { id: string; scope: string; roleDefinitionId: string; principalId: string; endsAt: string }[]
}
/** A role that a group carries, and where. */
export interface GroupRole {
  /** The GUID. */
  roleDefinitionId: string
  roleName: string
  scope: string
}
/** A group that nobody should be in together with the one asked for, as it was found when it was asked for. */
export interface RequestConflict {
  groupId: string
  name: string
  reason: string
  /** The person was in it, or had asked for it. */
  holds: 'member' | 'asked'
}
/** A file of an account in the landing-zone repository. */
export interface SavedFile {
  path: string
  content: string
}
/** A part of an account's passport as it was last found; see `account-health/parts.ts`. */
export interface HealthPart {
  id: string
  points: number
  of: number
  state: 'good' | 'attention' | 'bad' | 'unknown' | 'pending'
  why: string
  action: { label: string; at: string } | null
  role: string
  answered: boolean
}
/** What somebody let their browser say about itself with their feedback. */
export interface FeedbackContext {
  browser?: string
  viewport?: string
  theme?: string
  locale?: string
}
export type CheckState = 'pending' | 'success' | 'failure'
/** A check of a pull request, as it was last seen. */
export interface PullRequestCheck {
  name: string
  state: CheckState
  summary?: string
  url?: string
}
/** What an alert says, until it is folded into its group. */
export interface AlertDetail {
  source: AlertSource
  title: string
  description: string
  resource: string | null
  link: string | null
  priority: 1 | 2 | 3 | 4 | 5
  configurationItem: string | null
  assignmentGroup: string | null
}
export interface StepError {
  message: string
  code: string
  retryable: boolean
  /** What an outside service answered, where one did; secrets are taken out. */
  service?: string
  status?: number
  requestId?: string
  excerpt?: string
}

/** How an outside service has answered one replica in the last quarter of an hour. */
export interface ServiceSeen {
  calls: number
  failures: number
  /** Calls by how long they took; the bounds are in `clients/watch.ts`. */
  buckets: number[]
  lastGoodAt: string | null
  lastError: { at: string; code: string; status: number | null; message: string } | null
  limits: RateLimit[]
  tokenExpiresAt: string | null
  /** Permissions that Slipway was seen to lack lately. Absent in rows of releases before they were counted. */
  missing?: LackedPermission[]
  /** When permissions were last compared with the list; null: never. */
  permissionsCheckedAt?: string | null
  /** The names of the permissions that were compared then. Absent in rows of releases before it was kept. */
  permissionsChecked?: string[]
}
export interface LackedPermission {
  name: string
  scope: string
  /** When a refusal or a check last showed it. */
  at: string
}
/** What a service last said about how much it takes. */
export interface RateLimit {
  name: string
  remaining: number
  limit: number | null
  resetAt: string | null
  at: string
}

/** What Azure refused a change with. */
export interface CloudRefusal {
  code: string
  message: string
}
/** What became of the tags of one resource. */
export interface TagResult {
  resourceId: string
  ok: boolean
  /** Nothing had to be sent: it was so already. */
  unchanged: boolean
  before: Record<string, string> | null
  /** As they are now; null when that is not known. */
  tags: Record<string, string> | null
  error: CloudRefusal | null
}
/** Kinds of requests that end with what they are about. */
export type EndingRequestKind =
  | 'accountRequest'
  | 'accountUpdate'
  | 'accessRequest'
  | 'sandboxAccessRequest'
  | 'sandboxRequest'
  | 'pimActivation'
  | 'policyChange'

export interface Database {
  /** Open requests whose base has ended, and why: a view. */
  ended_requests: {
    subject_kind: EndingRequestKind
    subject_id: string
    requester_id: string
    account_id: string | null
    sandbox_id: string | null
    group_id: string | null
    /** How people call it. */
    reference: string
    status: string
    because: string
  }
  people: {
    id: string
    issuer: string
    tenant_id: string
    display_name: string
    email: string | null
    user_principal_name: string | null
    department: string | null
    job_title: string | null
    manager_id: string | null
    employee_id: string | null
    roles: WithDefault<string[]>
    /** When the roles were last read by signing in. */
    roles_at: Generated<Date | null>
    tokens_from: Generated<Date | null>
    active: WithDefault<boolean>
    directory_checked_at: Date | null
    signed_in_at: Date | null
    created_at: Created
    updated_at: Time
  }
  sessions: {
    id: string
    token_hash: Buffer
    person_id: string
    roles: WithDefault<string[]>
    access_token: string | null
    user_agent: string | null
    created_at: Created
    expires_at: Date
    last_seen_at: Time
    ended_at: Date | null
    strong_at: Date | null
  }
  settings: { name: string; value: Json<unknown>; version: Generated<number>; updated_by: string; updated_at: Time }
  setting_changes: {
    id: string
    name: string
    before: Json<unknown> | null
    after: Json<unknown>
    reason: WithDefault<string>
    changed_by: string
    at: Created
  }
  sign_ins: {
    state: string
    browser_hash: Buffer
    nonce: string
    code_verifier: string
    return_to: string
    created_at: Created
    step_up_for: string | null
  }
  directory_groups: { id: string; display_name: string; checked_at: Date | null; fallback_owners: WithDefault<boolean> }
  directory_group_members: { group_id: string; person_id: string }
  directory_cursors: { name: string; link: string; updated_at: Time }
  towers: {
    id: string
    name: string
    code: string
    description: WithDefault<string>
    cost_centre: WithDefault<string>
    version: Generated<number>
    created_at: Created
    updated_at: Time
  }
  tower_leads: { tower_id: string; person_id: string; position: number }
  families: {
    id: string
    name: string
    tower_id: string
    description: WithDefault<string>
    /** Kept for what is past; nothing new goes into it. */
    deleted_at: Generated<Date | null>
    version: Generated<number>
    created_at: Created
    updated_at: Time
  }
  family_owners: { family_id: string; person_id: string; position: number }
  catalogue_items: {
    id: string
    name: string
    version: string
    category: string
    description: WithDefault<string>
    inputs: Json<Record<string, unknown>>
    monthly_estimate: Json<Money>
    documentation_url: string | null
    enabled: WithDefault<boolean>
    created_at: Created
    updated_at: Time
    revision: Generated<number>
  }
  catalogue_item_approvers: { item_id: string; person_id: string }
  accounts: {
    id: string
    name: string
    name_key: GeneratedAlways<string>
    description: WithDefault<string>
    kind: AccountKind
    environment: Environment
    workload: 'Production' | 'DevTest'
    status: AccountStatus
    subscription_id: string | null
    /** When Slipway first saw the subscription that it created; null for those that were there before. */
    subscription_since: Date | null
    management_group_id: string | null
    tower_id: string
    family_id: string
    cost_centre: WithDefault<string>
    data_classification: 'public' | 'internal' | 'confidential' | 'restricted'
    criticality: 'tier1' | 'tier2' | 'tier3' | 'tier4'
    region: string
    network: Json<AccountNetwork>
    budget: Json<Budget>
    budget_amount: GeneratedAlways<number>
    catalogue_item_ids: WithDefault<string[]>
    tags: Json<Record<string, string>>
    store_numbers: WithDefault<string[]>
    request_id: string | null
    search_text: GeneratedAlways<string>
    health: number | null
    version: Generated<number>
    created_at: Time
    updated_at: Time
    connectivity: GeneratedAlways<string>
  }
  account_facets: {
    status: AccountStatus
    kind: AccountKind
    environment: Environment
    workload: string
    tower_id: string
    family_id: string
    region: string
    criticality: string
    data_classification: string
    connectivity: string
    accounts: number
  }
  account_words: { word: string }
  saved_views: {
    id: string
    owner_id: string
    screen: 'accounts'
    name: string
    filter: string | null
    search: string | null
    sort: string | null
    shown_columns: string[] | null
    density: 'compact' | 'normal' | 'comfortable' | null
    sharing: WithDefault<'nobody' | 'tower' | 'everyone'>
    tower_id: string | null
    version: Generated<number>
    created_at: Created
    updated_at: Time
  }
  default_views: { person_id: string; screen: string; view_id: string }
  account_owners: { account_id: string; person_id: string; position: number }
  account_health: { account_id: string; score: number; parts: Json<HealthPart[]>; checked_at: Date }
  ownership_gaps: {
    id: WithDefault<string>
    account_id: string
    person_id: string
    reason: 'left' | 'moved'
    former_department: string | null
    opened_at: Created
    asked_at: Date | null
    resolved_at: Date | null
    outcome: GapOutcome | null
    successor_id: string | null
    told_at: Date | null
  }
  ownership_proposals: {
    gap_id: string
    person_id: string
    rank: number
    reason: string
    proposed_by: string | null
    status: WithDefault<'proposed' | 'accepted' | 'declined'>
    asked_at: Date | null
    answered_at: Date | null
  }
  account_catalogue_items: { account_id: string; item_id: string; inputs: Json<Record<string, unknown>>; added_at: Created }
  account_updates: {
    id: string
    reference: string
    account_id: string
    kind: UpdateKind
    change: Json<AccountUpdateChange>
    reason: WithDefault<string>
    requester_id: string
    status: RequestStatus
    version: Generated<number>
    submitted_at: Time
    created_at: Created
    updated_at: Time
  }
  account_retirements: {
    update_id: string
    account_id: string
    phase: RetirementPhase
    access: Json<SavedAccess>
    files: Json<SavedFile[]>
    begun_at: Time
    grace_ends_at: Date
    cancelled_at: Date | null
    restorable_until: Date | null
    ended_at: Date | null
    ended_by: string | null
  }
  access_groups: {
    id: string
    account_id: string | null
    directory_group_id: string | null
    name: string
    description: WithDefault<string>
    roles: Json<GroupRole[]>
    assignment: 'active' | 'eligible'
    requestable: WithDefault<boolean>
    max_duration_hours: number | null
    status: AccessGroupStatus
    created_by: string | null
    version: Generated<number>
    created_at: Created
    updated_at: Time
    find_text: WithDefault<string>
    abilities: WithDefault<string[]>
    lets: WithDefault<string[]>
    breadth: WithDefault<number>
    /** A group belongs to an account or to a sandbox. */
    sandbox_id: string | null
  }
  role_eligibilities: {
    id: string
    account_id: string | null
    sandbox_id: string | null
    scope: string
    role_definition_id: string
    principal_id: string
    principal_type: 'User' | 'Group' | 'ServicePrincipal'
    ends_at: Date | null
    renew_at: Date | null
    wanted_until: Date | null
    status: WithDefault<'active' | 'ended'>
    renewal_id: string | null
    created_at: Created
    updated_at: Time
  }
  access_words: { word: string }
  role_abilities: {
    role_definition_id: string
    role_name: string
    scope: string
    abilities: WithDefault<string[]>
    lets: WithDefault<string[]>
    breadth: WithDefault<number>
    /** Whether it can change who may do what; not known counts as yes. */
    privileged: boolean | null
    learned_at: Date | null
  }
  access_group_conflicts: { group_id: string; other_id: string; reason: string; created_by: string | null; created_at: Created }
  access_requests: {
    id: string
    reference: string
    group_id: string
    /** Of the group; the database fills in one of the two. */
    account_id: Generated<string | null>
    sandbox_id: Generated<string | null>
    search_text: GeneratedAlways<string>
    requester_id: string
    justification: string
    duration_hours: number | null
    extends_assignment_id: string | null
    status: RequestStatus
    version: Generated<number>
    submitted_at: Time
    created_at: Created
    updated_at: Time
    conflicts: Json<RequestConflict[], string | undefined>
  }
  group_assignments: {
    id: string
    group_id: string
    person_id: string
    via: 'request' | 'admin' | 'adopted'
    request_id: string | null
    granted_by: string | null
    reason: string | null
    starts_at: Time
    ends_at: Date | null
    /** Who set the end that stands, where a person did. */
    end_set_by: string | null
    /** The administrator who lifted the maximum stay of the group for this membership. */
    maximum_lifted_by: string | null
    maximum_lifted_at: Date | null
    maximum_lifted_because: string | null
    duration_hours: number | null
    remind_at: Date | null
    /** When its end began; written by the database. */
    ending_since: Date | null
    status: GrantStatus
    version: Generated<number>
    created_at: Created
    updated_at: Time
  }
  emergency_profiles: {
    id: string
    name: string
    description: WithDefault<string>
    directory_group_id: string
    role_definition_id: string
    role_name: string
    scope: 'account' | 'tower' | 'environment'
    account_id: string | null
    tower_id: string | null
    environment: Environment | null
    max_minutes: number
    enabled: WithDefault<boolean>
    version: Generated<number>
    created_at: Created
    updated_at: Time
  }
  emergency_accesses: {
    id: string
    reference: string
    profile_id: string
    account_id: string
    person_id: string
    role_definition_id: string
    role_name: string
    reason: string
    minutes: number
    assignment_name: string
    incident_number: string | null
    incident_id: string | null
    incident_opened: WithDefault<boolean>
    status: EmergencyStatus
    failure: string | null
    starts_at: Date | null
    ends_at: Date | null
    ended_at: Date | null
    ended_by: string | null
    afterword: string | null
    afterword_at: Date | null
    afterword_due_at: Date | null
    lifted_by: string | null
    lifted_at: Date | null
    reviewer_id: string | null
    review_comment: string | null
    reviewed_at: Date | null
    version: Generated<number>
    created_at: Created
    updated_at: Time
  }
  tag_changes: {
    id: string
    account_id: string
    person_id: string
    operation: 'merge' | 'replace' | 'delete'
    tags: Json<Record<string, string>>
    resource_ids: string[]
    results: Json<TagResult[]> | null
    created_at: Created
    ended_at: Date | null
  }
  policy_evaluations: {
    id: string
    account_id: string
    person_id: string
    error: Json<CloudRefusal> | null
    created_at: Created
    ended_at: Date | null
  }
  access_group_looks: { group_id: string; baseline_at: Date | null; looked_at: Date | null; problem: string | null }
  access_rounds: {
    only_one: WithDefault<boolean>
    started_at: Time
    after_account: string | null
    moved_at: Time
    ended_at: Date | null
  }
  access_differences: {
    id: string
    account_id: string
    group_id: string
    kind: DifferenceKind
    member_id: string | null
    member_kind: 'person' | 'group' | 'other' | null
    member_name: WithDefault<string>
    person_id: string | null
    status: WithDefault<DifferenceStatus>
    first_seen_at: Time
    last_seen_at: Time
    settled_by: string | null
    settled_at: Date | null
    reason: string | null
    version: Generated<number>
  }
  pim_activations: {
    id: string
    account_id: string
    person_id: string
    role_definition_id: string
    role_name: string
    scope: string
    linked_eligibility_id: string | null
    justification: string
    ticket_number: string | null
    ticket_system: string | null
    minutes: number
    max_minutes: number
    status: ActivationStatus
    starts_at: Date | null
    ends_at: Date | null
    problem: string | null
    version: Generated<number>
    created_at: Created
    updated_at: Time
  }
  pim_orders: {
    id: string
    activation_id: string
    kind: PimOrderKind
    justification: string
    ends_at: Date | null
    not_before: Date | null
    status: PimOrderStatus
    created_at: Created
    updated_at: Time
  }
  address_ranges: { range: string; region: string; account_id: string | null; taken_at: Date | null }
  stores: {
    number: string
    name: string
    format: string
    address: Json<StoreAddress>
    town: string
    postcode: string
    region: StoreRegion
    opened: string | null
    closing: string | null
    network: Json<StoreNetwork> | null
    as_of: Date
    fetched_at: Date
    gone_at: Date | null
    search_text: GeneratedAlways<string>
  }
  store_refreshes: {
    only_one: WithDefault<boolean>
    started_at: Date
    finished_at: Date | null
    after: string | null
    problem: string | null
  }
  edge_rollouts: {
    id: string
    reference: string
    name: string
    status: RolloutStatus
    wave_size: number
    halt_after: number | null
    halt_percent: number | null
    tower_id: string
    family_id: string
    cost_centre: string
    region: string
    budget: Json<Budget>
    created_by: string
    halted_because: string | null
    halted_at: Date | null
    halted_by: string | null
    version: Generated<number>
    created_at: Created
    updated_at: Time
    ended_at: Date | null
  }
  edge_rollout_owners: { rollout_id: string; person_id: string; position: number }
  edge_waves: {
    id: string
    rollout_id: string
    number: number
    status: WaveStatus
    attempt: WithDefault<number>
    work_id: string | null
    started_at: Date | null
    ended_at: Date | null
  }
  edge_rollout_stores: {
    id: WithDefault<string>
    rollout_id: string
    wave_id: string
    position: number
    store_number: string
    store_name: string
    town: string
    postcode: string
    region: StoreRegion
    azure_region: string
    account_id: string | null
    account_name: string
    address_range: string
    status: EdgeStoreStatus
    progress: WithDefault<number>
    reason: string | null
    note: string | null
    attempt: WithDefault<number>
    tries: WithDefault<number>
    asked_at: Date | null
    poll: string | null
    step_since: Date | null
    ready_at: Date | null
    completed_at: Date | null
    completed_by: string | null
    updated_at: Time
    search_text: GeneratedAlways<string>
  }
  account_requests: {
    id: string
    reference: string
    requester_id: string
    status: RequestStatus
    name: string
    details: Json<Record<string, unknown>>
    tower_id: string
    family_id: string
    account_id: string | null
    version: Generated<number>
    submitted_at: Time
    created_at: Created
    updated_at: Time
  }
  approval_policies: {
    id: string
    version: number
    subject_kind: string
    name: string
    description: WithDefault<string>
    reject: Json<AutomaticRule[]>
    approve: Json<AutomaticRule[]>
    stages: Json<PolicyStage[]>
    status: WithDefault<PolicyStatus>
    active: WithDefault<boolean>
    change_note: WithDefault<string>
    based_on: number | null
    revision: Generated<number>
    change_id: Generated<string>
    created_by: string | null
    proposed_at: Date | null
    live_at: Date | null
    retired_at: Date | null
    created_at: Created
    updated_at: Time
  }
  approvals: {
    id: string
    subject_kind: string
    subject_id: string
    requester_id: string
    policy_id: string
    policy_version: number
    tower_id: string | null
    family_id: string | null
    catalogue_item_ids: WithDefault<string[]>
    status: WithDefault<ApprovalStatus>
    stage: number
    opened_at: Created
    due_at: Date
    closed_at: Date | null
    version: Generated<number>
    account_id: string | null
    sandbox_id: string | null
    facts: Json<Record<string, unknown>, string | undefined>
    automatic: string | null
    given: WithDefault<'approved' | 'stages' | 'asked' | null>
    nudged_at: Date | null
    answer_by: Date | null
    answer_next: Date | null
  }
  approval_stages: {
    approval_id: string
    stage: number
    name: string
    rule: Json<StageRule>
    minimum: number
    status: StageStatus
    opened_at: Date | null
    closed_at: Date | null
    alternates: Json<StageRule> | null
    remind_after_hours: number | null
    escalate_after_hours: number | null
    hours_to_decide: number | null
    due_at: Date | null
    remind_at: Date | null
    reminded_at: Date | null
    escalate_at: Date | null
    escalated_at: Date | null
    keys: WithDefault<string[]>
    alternate_keys: WithDefault<string[]>
    cover_checked_at: Date | null
    cover_asked_at: Date | null
    /** The votes that counted when the stage was approved; written by the database alone. */
    counted: string[] | null
  }
  /** Undecided stages by the keys of whom their rules name; written by the database alone. */
  undecided: {
    key: string
    approval_id: string
    stage: number
    alternate: boolean
    open: boolean
    alone: boolean
    voted: boolean
    requester_id: string
    fallback_group_id: string | null
    subject_kind: string
    subject_id: string
    account_id: string | null
    environment: string | null
    risk: number
    opened_at: Date | null
    due_at: Date
    began_at: Date
    reference: string | null
    group_id: string | null
    sole: boolean
  }
  approval_comments: {
    id: string
    approval_id: string
    stage: number
    person_id: string
    comment: string
    created_at: Created
  }
  policy_replays: {
    id: string
    policy_id: string
    policy_version: number
    subject_kind: string
    days: number
    rules: Json<ReplayedRules>
    from_at: Date
    until_at: Date
    status: WithDefault<'running' | 'done'>
    total: number
    looked: WithDefault<number>
    unrecorded: WithDefault<number>
    flows: Json<Record<string, number>, string | undefined>
    waits: Json<ReplayWaits> | null
    after_at: Date | null
    after_id: string | null
    started_by: string
    started_at: Date
    finished_at: Date | null
  }
  policy_replay_changes: {
    replay_id: string
    approval_id: string
    change: ReplayChange
    odd: number
    was: Json<ReplaySide>
    would: Json<ReplaySide>
    wait_before: number | null
    wait_after: number | null
    notices_before: number
    notices_after: number
    asked_at: Date
  }
  policy_replay_people: { replay_id: string; person_id: string; notices_before: number; notices_after: number }
  delegations: {
    id: string
    person_id: string
    delegate_id: string
    starts_at: Date
    ends_at: Date | null
    reason: WithDefault<string>
    status: 'scheduled' | 'live' | 'ended'
    created_by: string
    /** Who changed it last. */
    changed_by: string | null
    created_at: Created
    updated_at: Time
  }
  approval_decisions: {
    id: string
    approval_id: string
    stage: number
    approver_id: string
    requester_id: string
    decision: 'approve' | 'reject' | 'requestChanges'
    comment: WithDefault<string>
    decided_at: Created
    on_behalf_of: string | null
  }
  stage_approvers: {
    approval_id: string
    stage: number
    person_id: string
    fallback: boolean
    alternate: boolean
    on_behalf_of: string | null
    passed_on: boolean
  }
  /** One seat at one stage of one round that another may use too. */
  passed_decisions: {
    id: string
    approval_id: string
    stage: number
    person_id: string
    receiver_id: string
    comment: string
    created_at: Created
    ended_at: Date | null
    ended_by: string | null
  }
  /** Whether and when the automatic replies of somebody say that they are away. */
  calendars: {
    person_id: string
    wanted_at: Date
    due_at: Date
    checked_at: Date | null
    away: WithDefault<boolean>
    starts_at: Date | null
    ends_at: Date | null
  }
  calendar_refusals: { id: WithDefault<boolean>; refused_at: Date }
  department_moves: { person_id: string; at: Date; former_department: string }
  access_reviews: {
    id: string
    reference: string
    name: string
    account_id: string | null
    group_id: string | null
    tower_id: string | null
    reviewers: 'owners' | 'managers' | 'named' | 'self'
    when_silent: 'keep' | 'remove' | 'recommended' | 'fallback'
    reason_to_keep: boolean
    recurrence: 'none' | 'quarterly' | 'halfYearly' | 'yearly'
    days: number
    starts_at: Date
    due_at: Date
    status: ReviewStatus
    created_by: string
    previous_id: string | null
    directory_answered: boolean | null
    not_reviewed: Json<ReviewOther[], string | undefined>
    opened_at: Date | null
    half_time_reminded_at: Date | null
    last_day_reminded_at: Date | null
    escalated_at: Date | null
    closed_at: Date | null
    closed_by: string | null
    applied_at: Date | null
    digest: string | null
    cancelled_because: WithDefault<string>
    version: Generated<number>
    created_at: Created
    updated_at: Time
  }
  access_review_named: { review_id: string; person_id: string; position: number }
  access_review_items: {
    id: WithDefault<string>
    review_id: string
    group_id: string
    person_id: string
    account_name: string
    group_name: string
    person_name: string
    department: string | null
    via: 'request' | 'admin' | 'adopted' | null
    since: Date | null
    until: Date | null
    last_used_at: Date | null
    use_known: WithDefault<boolean>
    peers: WithDefault<number>
    recommendation: WithDefault<'keep' | 'remove'>
    recommended_because: WithDefault<string>
    decision: WithDefault<'undecided' | 'keep' | 'remove'>
    reason: WithDefault<string>
    decided_by: string | null
    decided_by_name: string | null
    decided_at: Date | null
    removal_begun_at: Date | null
    result: ReviewResult | null
    result_note: WithDefault<string>
    settled_at: Date | null
  }
  access_review_deciders: { review_id: string; item_id: string; person_id: string; tier: number }
  sandbox_templates: {
    id: string
    name: string
    description: WithDefault<string>
    hosting: SandboxHosting
    regions: string[]
    allowed_resource_types: WithDefault<string[]>
    currency: WithDefault<string>
    max_budget: number
    default_budget: number
    max_hours: number
    default_hours: number
    max_extensions: WithDefault<number>
    extension_hours: WithDefault<number>
    max_members: WithDefault<number>
    max_per_person: WithDefault<number>
    thresholds: Json<SpendThreshold[]>
    reminder_hours: WithDefault<number[]>
    idle_hours: number | null
    approval: Json<ApprovalRuling>
    groups: Json<SandboxGroupWish[]>
    typical_use: Json<TypicalUse[], string | undefined>
    visibility: WithDefault<'everyone' | 'groups' | 'hidden'>
    visible_to: WithDefault<string[]>
    enabled: WithDefault<boolean>
    version: Generated<number>
    created_at: Created
    updated_at: Time
  }
  retail_prices: { key: string; currency: string; hourly: number | null; fetched_at: Date }
  sandbox_meters: {
    sandbox_id: string
    counted_to: Date
    rate: WithDefault<number>
    carry: WithDefault<number>
    looked_at: Date | null
    resources: Json<MeteredResource[], string | undefined>
    priced_at: Date | null
    trouble: string | null
    idle_checked_at: Date | null
    closed_at: Date | null
  }
  /** Amounts are millionths of a minor unit; `day` is in UTC. */
  sandbox_days: {
    sandbox_id: string
    day: string
    estimated: WithDefault<number>
    billed: number | null
    billed_at: Date | null
  }
  sandbox_spend: {
    sandbox_id: string
    at: Date
    day: string
    day_estimated: number
    rate: number
    filled: WithDefault<boolean>
  }
  sandbox_bills: { subscription_id: string; asked_at: Date; trouble: string | null }
  sandbox_hosts: {
    id: string
    subscription_id: string
    name: string
    kind: 'shared' | 'pool'
    capacity: number
    status: WithDefault<HostStatus>
    resting_until: Date | null
    note: WithDefault<string>
    /** How long one of the pool rests before the next sandbox gets it. */
    rest_hours: WithDefault<number>
    version: Generated<number>
    created_at: Created
    updated_at: Time
  }
  sandbox_requests: {
    id: string
    reference: string
    kind: 'new' | 'extension'
    template_id: string
    sandbox_id: string | null
    requester_id: string
    tower_id: string
    details: Json<NewSandboxDetails | SandboxExtensionDetails>
    name: string
    justification: string
    status: SandboxRequestStatus
    automatic: WithDefault<boolean>
    ruling: WithDefault<string[]>
    version: Generated<number>
    submitted_at: Time
    created_at: Created
    updated_at: Time
  }
  sandboxes: {
    id: string
    name: string
    purpose: string
    status: SandboxStatus
    template_id: string
    terms: Json<SandboxTerms>
    request_id: string
    requester_id: string
    tower_id: string
    region: string
    hosting: SandboxHosting
    host_id: string | null
    subscription_id: string | null
    resource_group: string | null
    queue_number: GeneratedAlways<number>
    lease_hours: number
    lease_start: Date | null
    lease_end: Date | null
    extensions_used: WithDefault<number>
    currency: string
    budget_limit: number
    spent: WithDefault<number>
    hourly_rate: WithDefault<number>
    spend_at: Date | null
    limit_reached_at: Date | null
    frozen_at: Date | null
    frozen_because: 'budget' | 'owner' | 'admin' | null
    /** What freezing took away. */
    held: Json<HeldBack, string | undefined>
    delete_asked_at: Date | null
    delete_asked_by: string | null
    delete_because: 'owner' | 'admin' | 'expired' | null
    delete_at: Date | null
    removing_at: Date | null
    cleanup_failures: WithDefault<number>
    deleted_at: Date | null
    version: Generated<number>
    created_at: Created
    updated_at: Time
    search_text: GeneratedAlways<string>
    budget_percent: GeneratedAlways<number>
  }
  sandbox_words: { word: string }
  sandbox_owners: { sandbox_id: string; person_id: string; position: number }
  sandbox_actions: {
    id: string
    sandbox_id: string
    kind: SandboxActionKind
    status: WithDefault<'open' | 'done' | 'failed'>
    asked_by: string | null
    reason: WithDefault<string>
    created_at: Created
    ended_at: Date | null
  }
  sandbox_events: {
    id: string
    sandbox_id: string
    at: Time
    kind: string
    text: string
    person_id: string | null
    key: string
    number: GeneratedAlways<number>
  }
  work_runs: {
    id: string
    kind: string
    subject_kind: string
    subject_id: string
    input: Json<Record<string, unknown>>
    status: WithDefault<RunStatus>
    epoch: Generated<number>
    created_at: Created
    started_at: Date | null
    ended_at: Date | null
    updated_at: Time
    /** What it is about, as it was called when it began; looked up by the database. */
    name: Generated<string | null>
    reference: Generated<string | null>
    person_id: Generated<string | null>
    account_id: Generated<string | null>
    search_text: GeneratedAlways<string>
    /** The step it stands at, and since when and why that does not succeed. */
    at_step: Generated<string | null>
    stuck_since: Generated<Date | null>
    cause_service: Generated<string | null>
    cause_code: Generated<string | null>
    cause_text: Generated<string | null>
    cancelled_by: Generated<string | null>
    cancelled_at: Generated<Date | null>
    cancel_reason: Generated<string | null>
    /** The run whose work this one takes back. */
    trace: Generated<string | null>
    undoes: Generated<string | null>
  }
  work_steps: {
    run_id: string
    position: number
    name: string
    title: string
    status: WithDefault<StepStatus>
    attempts: Generated<number>
    started_at: Date | null
    ended_at: Date | null
    next_attempt_at: Date | null
    memo: Json<Record<string, unknown>>
    output: Json<Record<string, unknown>> | null
    error: Json<StepError> | null
    note: string | null
    skipped_by: string | null
    skip_reason: string | null
  }
  pull_requests: {
    run_id: string
    branch: string
    step: string
    number: number
    url: string
    title: string
    head_sha: string
    state: 'open' | 'merged' | 'closed'
    conflicts: WithDefault<boolean>
    checks_state: CheckState
    checks: Json<PullRequestCheck[]>
    merge_sha: string | null
    opened_at: Date
    looked_at: Date
    ordered_sha: string | null
    ordered_by: string | null
    ordered_at: Date | null
  }
  notifications: {
    id: string
    person_id: string
    kind: string
    subject_kind: string
    subject_id: string
    title: string
    body: WithDefault<string>
    dedupe_key: string
    created_at: Created
    read_at: Date | null
  }
  notification_settings: {
    person_id: string
    mail: Json<Record<string, string>>
    time_zone: string
    quiet_from: number | null
    quiet_to: number | null
    quiet_weekends: WithDefault<boolean>
    digest_hour: number
    version: Generated<number>
    updated_at: Time
  }
  notification_channels: {
    id: string
    type: ChannelType
    name: string
    url_sealed: Buffer | null
    address: WithDefault<string>
    secret_sealed: Buffer | null
    old_secret_sealed: Buffer | null
    old_secret_until: Date | null
    topics: WithDefault<string[]>
    tower_id: string | null
    family_id: string | null
    account_id: string | null
    enabled: WithDefault<boolean>
    disabled_because: string | null
    failures: WithDefault<number>
    failing_since: Date | null
    rest_until: Date | null
    last_sent_at: Date | null
    last_problem: string | null
    created_by: string | null
    created_at: Created
    deleted_at: Date | null
    version: Generated<number>
  }
  deliveries: {
    id: string
    channel_id: string
    person_id: string | null
    kind: string
    subject_kind: string
    subject_id: string
    title: string
    body: WithDefault<string>
    dedupe_key: string
    urgent: WithDefault<boolean>
    digest: WithDefault<boolean>
    digest_id: string | null
    number: GeneratedAlways<number>
    recipient_id: GeneratedAlways<string>
    status: WithDefault<DeliveryStatus>
    attempts: WithDefault<number>
    next_attempt_at: Date | null
    answer: string | null
    created_at: Created
    attempted_at: Date | null
    sent_at: Date | null
    search_text: GeneratedAlways<string>
  }
  api_keys: {
    id: string
    name: string
    public_id: string | null
    hash: Buffer | null
    /** Client id of an application that has no key and calls with tokens of its own. */
    application_id: Generated<string | null>
    scopes: string[]
    account_ids: WithDefault<string[]>
    owner_id: string
    created_by: string
    created_at: Created
    expires_at: Time
    last_used_at: Time | null
    revoked_at: Time | null
    revoked_by: string | null
    version: WithDefault<number>
    search_text: GeneratedAlways<string>
    remind_at: Date | null
  }
  feedback: {
    id: string
    reference: string
    person_id: string
    rating: number
    category: FeedbackCategory
    text: WithDefault<string>
    page: string
    context: Json<FeedbackContext>
    status: WithDefault<FeedbackStatus>
    note: WithDefault<string>
    answered_by: string | null
    answered_at: Date | null
    search_text: GeneratedAlways<string>
    version: Generated<number>
    created_at: Time
    updated_at: Time
  }
  incidents: {
    id: string
    account_id: string
    raised_by: string
    title: string
    description: string
    impact: number
    urgency: number
    item_id: string | null
    item_name: string | null
    group_id: string | null
    group_name: string | null
    status: WithDefault<IncidentStatus>
    note: string | null
    number: string | null
    sys_id: string | null
    priority: number | null
    opened_at: Date | null
    checked_at: Date | null
    created_at: Created
    updated_at: Time
  }
  alert_keys: {
    id: string
    account_id: string
    name: string
    public_id: string
    hash: Buffer
    configuration_item: string | null
    assignment_group: string | null
    created_by: string
    created_at: Created
    expires_at: Date | null
    last_used_at: Date | null
    revoked_at: Date | null
    revoked_by: string | null
  }
  alert_arrivals: {
    id: GeneratedAlways<number>
    account_id: string
    key_id: string
    fingerprint: Buffer
    event_hash: Buffer
    state: AlertState
    fires: boolean
    at: Date
    received_at: Date
    folded_at: Date | null
    detail: Json<AlertDetail> | null
  }
  alert_groups: {
    id: string
    account_id: string
    fingerprint: Buffer
    source: AlertSource
    title: string
    description: string
    resource: string | null
    link: string | null
    priority: number
    severity: GeneratedAlways<AlertSeverity>
    configuration_item: string | null
    assignment_group: string | null
    state: AlertState
    state_at: Date
    count: number
    episode: number
    first_seen: Date
    last_seen: Date
    folds: WithDefault<number>
    generation: WithDefault<number>
    incident_id: string | null
    incident_number: string | null
    incident_status: 'open' | 'resolved' | 'closed' | null
    told_count: WithDefault<number>
    told_episode: WithDefault<number>
    told_priority: number | null
    told_at: Date | null
    due_at: Date | null
    problem: string | null
    search_text: GeneratedAlways<string>
  }
  deployments: {
    id: string
    account_id: string
    app: string
    project: string
    action: 'deploy' | 'remove'
    status: DeploymentStatus
    request: Json<DeploymentRequest>
    request_hash: string
    revision: string | null
    deployed_revision: string | null
    result: string | null
    key_id: string
    key_name: string
    created_at: Created
    started_at: Date | null
    ended_at: Date | null
  }
  idempotency_keys: {
    subject: string
    operation: string
    key: string
    body_hash: Buffer
    status: number
    headers: Json<Record<string, string>>
    body: Json<unknown> | null
    created_at: Created
  }
  anonymous_calls: {
    hour: Date
    operation: string
    outcome: 'denied' | 'failed'
    code: string
    network: string
    further: WithDefault<number>
    request_id: string
  }
  audit_events: {
    id: string
    at: Created
    actor_id: string | null
    actor_name: string
    credential: string
    operation: string
    subject_kind: string | null
    subject_id: string | null
    before: Json<unknown> | null
    after: Json<unknown> | null
    outcome: 'allowed' | 'denied' | 'failed'
    reason: string | null
    request_id: string
    who_salt: WithDefault<string | null>
    subject_salt: WithDefault<string | null>
    what_salt: WithDefault<string | null>
  }
  audit_erasures: {
    event_id: string
    part: AuditPart
    request_id: string
    hash: Buffer | null
  }
  audit_erasure_requests: {
    id: string
    person_id: string
    reason: string
    by_name: boolean
    status: WithDefault<'open' | 'confirmed' | 'withdrawn' | 'expired'>
    requested_by: string
    requested_at: Date
    expires_at: Date
    actors: string[]
    who: number
    subject: number
    what: number
    closed_by: string | null
    closed_at: Date | null
    request_id: string | null
  }
  audit_pending: {
    number: GeneratedAlways<number>
    event_id: string
  }
  audit_chain: {
    seq: number
    event_id: string
    who_hash: Buffer
    subject_hash: Buffer
    what_hash: Buffer
    hash: Buffer
  }
  audit_checkpoints: {
    seq: number
    hash: Buffer
    at: Date
    key_id: string
    signature: Buffer
    previous_seq: number | null
  }
  audit_verifications: {
    id: string
    requested_by: string | null
    requested_at: Date
    started_at: Date | null
    ended_at: Date | null
    events: WithDefault<number>
    last_seq: WithDefault<number>
    outcome: 'sound' | 'broken' | 'failed' | null
    findings: Json<AuditFinding[], string | undefined>
  }
  /** Recurring duties (`server/schedules.ts`). */
  schedules: {
    name: string
    period_ms: number
    offset_ms: number
    created_at: Generated<Date>
    run_id: string | null
    beat: WithDefault<number>
    started_at: Date | null
    ended_at: Date | null
    duration_ms: number | null
    failures: WithDefault<number>
    problem: string | null
    retry_at: Date | null
  }
  queue_pauses: { queue: string; reason: string; paused_by: string; paused_at: Time }
  service_health: {
    replica: string
    service: string
    seen: Json<ServiceSeen>
    at: Time
  }
  /** What the last check of each invariant found (`db/invariants`). */
  invariant_checks: {
    name: string
    checked_at: Date
    violations: number
    rows: Json<InvariantRow[]>
    problem: string | null
    violated_since: Date | null
  }
  slow_queries: {
    fingerprint: string
    statement: string
    operation: string
    count: number
    total_ms: number
    max_ms: number
    first_seen: Time
    last_seen: Time
  }
}
