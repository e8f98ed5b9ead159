import type { AlertSource, AuditPart, CheckState } from './unions.ts'

export interface AuditFinding {
  /** What is wrong, in words. */
  message: string
  kind: 'changed' | 'missing' | 'inserted' | 'moved' | 'cut' | 'forged' | 'erased'
  seq: number | null
  eventId: string | null
  /** Which part of the event or of the chain. */
  part: AuditPart | 'record' | 'link' | 'checkpoint' | null
}
/** What is in a group of a review and is no person. */
export interface ReviewOther {
  groupId: string
  group: string
  id: string
  name: string
  kind: 'group' | 'other'
}
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
export type AlertSeverity = 'critical' | 'high' | 'medium' | 'low' | 'info'

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
