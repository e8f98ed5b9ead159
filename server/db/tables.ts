// Written by `node scripts/tables.ts` from the migrated database.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type {
  AccountNetwork,
  AccountUpdateChange,
  AlertDetail,
  AlertSeverity,
  AuditFinding,
  AutomaticRule,
  Budget,
  CheckFailure,
  CloudError,
  DeploymentRequest,
  FeedbackContext,
  FrozenState,
  GroupRole,
  HealthPart,
  InvariantRow,
  MeteredResource,
  Money,
  NewSandboxDetails,
  PolicyStage,
  PullRequestCheck,
  ReplayedRules,
  ReplaySide,
  ReplayWaits,
  RequestConflict,
  RequestedSandboxGroup,
  RestoreDifference,
  RestoreProblem,
  ReviewOther,
  SandboxExtensionDetails,
  SandboxTerms,
  SavedAccess,
  SavedFile,
  ServiceCallStats,
  SpendThreshold,
  StageRule,
  StepError,
  StoreAddress,
  StoredCheck,
  StoreNetwork,
  StoreRegion,
  TagResult,
  TemplateApprovalRule,
  TypicalUse,
} from './jsonTypes.ts'
import type {
  AccessGroupStatus,
  AccountKind,
  AccountStatus,
  ActivationStatus,
  AlertSource,
  AlertState,
  ApprovalStatus,
  AuditPart,
  ChannelType,
  CheckState,
  DecommissionPhase,
  DeliveryStatus,
  DeploymentStatus,
  DifferenceKind,
  DifferenceStatus,
  EdgeStoreStatus,
  EmergencyStatus,
  Environment,
  FeedbackCategory,
  FeedbackStatus,
  GapOutcome,
  GrantStatus,
  HostStatus,
  IncidentStatus,
  PictureType,
  PimOrderKind,
  PimOrderStatus,
  PolicyStatus,
  ReplayChange,
  RequestStatus,
  RestoreKind,
  ReviewResult,
  ReviewStatus,
  RolloutStatus,
  RunStatus,
  SandboxActionKind,
  SandboxHosting,
  SandboxRequestStatus,
  SandboxStatus,
  StageStatus,
  StepStatus,
  UpdateKind,
  WaveStatus,
} from './unions.ts'

export type * from './jsonTypes.ts'
export type * from './unions.ts'

/** A column that is read as a value and written as text. */
type Json<T> = ColumnType<T, string, string>
type JsonWithDefault<T> = ColumnType<T, string | undefined, string>
/** A column that never changes. */
type CreatedAt = ColumnType<Date, Date | undefined, never>

export interface Database {
  access_differences: {
    id: string
    account_id: string
    group_id: string
    kind: DifferenceKind
    member_id: string | null
    member_kind: 'person' | 'group' | 'other' | null
    member_name: Generated<string>
    person_id: string | null
    status: Generated<DifferenceStatus>
    first_seen_at: Date
    last_seen_at: Date
    resolved_by: string | null
    resolved_at: Date | null
    reason: string | null
    version: Generated<number>
  }
  access_group_conflicts: {
    group_id: string
    other_id: string
    reason: string
    created_by: string | null
    created_at: CreatedAt
  }
  access_group_scans: {
    group_id: string
    baseline_at: Date | null
    scanned_at: Date | null
    problem: string | null
  }
  access_groups: {
    id: string
    account_id: string | null
    directory_group_id: string | null
    name: string
    description: Generated<string>
    roles: JsonWithDefault<GroupRole[]>
    assignment: 'active' | 'eligible'
    requestable: Generated<boolean>
    max_duration_hours: number | null
    status: AccessGroupStatus
    created_by: string | null
    version: Generated<number>
    created_at: CreatedAt
    updated_at: Generated<Date>
    search_text: Generated<string>
    abilities: Generated<string[]>
    allowed_actions: Generated<string[]>
    breadth: Generated<number>
    sandbox_id: string | null
  }
  access_requests: {
    id: string
    reference: string
    group_id: string
    requester_id: string
    justification: string
    duration_hours: number | null
    status: RequestStatus
    version: Generated<number>
    submitted_at: Generated<Date>
    created_at: CreatedAt
    updated_at: Generated<Date>
    conflicts: JsonWithDefault<RequestConflict[]>
    account_id: string | null
    search_text: GeneratedAlways<string>
    extends_assignment_id: string | null
    sandbox_id: string | null
  }
  access_review_deciders: {
    review_id: string
    item_id: string
    person_id: string
    tier: number
  }
  access_review_items: {
    id: Generated<string>
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
    use_known: Generated<boolean>
    peers: Generated<number>
    recommendation: Generated<'keep' | 'remove'>
    recommendation_reason: Generated<string>
    decision: Generated<'pending' | 'keep' | 'remove'>
    reason: Generated<string>
    decided_by: string | null
    decided_by_name: string | null
    decided_at: Date | null
    removal_started_at: Date | null
    result: ReviewResult | null
    result_note: Generated<string>
    resolved_at: Date | null
  }
  access_review_named: {
    review_id: string
    person_id: string
    position: number
  }
  access_reviews: {
    id: string
    reference: string
    name: string
    account_id: string | null
    group_id: string | null
    tower_id: string | null
    reviewers: 'owners' | 'managers' | 'named' | 'self'
    default_decision: 'keep' | 'remove' | 'recommended' | 'fallback'
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
    cancel_reason: Generated<string>
    version: Generated<number>
    created_at: CreatedAt
    updated_at: Generated<Date>
    not_reviewed: JsonWithDefault<ReviewOther[]>
    environments: Generated<Environment[]>
  }
  access_scans: {
    only_one: Generated<boolean>
    started_at: Date
    after_account: string | null
    moved_at: Date
    ended_at: Date | null
  }
  access_terms: {
    word: string
  }
  account_catalogue_items: {
    account_id: string
    item_id: string
    inputs: JsonWithDefault<Record<string, unknown>>
    added_at: CreatedAt
  }
  account_costs: {
    account_id: string
    month: string
    currency: string
    spent: number
    forecast: number | null
    read_at: Date
  }
  account_decommissions: {
    update_id: string
    account_id: string
    phase: DecommissionPhase
    access: JsonWithDefault<SavedAccess>
    files: JsonWithDefault<SavedFile[]>
    started_at: Generated<Date>
    grace_ends_at: Date
    cancelled_at: Date | null
    restorable_until: Date | null
    ended_at: Date | null
    ended_by: string | null
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
  account_health: {
    account_id: string
    score: number
    parts: Json<HealthPart[]>
    checked_at: Date
    known: Generated<number>
  }
  account_owners: {
    account_id: string
    person_id: string
    position: number
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
    submitted_at: Generated<Date>
    created_at: CreatedAt
    updated_at: Generated<Date>
    planned_account_id: Generated<string>
  }
  account_terms: {
    word: string
  }
  account_updates: {
    id: string
    reference: string
    account_id: string
    kind: UpdateKind
    change: Json<AccountUpdateChange>
    reason: Generated<string>
    requester_id: string
    status: RequestStatus
    version: Generated<number>
    submitted_at: Generated<Date>
    created_at: CreatedAt
    updated_at: Generated<Date>
  }
  accounts: {
    id: string
    name: string
    name_key: GeneratedAlways<string>
    description: Generated<string>
    kind: AccountKind
    environment: Environment
    workload: 'Production' | 'DevTest'
    status: AccountStatus
    subscription_id: string | null
    management_group_id: string | null
    tower_id: string
    family_id: string
    cost_centre: Generated<string>
    data_classification: 'public' | 'internal' | 'confidential' | 'restricted'
    criticality: 'tier1' | 'tier2' | 'tier3' | 'tier4'
    region: string
    network: JsonWithDefault<AccountNetwork>
    budget: Json<Budget>
    budget_amount: GeneratedAlways<number>
    catalogue_item_ids: Generated<string[]>
    tags: JsonWithDefault<Record<string, string>>
    store_numbers: Generated<string[]>
    request_id: string | null
    search_text: GeneratedAlways<string>
    version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    connectivity: GeneratedAlways<string>
    health: number | null
    subscription_since: Date | null
    health_known: number | null
  }
  address_ranges: {
    range: string
    region: string
    account_id: string | null
    allocated_at: Date | null
  }
  alert_events: {
    id: GeneratedAlways<number>
    account_id: string
    key_id: string
    fingerprint: Buffer
    event_hash: Buffer
    state: AlertState
    fires: boolean
    at: Date
    received_at: Date
    grouped_at: Date | null
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
    revision: Generated<number>
    generation: Generated<number>
    incident_id: string | null
    incident_number: string | null
    incident_status: 'open' | 'resolved' | 'closed' | null
    synced_count: Generated<number>
    synced_episode: Generated<number>
    synced_priority: number | null
    synced_at: Date | null
    due_at: Date | null
    problem: string | null
    search_text: GeneratedAlways<string>
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
    created_at: CreatedAt
    expires_at: Date | null
    last_used_at: Date | null
    revoked_at: Date | null
    revoked_by: string | null
  }
  anonymous_calls: {
    hour: Date
    operation: string
    outcome: 'denied' | 'failed'
    code: string
    network: string
    further: Generated<number>
    request_id: string
  }
  api_keys: {
    id: string
    name: string
    public_id: string | null
    hash: Buffer | null
    scopes: string[]
    account_ids: Generated<string[]>
    owner_id: string
    created_by: string
    created_at: CreatedAt
    expires_at: Date
    last_used_at: Date | null
    revoked_at: Date | null
    revoked_by: string | null
    version: Generated<number>
    remind_at: Date | null
    application_id: string | null
    search_text: GeneratedAlways<string>
  }
  approval_comments: {
    id: string
    approval_id: string
    stage: number
    person_id: string
    comment: string
    created_at: CreatedAt
  }
  approval_decisions: {
    id: string
    approval_id: string
    stage: number
    approver_id: string
    requester_id: string
    decision: 'approve' | 'reject' | 'requestChanges'
    comment: Generated<string>
    decided_at: CreatedAt
    on_behalf_of: string | null
    second_factor_until: Date | null
  }
  approval_evidence: {
    approval_id: string
    evidence: Json<Record<string, unknown>>
  }
  approval_policies: {
    id: string
    version: number
    subject_kind: string
    name: string
    stages: Json<PolicyStage[]>
    active: Generated<boolean>
    created_at: CreatedAt
    description: Generated<string>
    reject: JsonWithDefault<AutomaticRule[]>
    approve: JsonWithDefault<AutomaticRule[]>
    status: Generated<PolicyStatus>
    change_note: Generated<string>
    based_on: number | null
    revision: Generated<number>
    change_id: Generated<string>
    created_by: string | null
    proposed_at: Date | null
    live_at: Date | null
    replaced_at: Date | null
    updated_at: Generated<Date>
  }
  approval_reassignments: {
    id: string
    approval_id: string
    stage: number
    person_id: string
    receiver_id: string
    comment: string
    created_at: CreatedAt
    ended_at: Date | null
    ended_by: string | null
  }
  approval_requests: {
    kind: string
    id: string
    requester_id: string | null
    account_id: string | null
    sandbox_id: string | null
    group_id: string | null
    reference: string | null
    name: string
    status: string
    is_pending: boolean
    variant: string | null
    created_at: Date
    updated_at: Date
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
    keys: Generated<string[]>
    alternate_keys: Generated<string[]>
    substitute_checked_at: Date | null
    substitute_requested_at: Date | null
    counted: string[] | null
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
    catalogue_item_ids: Generated<string[]>
    status: Generated<ApprovalStatus>
    stage: number
    opened_at: CreatedAt
    due_at: Date
    closed_at: Date | null
    version: Generated<number>
    account_id: string | null
    sandbox_id: string | null
    facts: JsonWithDefault<Record<string, unknown>>
    automatic: string | null
    reminded_by_requester_at: Date | null
    override_outcome: 'approved' | 'stages' | 'required' | null
    resubmit_by: Date | null
    resubmit_check_at: Date | null
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
  audit_erasure_requests: {
    id: string
    person_id: string
    reason: string
    by_name: boolean
    status: Generated<'open' | 'confirmed' | 'withdrawn' | 'expired'>
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
  audit_erasures: {
    event_id: string
    part: AuditPart
    request_id: string
    hash: Buffer | null
  }
  audit_events: {
    id: string
    at: CreatedAt
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
    who_salt: string | null
    subject_salt: string | null
    what_salt: string | null
  }
  audit_pending: {
    number: GeneratedAlways<number>
    event_id: string
  }
  audit_verifications: {
    id: string
    requested_by: string | null
    requested_at: Date
    started_at: Date | null
    ended_at: Date | null
    events: Generated<number>
    last_seq: Generated<number>
    outcome: 'sound' | 'broken' | 'failed' | null
    findings: JsonWithDefault<AuditFinding[]>
  }
  calendar_denials: {
    id: Generated<boolean>
    denied_at: Date
  }
  calendars: {
    person_id: string
    requested_at: Date
    due_at: Date
    checked_at: Date | null
    away: Generated<boolean>
    starts_at: Date | null
    ends_at: Date | null
  }
  catalogue_item_approvers: {
    item_id: string
    person_id: string
  }
  catalogue_items: {
    id: string
    name: string
    version: string
    category: string
    description: Generated<string>
    inputs: JsonWithDefault<Record<string, unknown>>
    monthly_estimate: Json<Money>
    documentation_url: string | null
    enabled: Generated<boolean>
    created_at: CreatedAt
    updated_at: Generated<Date>
    revision: Generated<number>
  }
  database_restores: {
    id: string
    kind: RestoreKind
    data_at: CreatedAt
    restored_at: CreatedAt
    restored_by: string
    closed_at: Date | null
    accepted_by: string | null
    accepted_report: string | null
    comment: string | null
  }
  default_views: {
    person_id: string
    screen: string
    view_id: string
  }
  delegations: {
    id: string
    person_id: string
    delegate_id: string
    starts_at: Date
    ends_at: Date | null
    reason: Generated<string>
    status: 'scheduled' | 'live' | 'ended'
    created_by: string
    created_at: CreatedAt
    updated_at: Generated<Date>
    changed_by: string | null
  }
  deliveries: {
    id: string
    channel_id: string
    person_id: string | null
    kind: string
    subject_kind: string
    subject_id: string
    title: string
    body: Generated<string>
    dedupe_key: string
    urgent: Generated<boolean>
    digest: Generated<boolean>
    digest_id: string | null
    number: GeneratedAlways<number>
    recipient_id: GeneratedAlways<string>
    status: Generated<DeliveryStatus>
    attempts: Generated<number>
    next_attempt_at: Date | null
    answer: string | null
    created_at: CreatedAt
    attempted_at: Date | null
    sent_at: Date | null
    search_text: GeneratedAlways<string>
  }
  department_transfers: {
    person_id: string
    at: Date
    former_department: string
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
    created_at: CreatedAt
    started_at: Date | null
    ended_at: Date | null
  }
  directory_cursors: {
    name: string
    link: string
    updated_at: Generated<Date>
  }
  directory_group_members: {
    group_id: string
    person_id: string
  }
  directory_groups: {
    id: string
    display_name: string
    checked_at: Date | null
    fallback_owners: Generated<boolean>
  }
  doctor_report: {
    id: number
    checked_at: Date
    run_by: string | null
    previous_at: Date | null
    checks: Json<StoredCheck[]>
    failures: Json<CheckFailure[]>
    resolved: Json<CheckFailure[]>
  }
  edge_rollout_owners: {
    rollout_id: string
    person_id: string
    position: number
  }
  edge_rollout_stores: {
    id: Generated<string>
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
    progress: Generated<number>
    reason: string | null
    note: string | null
    attempt: Generated<number>
    tries: Generated<number>
    requested_at: Date | null
    poll: string | null
    step_since: Date | null
    ready_at: Date | null
    completed_at: Date | null
    completed_by: string | null
    updated_at: Generated<Date>
    search_text: GeneratedAlways<string>
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
    halt_reason: string | null
    halted_at: Date | null
    halted_by: string | null
    version: Generated<number>
    created_at: CreatedAt
    updated_at: Generated<Date>
    ended_at: Date | null
  }
  edge_waves: {
    id: string
    rollout_id: string
    number: number
    status: WaveStatus
    attempt: Generated<number>
    work_id: string | null
    started_at: Date | null
    ended_at: Date | null
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
    incident_opened: Generated<boolean>
    status: EmergencyStatus
    failure: string | null
    starts_at: Date | null
    ends_at: Date | null
    ended_at: Date | null
    ended_by: string | null
    report: string | null
    report_submitted_at: Date | null
    report_due_at: Date | null
    lifted_by: string | null
    lifted_at: Date | null
    reviewer_id: string | null
    review_comment: string | null
    reviewed_at: Date | null
    version: Generated<number>
    created_at: CreatedAt
    updated_at: Generated<Date>
  }
  emergency_profiles: {
    id: string
    name: string
    description: Generated<string>
    directory_group_id: string
    role_definition_id: string
    role_name: string
    scope: 'account' | 'tower' | 'environment'
    account_id: string | null
    tower_id: string | null
    environment: Environment | null
    max_minutes: number
    enabled: Generated<boolean>
    version: Generated<number>
    created_at: CreatedAt
    updated_at: Generated<Date>
  }
  ended_requests: {
    subject_kind: string
    subject_id: string
    requester_id: string
    account_id: string | null
    sandbox_id: string | null
    group_id: string | null
    reference: string
    status: string
    reason: string
  }
  families: {
    id: string
    name: string
    tower_id: string
    description: Generated<string>
    version: Generated<number>
    created_at: CreatedAt
    updated_at: Generated<Date>
    deleted_at: Date | null
  }
  family_owners: {
    family_id: string
    person_id: string
    position: number
  }
  feedback: {
    id: string
    reference: string
    person_id: string
    rating: number
    category: FeedbackCategory
    text: Generated<string>
    page: string
    context: JsonWithDefault<FeedbackContext>
    status: Generated<FeedbackStatus>
    note: Generated<string>
    answered_by: string | null
    answered_at: Date | null
    search_text: GeneratedAlways<string>
    version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  feedback_pictures: {
    feedback_id: string
    media_type: PictureType
    size: number
    width: number
    height: number
    content: Buffer
  }
  group_assignments: {
    id: string
    group_id: string
    person_id: string
    via: 'request' | 'admin' | 'adopted'
    request_id: string | null
    starts_at: Generated<Date>
    ends_at: Date | null
    status: GrantStatus
    created_at: CreatedAt
    updated_at: Generated<Date>
    version: Generated<number>
    granted_by: string | null
    reason: string | null
    duration_hours: number | null
    remind_at: Date | null
    end_set_by: string | null
    ending_since: Date | null
    maximum_lifted_by: string | null
    maximum_lifted_at: Date | null
    maximum_lift_reason: string | null
  }
  idempotency_keys: {
    subject: string
    operation: string
    key: string
    body_hash: Buffer
    status: number
    headers: Json<Record<string, string>>
    body: Json<unknown> | null
    created_at: CreatedAt
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
    status: Generated<IncidentStatus>
    note: string | null
    number: string | null
    sys_id: string | null
    priority: number | null
    opened_at: Date | null
    checked_at: Date | null
    created_at: CreatedAt
    updated_at: Generated<Date>
  }
  invariant_checks: {
    name: string
    checked_at: Date
    violations: number
    rows: JsonWithDefault<InvariantRow[]>
    problem: string | null
    violated_since: Date | null
  }
  key_fingerprints: {
    setting: 'SLIPWAY_KEY_SECRET' | 'SLIPWAY_AUDIT_KEY'
    number: number
    fingerprint: Buffer
    replaces: Buffer | null
    recorded_at: Generated<Date>
  }
  notification_channels: {
    id: string
    type: ChannelType
    name: string
    url_sealed: Buffer | null
    address: Generated<string>
    secret_sealed: Buffer | null
    old_secret_sealed: Buffer | null
    old_secret_until: Date | null
    topics: Generated<string[]>
    tower_id: string | null
    family_id: string | null
    account_id: string | null
    enabled: Generated<boolean>
    disabled_reason: string | null
    failures: Generated<number>
    failing_since: Date | null
    paused_until: Date | null
    last_sent_at: Date | null
    last_problem: string | null
    created_by: string | null
    created_at: CreatedAt
    deleted_at: Date | null
    version: Generated<number>
  }
  notification_settings: {
    person_id: string
    mail: JsonWithDefault<Record<string, string>>
    time_zone: string
    quiet_from: number | null
    quiet_to: number | null
    quiet_weekends: Generated<boolean>
    digest_hour: number
    version: Generated<number>
    updated_at: Generated<Date>
  }
  notifications: {
    id: string
    person_id: string
    kind: string
    subject_kind: string
    subject_id: string
    title: string
    body: Generated<string>
    dedupe_key: string
    created_at: CreatedAt
    read_at: Date | null
  }
  ownership_gaps: {
    id: Generated<string>
    account_id: string
    person_id: string
    reason: 'left' | 'moved'
    former_department: string | null
    opened_at: CreatedAt
    requested_at: Date | null
    resolved_at: Date | null
    outcome: GapOutcome | null
    successor_id: string | null
    synced_at: Date | null
  }
  ownership_proposals: {
    gap_id: string
    person_id: string
    rank: number
    reason: string
    proposed_by: string | null
    status: Generated<'proposed' | 'accepted' | 'declined'>
    requested_at: Date | null
    answered_at: Date | null
  }
  pending_approver_keys: {
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
    round_started_at: Date
    reference: string | null
    group_id: string | null
    sole: boolean
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
    active: Generated<boolean>
    directory_checked_at: Date | null
    signed_in_at: Date | null
    created_at: CreatedAt
    updated_at: Generated<Date>
    employee_id: string | null
    roles: Generated<string[]>
    tokens_valid_from: Date | null
    roles_synced_at: Date | null
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
    created_at: CreatedAt
    updated_at: Generated<Date>
  }
  pim_orders: {
    id: string
    activation_id: string
    kind: PimOrderKind
    justification: string
    ends_at: Date | null
    not_before: Date | null
    status: PimOrderStatus
    created_at: CreatedAt
    updated_at: Generated<Date>
  }
  policy_evaluations: {
    id: string
    account_id: string
    person_id: string
    error: Json<CloudError> | null
    created_at: CreatedAt
    ended_at: Date | null
  }
  policy_replay_changes: {
    replay_id: string
    approval_id: string
    change: ReplayChange
    severity: number
    actual: Json<ReplaySide>
    simulated: Json<ReplaySide>
    wait_before: number | null
    wait_after: number | null
    notifications_before: number
    notifications_after: number
    requested_at: Date
  }
  policy_replay_people: {
    replay_id: string
    person_id: string
    notifications_before: number
    notifications_after: number
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
    status: Generated<'running' | 'done'>
    total: number
    checked: Generated<number>
    unrecorded: Generated<number>
    flows: JsonWithDefault<Record<string, number>>
    waits: Json<ReplayWaits> | null
    after_at: Date | null
    after_id: string | null
    started_by: string
    started_at: Date
    finished_at: Date | null
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
    conflicts: Generated<boolean>
    checks_state: CheckState
    checks: JsonWithDefault<PullRequestCheck[]>
    merge_sha: string | null
    opened_at: Date
    scanned_at: Date
    ordered_sha: string | null
    ordered_by: string | null
    ordered_at: Date | null
  }
  queue_pauses: {
    queue: string
    reason: string
    paused_by: string
    paused_at: Date
  }
  restore_reports: {
    id: string
    restore_id: string
    number: number
    requested_by: string | null
    requested_at: CreatedAt
    ended_at: Date | null
    differences: JsonWithDefault<RestoreDifference[]>
    total: Generated<number>
    problems: JsonWithDefault<RestoreProblem[]>
    unread: number | null
    pending_deletions: number | null
  }
  retail_prices: {
    key: string
    currency: string
    hourly: number | null
    fetched_at: Date
  }
  role_abilities: {
    role_definition_id: string
    role_name: string
    scope: string
    abilities: Generated<string[]>
    allowed_actions: Generated<string[]>
    breadth: Generated<number>
    synced_at: Date | null
    privileged: boolean | null
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
    renew_until: Date | null
    status: Generated<'active' | 'ended'>
    renewal_id: string | null
    created_at: CreatedAt
    updated_at: Generated<Date>
  }
  sandbox_actions: {
    id: string
    sandbox_id: string
    kind: SandboxActionKind
    status: Generated<'open' | 'done' | 'failed'>
    requested_by: string | null
    reason: Generated<string>
    created_at: CreatedAt
    ended_at: Date | null
  }
  sandbox_bills: {
    subscription_id: string
    requested_at: Date
    problem: string | null
  }
  sandbox_days: {
    sandbox_id: string
    day: string
    estimated: Generated<number>
    billed: number | null
    billed_at: Date | null
  }
  sandbox_events: {
    id: string
    sandbox_id: string
    at: Generated<Date>
    kind: string
    text: string
    person_id: string | null
    key: string
    number: GeneratedAlways<number>
  }
  sandbox_hosts: {
    id: string
    subscription_id: string
    name: string
    kind: 'shared' | 'pool'
    capacity: number
    status: Generated<HostStatus>
    cooldown_until: Date | null
    note: Generated<string>
    version: Generated<number>
    created_at: CreatedAt
    updated_at: Generated<Date>
    cooldown_hours: Generated<number>
  }
  sandbox_meters: {
    sandbox_id: string
    counted_to: Date
    rate: Generated<number>
    carry: Generated<number>
    scanned_at: Date | null
    resources: JsonWithDefault<MeteredResource[]>
    priced_at: Date | null
    problem: string | null
    idle_checked_at: Date | null
    closed_at: Date | null
  }
  sandbox_owners: {
    sandbox_id: string
    person_id: string
    position: number
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
    automatic: Generated<boolean>
    decision_reasons: Generated<string[]>
    version: Generated<number>
    submitted_at: Generated<Date>
    created_at: CreatedAt
    updated_at: Generated<Date>
    planned_sandbox_id: Generated<string>
  }
  sandbox_spend: {
    sandbox_id: string
    at: Date
    day: string
    day_estimated: number
    rate: number
    filled: Generated<boolean>
  }
  sandbox_templates: {
    id: string
    name: string
    description: Generated<string>
    hosting: SandboxHosting
    regions: string[]
    allowed_resource_types: Generated<string[]>
    currency: Generated<string>
    max_budget: number
    default_budget: number
    max_hours: number
    default_hours: number
    max_extensions: Generated<number>
    extension_hours: Generated<number>
    max_members: Generated<number>
    max_per_person: Generated<number>
    thresholds: Json<SpendThreshold[]>
    reminder_hours: Generated<number[]>
    idle_hours: number | null
    approval: Json<TemplateApprovalRule>
    groups: Json<RequestedSandboxGroup[]>
    typical_use: JsonWithDefault<TypicalUse[]>
    visibility: Generated<'everyone' | 'groups' | 'hidden'>
    visible_to: Generated<string[]>
    enabled: Generated<boolean>
    version: Generated<number>
    created_at: CreatedAt
    updated_at: Generated<Date>
  }
  sandbox_terms: {
    word: string
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
    extensions_used: Generated<number>
    currency: string
    budget_limit: number
    spent: Generated<number>
    hourly_rate: Generated<number>
    spend_at: Date | null
    limit_reached_at: Date | null
    frozen_at: Date | null
    freeze_cause: 'budget' | 'owner' | 'admin' | null
    delete_requested_at: Date | null
    delete_requested_by: string | null
    delete_cause: 'owner' | 'admin' | 'expired' | null
    delete_at: Date | null
    removing_at: Date | null
    cleanup_failures: Generated<number>
    deleted_at: Date | null
    version: Generated<number>
    created_at: CreatedAt
    updated_at: Generated<Date>
    frozen_state: JsonWithDefault<FrozenState>
    search_text: GeneratedAlways<string>
    budget_percent: GeneratedAlways<number>
  }
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
    sharing: Generated<'private' | 'tower' | 'everyone'>
    tower_id: string | null
    version: Generated<number>
    created_at: CreatedAt
    updated_at: Generated<Date>
  }
  schedules: {
    name: string
    period_ms: number
    offset_ms: number
    created_at: CreatedAt
    run_id: string | null
    heartbeat: Generated<number>
    started_at: Date | null
    ended_at: Date | null
    duration_ms: number | null
    failures: Generated<number>
    problem: string | null
    retry_at: Date | null
  }
  schema_revisions: {
    revision: number
    checksum: string
    applied_at: Generated<Date>
  }
  service_health: {
    replica: string
    service: string
    seen: Json<ServiceCallStats>
    at: Date
  }
  sessions: {
    id: string
    token_hash: Buffer
    person_id: string
    roles: Generated<string[]>
    access_token: string | null
    user_agent: string | null
    created_at: CreatedAt
    expires_at: Date
    last_seen_at: Generated<Date>
    ended_at: Date | null
    strong_at: Date | null
  }
  setting_changes: {
    id: string
    name: string
    before: Json<unknown> | null
    after: Json<unknown>
    reason: Generated<string>
    changed_by: string
    at: CreatedAt
  }
  settings: {
    name: string
    value: Json<unknown>
    version: Generated<number>
    updated_by: string
    updated_at: Generated<Date>
  }
  sign_ins: {
    state: string
    browser_hash: Buffer
    nonce: string
    code_verifier: string
    return_to: string
    created_at: CreatedAt
    step_up_for: string | null
  }
  slow_queries: {
    fingerprint: string
    statement: string
    operation: string
    count: number
    total_ms: number
    max_ms: number
    first_seen: Date
    last_seen: Date
  }
  stage_approvers: {
    approval_id: string
    stage: number
    person_id: string
    fallback: boolean
    alternate: boolean
    on_behalf_of: string | null
    reassigned: boolean
  }
  store_refreshes: {
    only_one: Generated<boolean>
    started_at: Date
    finished_at: Date | null
    after: string | null
    problem: string | null
  }
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
    search_text: GeneratedAlways<string>
    delisted_at: Date | null
  }
  tag_changes: {
    id: string
    account_id: string
    person_id: string
    operation: 'merge' | 'replace' | 'delete'
    tags: Json<Record<string, string>>
    resource_ids: string[]
    results: Json<TagResult[]> | null
    created_at: CreatedAt
    ended_at: Date | null
  }
  tower_leads: {
    tower_id: string
    person_id: string
    position: number
  }
  towers: {
    id: string
    name: string
    code: string
    description: Generated<string>
    cost_centre: Generated<string>
    version: Generated<number>
    created_at: CreatedAt
    updated_at: Generated<Date>
  }
  work_runs: {
    id: string
    kind: string
    subject_kind: string
    subject_id: string
    input: JsonWithDefault<Record<string, unknown>>
    status: Generated<RunStatus>
    epoch: Generated<number>
    created_at: CreatedAt
    started_at: Date | null
    ended_at: Date | null
    updated_at: Generated<Date>
    name: string | null
    reference: string | null
    person_id: string | null
    account_id: string | null
    search_text: GeneratedAlways<string>
    at_step: string | null
    stuck_since: Date | null
    cause_service: string | null
    cause_code: string | null
    cause_text: string | null
    cancelled_by: string | null
    cancelled_at: Date | null
    cancel_reason: string | null
    undoes: string | null
    trace: string | null
  }
  work_steps: {
    run_id: string
    position: number
    name: string
    title: string
    status: Generated<StepStatus>
    attempts: Generated<number>
    started_at: Date | null
    ended_at: Date | null
    next_attempt_at: Date | null
    checkpoint: JsonWithDefault<Record<string, unknown>>
    output: Json<Record<string, unknown>> | null
    error: Json<StepError> | null
    note: string | null
    skipped_by: string | null
    skip_reason: string | null
  }
}
