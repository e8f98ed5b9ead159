import { type Static, Type } from 'typebox'
import { ChangedCode } from '../../../approvals/evidence.ts'
import { Can, Nullable, NullableText, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { approvedKinds } from '../../../subjects/kinds.ts'

const text = (minLength: number, maxLength: number) => Type.String({ minLength, maxLength, pattern: '^[^\\x00]*$' })
const Hours = Type.Integer({ minimum: 1, maximum: 2_160 })
const Condition = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'Condition in CEL over the facts of the request; see `getPolicyFacts`.',
})
const ReasonText = Type.String({
  minLength: 3,
  maxLength: 200,
  pattern: '^[^\\x00]*\\S[^\\x00]*$',
  description: 'Reason, shown to the requester.',
})

const ruleFields = {
  kind: Type.Enum(
    ['towerLead', 'familyOwner', 'accountOwner', 'sandboxOwner', 'manager', 'productApprover', 'directoryGroup', 'person', 'role', 'anyOf'],
    { description: 'How the rule selects approvers: by relation to the subject, or by name.' },
  ),
  role: Type.Optional(Type.Enum(['Slipway.Admin', 'Slipway.Auditor'])),
  groupId: Type.Optional(Uuid),
  personId: Type.Optional(Uuid),
  personIds: Type.Optional(Type.Array(Uuid, { maxItems: 20, uniqueItems: true })),
  groupIds: Type.Optional(Type.Array(Uuid, { maxItems: 20, uniqueItems: true })),
}
const fallback = Type.Optional(
  Type.Unsafe<string>({ ...Uuid, description: 'Group that decides if the rule has no approver who can decide.' }),
)
export const ApproverRule = Type.Object(
  {
    ...ruleFields,
    of: Type.Optional(
      Type.Array(Type.Object(ruleFields, { additionalProperties: false }), {
        maxItems: 10,
        description: 'For anyOf: rules whose approvers can all decide.',
      }),
    ),
    fallbackGroupId: fallback,
  },
  { additionalProperties: false },
)
export type ApproverRule = Static<typeof ApproverRule>

export const AutomaticRule = Type.Object({ when: Condition, reason: ReasonText }, { additionalProperties: false })
export const PolicyStage = Type.Object(
  {
    name: text(1, 80),
    rule: ApproverRule,
    minimum: Type.Integer({ minimum: 1, maximum: 20, description: 'Number of approvals required.' }),
    when: Type.Optional(Condition),
    remindAfterHours: Type.Optional(Hours),
    escalateAfterHours: Type.Optional(Hours),
    alternates: Type.Optional(ApproverRule),
    hoursToDecide: Type.Optional(Hours),
  },
  { additionalProperties: false },
)
export type PolicyStage = Static<typeof PolicyStage>

const documentFields = {
  name: Type.String({ minLength: 1, maxLength: 80, pattern: '^[^\\x00-\\x1f<>]*[^\\x00-\\x1f<>\\s][^\\x00-\\x1f<>]*$' }),
  description: text(0, 1_000),
  reject: Type.Array(AutomaticRule, {
    maxItems: 20,
    description: 'Rules that reject a request automatically. They are checked first, and the first match applies.',
  }),
  approve: Type.Array(AutomaticRule, { maxItems: 20, description: 'Rules that approve a request automatically. The first match applies.' }),
  stages: Type.Array(PolicyStage, { maxItems: 12, description: 'Stages, in order. A stage applies if its condition matches.' }),
}
export const PolicyKind = Type.Enum([...approvedKinds])
const ChangeNote = Type.Optional(
  Type.String({ maxLength: 1_000, pattern: '^[^\\x00]*$', description: 'Reason for the change, shown to its approvers.' }),
)

export const PolicyDocument = Type.Object({ kind: PolicyKind, ...documentFields }, { additionalProperties: false })
export type PolicyDocument = Static<typeof PolicyDocument>
export const NewPolicyDraft = Type.Object(
  {
    kind: PolicyKind,
    ...Type.Partial(Type.Object(documentFields)).properties,
    changeNote: ChangeNote,
    basedOn: Type.Optional(Type.Integer({ minimum: 1, description: 'The live version that the document changes.' })),
  },
  { additionalProperties: false, description: 'Policy document; missing fields stay as in the live version.' },
)
export const PolicyDraftChange = Type.Partial(
  Type.Object({ ...documentFields, changeNote: Type.String({ maxLength: 1_000, pattern: '^[^\\x00]*$' }) }),
  {
    additionalProperties: false,
    minProperties: 1,
  },
)
export const PolicyVersionId = Type.Object(
  { id: Uuid, version: Type.Integer({ minimum: 1, maximum: 100_000 }) },
  { additionalProperties: false },
)
export const PolicyId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const PolicyProblem = Type.Object({
  path: Type.String({ description: 'Path of the problem in the document, such as stages.0.when.' }),
  severity: Type.Enum(['error', 'warning'], { description: 'error: the version can’t be proposed; warning: it can.' }),
  message: Type.String(),
})
export type PolicyProblem = Static<typeof PolicyProblem>

export const PolicyDescription = Type.Object({
  reject: Type.Array(Type.String()),
  approve: Type.Array(Type.String()),
  stages: Type.Array(Type.String()),
  conditions: Type.Array(Type.String(), { description: 'Condition of each stage.' }),
})
export const PolicyDiffLine = Type.Object({
  change: Type.Enum(['added', 'removed', 'changed']),
  part: Type.String(),
  before: NullableText,
  after: NullableText,
  code: Nullable(ChangedCode),
})
export type PolicyDiffLine = Static<typeof PolicyDiffLine>

const PolicyStatus = Type.Enum(['draft', 'proposed', 'live', 'replaced', 'rejected'])
export const PolicyVersionSummary = Type.Object({
  id: Uuid,
  version: Type.Integer(),
  kind: PolicyKind,
  name: Type.String(),
  status: PolicyStatus,
  changeNote: Type.String(),
  basedOn: Nullable(Type.Integer({ description: 'Number of the version that this version is based on.' })),
  createdBy: Nullable(PersonRef),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  proposedAt: NullableTimestamp,
  liveAt: NullableTimestamp,
  replacedAt: NullableTimestamp,
  approvalId: Nullable(Uuid),
  revision: Type.Integer({ description: 'Version of the record, returned as ETag and checked in If-Match.' }),
})
export const ApprovalPolicy = Type.Object({
  ...PolicyVersionSummary.properties,
  document: PolicyDocument,
  reading: Type.Unsafe<Static<typeof PolicyDescription>>({ ...PolicyDescription, description: 'The policy in plain English.' }),
  problems: Type.Array(PolicyProblem),
  diff: Type.Array(PolicyDiffLine, { description: 'Differences from the version that this version is based on.' }),
  names: Type.Object(
    { people: Type.Array(PersonRef), groups: Type.Array(Type.Object({ id: Uuid, displayName: Type.String() })) },
    { description: 'Names of people and groups in the document, by ID.' },
  ),
  can: Can,
})
export type ApprovalPolicy = Static<typeof ApprovalPolicy>

export const PolicyTestResponse = Type.Object({
  outcome: Type.Enum(['approved', 'rejected', 'stages', 'noStage']),
  reason: NullableText,
  matched: Type.Array(Type.Object({ path: Type.String(), when: Type.String(), reading: Type.String() }), {
    description: 'Rules that decided, each with its condition.',
  }),
  conditions: Type.Array(Type.Object({ path: Type.String(), result: Nullable(Type.Boolean()), problem: NullableText }), {
    description: 'Result of every condition of the policy; null if the condition can’t be evaluated.',
  }),
  stages: Type.Array(
    Type.Object({ name: Type.String(), minimum: Type.Integer(), people: Type.Array(PersonRef), fallback: Type.Boolean() }),
  ),
})

export const PolicyChangeSummary = Type.Object({
  id: Uuid,
  policyId: Uuid,
  name: Type.String(),
  kind: PolicyKind,
  kindName: Type.String(),
  fromVersion: Nullable(Type.Integer()),
  toVersion: Type.Integer(),
  status: PolicyStatus,
  changeNote: Type.String(),
  effect: Type.Enum(['approvers', 'votes', 'deadlines', 'reminders', 'none'], {
    description: 'The most important effect on later requests. With “approvers”, other people or rules decide.',
  }),
  lines: Type.Array(PolicyDiffLine),
})
export type PolicyChangeSummary = Static<typeof PolicyChangeSummary>
