import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Row types of the tables in `migrations/`; a test compares them with the database itself. */
type Json<T, Inserted = string> = ColumnType<T, Inserted, string>
type WithDefault<T> = ColumnType<T, T | undefined, T>
type Created = ColumnType<Date, Date | undefined, never>
type Time = ColumnType<Date, Date | undefined, Date>

export type Environment = 'production' | 'preproduction' | 'test' | 'development'
export type AccountKind = 'cloud' | 'edge' | 'manual'
export type AccountStatus = 'provisioning' | 'failed' | 'active' | 'decommissioning' | 'decommissioned' | 'deleted'
export type RequestStatus = 'draft' | 'pending_approval' | 'changes_requested' | 'approved' | 'rejected' | 'expired' | 'cancelled'
export type UpdateKind = 'catalogue' | 'details' | 'decommission'
export type RetirementPhase = 'grace' | 'removing' | 'gone' | 'undoing' | 'undone' | 'restoring' | 'restored' | 'over'
export type ApprovalStatus = 'pending' | 'approved' | 'rejected' | 'changes_requested' | 'expired' | 'cancelled'
export type StageStatus = 'waiting' | 'open' | 'approved' | 'rejected' | 'changes_requested' | 'expired' | 'cancelled'
export type RunStatus = 'queued' | 'running' | 'waiting' | 'succeeded' | 'failed'
export type GapOutcome = 'accepted' | 'replaced' | 'returned' | 'familyOwner' | 'towerLead' | 'fallbackGroup' | 'kept' | 'ended'
export type AccessGroupStatus = 'creating' | 'ready' | 'failed' | 'deleting' | 'deleted'
export type GrantStatus = 'scheduled' | 'granting' | 'active' | 'revoking' | 'expired' | 'revoked'
export type EmergencyStatus = 'opening' | 'active' | 'ending' | 'ended' | 'afterword' | 'closing' | 'closed' | 'failed'
export type DifferenceKind = 'added' | 'removed' | 'groupMissing'
export type DifferenceStatus = 'open' | 'adopted' | 'removed' | 'restored' | 'accepted' | 'gone'
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
export type SandboxHosting = 'resourceGroup' | 'subscription'
export type SandboxStatus = 'queued' | 'provisioning' | 'failed' | 'active' | 'frozen' | 'deleting' | 'deleted' | 'quarantined'
export type SandboxActionKind = 'provision' | 'freeze' | 'thaw' | 'cleanUp'
export type SandboxRequestStatus = 'pending_approval' | 'changes_requested' | 'approved' | 'rejected' | 'expired' | 'cancelled'
export type HostStatus = 'available' | 'resting' | 'quarantined' | 'retired'
export type PimOrderKind = 'assign' | 'extend' | 'remove'
export type PimOrderStatus = 'waiting' | 'open' | 'done' | 'refused'
export type StepStatus = 'pending' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'skipped'

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
    | 'anyOf'
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
  /** The stage applies only to requests like this; absent = to all. */
  onlyFor?: { environments?: Environment[]; restrictedItems?: boolean; updateKinds?: UpdateKind[] }
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
    endsAt: string | null
  }[]
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
  state: 'good' | 'attention' | 'bad' | 'unknown'
  why: string
  action: { label: string; at: string } | null
  role: string
  answered: boolean
}
export interface StepError {
  message: string
  code: string
  retryable: boolean
}

export interface Database {
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
  access_words: { word: string }
  role_abilities: {
    role_definition_id: string
    role_name: string
    scope: string
    abilities: WithDefault<string[]>
    lets: WithDefault<string[]>
    breadth: WithDefault<number>
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
    duration_hours: number | null
    remind_at: Date | null
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
    stages: Json<PolicyStage[]>
    active: WithDefault<boolean>
    created_at: Created
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
  }
  stage_approvers: { approval_id: string; stage: number; person_id: string; fallback: boolean }
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
  }
}
