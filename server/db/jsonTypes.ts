import type { AlertSource, AuditPart, CheckState } from './unions.ts'

export interface AuditFinding {
  message: string
  kind: 'changed' | 'missing' | 'inserted' | 'moved' | 'cut' | 'forged' | 'erased'
  seq: number | null
  eventId: string | null
  part: AuditPart | 'record' | 'link' | 'checkpoint' | null
}
export interface ReviewOther {
  groupId: string
  group: string
  id: string
  name: string
  kind: 'group' | 'other'
}
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
export type AlertSeverity = 'critical' | 'high' | 'medium' | 'low' | 'info'

export interface StoreAddress {
  line1: string
  town: string
  postcode: string
}
export interface StoreNetwork {
  site: string
  circuit?: string
  bandwidthMbps?: number
}
export interface InvariantRow {
  id: string
  detail: string
}
/** The texts have no secrets. */
export interface StoredCheck {
  id: string
  category: string
  status: 'ok' | 'unverified' | 'warning' | 'failed' | 'unknown'
  title: string
  scope: string | null
  detail: string | null
  without: string | null
  command: string | null
  steps: string | null
}
/** `since` is the time of the first report with the failure, in UTC. */
export interface CheckFailure {
  id: string
  category: string
  title: string
  since: string
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
export interface SpendThreshold {
  percent: number
  action: 'notify' | 'freeze'
}
/** Requests for a template are approved by people, automatically, or automatically within these limits. */
export interface TemplateApprovalRule {
  mode: 'required' | 'automatic' | 'within'
  /** Minor units. */
  budget?: number
  hours?: number
  /** Requires that no sandbox of the requester went over budget in the last 90 days. */
  cleanRecord?: boolean
}
export interface RequestedSandboxGroup {
  suffix: string
  role: string
}
export interface TypicalUse {
  name: string
  resourceType: string
  /** SKU name in the price list, such as Standard_B2s. */
  sku: string
  count: number
  /** Percentage of hours that it runs. */
  share: number
}
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
  approval: TemplateApprovalRule
  groups: RequestedSandboxGroup[]
}
export interface DeploymentRequest {
  source?: { repository: string; path?: string; chart?: string; valueFiles?: string[]; parameters?: { name: string; value: string }[] }
  destination?: { server?: string; cluster?: string; namespace: string }
  prune: boolean
}
export interface FrozenState {
  assignments: SavedAccess['assignments']
  stopped: string[]
}
export interface MeteredResource {
  id: string
  name: string
  type: string
  /** Absent in older rows, and if Azure reports no value. */
  region?: string | undefined
  /** False if the compute is stopped and not charged. */
  running: boolean
  /** Cost per hour in millionths of a minor unit; null if not estimated, with the reason in `why`. */
  rate: number | null
  why: string | null
}
export interface NewSandboxDetails {
  name: string
  region: string
  hours: number
  /** Minor units. */
  budget: number
  ownerIds: string[]
  members: { personId: string; group: string }[]
}
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
  /** Used with `role`: an app role in the identity token. */
  role?: 'Slipway.Admin' | 'Slipway.Auditor'
  /** Used with `anyOf`: each person named by any of these rules can decide. */
  of?: StageRule[]
  groupId?: string
  personId?: string
  /** Used with `anyOf`: each of these people and groups can decide alone. */
  personIds?: string[]
  groupIds?: string[]
  explain?: boolean
  /** The group that decides when the rule finds no person who can. */
  fallbackGroupId?: string
}
export interface PolicyStage {
  name: string
  rule: StageRule
  minimum: number
  /** CEL condition over the facts of the request (`approvals/facts.ts`). If absent, the stage always applies. */
  when?: string
  /** Hours after opening until approvers are reminded. Default 48. */
  remindAfterHours?: number
  /** Hours after the opening until `alternates` can decide too. If absent, they can never decide. */
  escalateAfterHours?: number
  alternates?: StageRule
  /** Hours after opening until the request expires. Default 336. */
  hoursToDecide?: number
}
export interface AutomaticRule {
  when: string
  reason: string
}
export type ReplayOutcome = 'stages' | 'approved' | 'rejected' | 'noStage'
export interface ReplaySide {
  outcome: ReplayOutcome
  reason: string | null
  when: string | null
  stages: string[]
  /** The votes that each stage needs. Replays of earlier versions don't have this. */
  minimums?: number[]
  /** How the votes change if nothing else does. */
  votes?: 'more' | 'fewer'
  /** Set if both sides have the same number of stages. */
  differences?: StageDifference[]
  onlyReminders?: true
}
export interface StageDifference {
  stage: string
  part: 'approvers' | 'votes' | 'alternates' | 'escalation' | 'deadline' | 'reminder'
  /** The number of votes or hours. */
  before: number | null
  after: number | null
}
export interface ReplayedRules {
  reject: AutomaticRule[]
  approve: AutomaticRule[]
  stages: PolicyStage[]
}
export interface ReplayWaits {
  requests: number
  unknown: number
  before: { medianHours: number; p90Hours: number } | null
  after: { medianHours: number; p90Hours: number } | null
}
export interface AccountUpdateChange {
  before: Record<string, unknown>
  after: Record<string, unknown>
}
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
    /** The same value as in `role_eligibilities`. Absent if Slipway did not request the eligibility. */
    renewUntil?: string | null
  }[]
  timed?: { id: string; scope: string; roleDefinitionId: string; principalId: string; endsAt: string }[]
}
export interface GroupRole {
  roleDefinitionId: string
  roleName: string
  scope: string
}
export interface RequestConflict {
  groupId: string
  name: string
  reason: string
  /** `member`: the person is in the group. `requested`: the person has requested access to the group. */
  holds: 'member' | 'requested'
}
export interface SavedFile {
  path: string
  content: string
}
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
export interface FeedbackContext {
  browser?: string
  viewport?: string
  theme?: string
  locale?: string
}
export interface PullRequestCheck {
  name: string
  state: CheckState
  summary?: string
  url?: string
}
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
  service?: string
  status?: number
  requestId?: string
  excerpt?: string
}

export interface ServiceCallStats {
  calls: number
  failures: number
  /** Number of calls by duration. `clients/watch.ts` has the bounds. */
  buckets: number[]
  lastGoodAt: string | null
  lastError: { at: string; code: string; status: number | null; message: string } | null
  limits: RateLimit[]
  tokenExpiresAt: string | null
  /** Permissions that were recently found missing. Absent in rows of earlier releases. */
  missing?: LackedPermission[]
  permissionsCheckedAt?: string | null
  /** Names of the permissions that were compared with the list. Absent in rows of earlier releases. */
  permissionsChecked?: string[]
}
export interface LackedPermission {
  name: string
  scope: string
  at: string
}
export interface RateLimit {
  name: string
  remaining: number
  limit: number | null
  resetAt: string | null
  at: string
}

export interface CloudError {
  code: string
  message: string
}
export interface TagResult {
  resourceId: string
  ok: boolean
  unchanged: boolean
  before: Record<string, string> | null
  /** Current tags; null if they are unknown. */
  tags: Record<string, string> | null
  error: CloudError | null
}

export type RestoredKind = 'pendingDeletion' | 'subscription' | 'group' | 'membership' | 'privilegedRole'
/** Something that exists only in external systems or only in the restored database, couldn't be read, or starts after the acceptance. */
export interface RestoreDifference {
  kind: RestoredKind
  side: 'outside' | 'inside' | 'unread' | 'planned'
  /** ID in the external service; for a membership, that of the group; for a pending deletion, that of the account or sandbox. */
  id: string
  name: string
  detail: string
}
export interface RestoreProblem {
  kind: RestoredKind | 'report'
  message: string
}
