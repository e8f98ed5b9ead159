import { type Static, type TSchema, Type } from 'typebox'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { WorkRun } from '../../../runs/schemas.ts'

const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const NullableTime = Nullable(Timestamp)

export const AccessReviewId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const reviewStatuses = ['scheduled', 'open', 'closing', 'applied', 'cancelled'] as const
export const decisions = ['pending', 'keep', 'remove'] as const
export const results = ['pending', 'kept', 'removed', 'gone', 'failed'] as const

const Reviewers = Type.Enum(['owners', 'managers', 'named', 'self'], {
  description: 'Who decides: the owners of each account, each person’s manager, named people, or everyone about themselves.',
})
const WhenSilent = Type.Enum(['keep', 'remove', 'recommended', 'fallback'], {
  description:
    'What happens to pending memberships on the due date: kept, removed, decided as recommended, or passed to the family’s owners and the tower’s leads; what they leave open is decided as recommended.',
})
const Recurrence = Type.Enum(['none', 'quarterly', 'halfYearly', 'yearly'])
const Scope = Type.Object(
  { kind: Type.Enum(['account', 'group', 'tower']), id: Uuid },
  { additionalProperties: false, description: 'All groups of a tower’s accounts or of one account, or one group.' },
)
const Named = Type.Array(Uuid, { maxItems: 20, uniqueItems: true, description: 'The reviewers, if people are named.' })

export const ReviewPlan = Type.Object({ scope: Scope, reviewers: Reviewers, reviewerIds: Named }, { additionalProperties: false })
export type ReviewPlan = Static<typeof ReviewPlan>

export const NewAccessReview = Type.Object(
  {
    name: Type.String({ minLength: 3, maxLength: 100, pattern: '^[^\\x00-\\x1f]*\\S[^\\x00-\\x1f]*$' }),
    ...ReviewPlan.properties,
    startsAt: Nullable(Type.String({ format: 'date-time', maxLength: 30, description: 'At most a year ahead; null for now.' })),
    days: Type.Integer({ minimum: 1, maximum: 90, description: 'Time for decisions.' }),
    whenSilent: WhenSilent,
    reasonToKeep: Type.Boolean({ description: 'Whether keeping needs a reason; removing never does.' }),
    recurrence: Recurrence,
  },
  { additionalProperties: false },
)
export type NewAccessReview = Static<typeof NewAccessReview>

export const ReviewPreview = Type.Object({
  problem: Type.Unsafe<string | null>({ ...NullableText, description: 'Why it can’t be started.' }),
  memberships: Type.Integer(),
  people: Type.Integer(),
  groups: Type.Integer(),
  directoryAnswered: Type.Boolean({ description: 'If false, members added in the directory aren’t counted yet.' }),
  reviewers: Type.Array(Type.Object({ person: PersonRef, memberships: Type.Integer() }), {
    description: 'Reviewers, most decisions first; at most 20.',
  }),
  reviewerCount: Type.Integer(),
  reassigned: Type.Integer({ description: 'Memberships without another reviewer than the member: the next in line decides.' }),
})

const Progress = Type.Object({
  memberships: Type.Integer(),
  keep: Type.Integer(),
  remove: Type.Integer(),
  pending: Type.Integer(),
  mine: Type.Integer({ description: 'That you decide.' }),
  minePending: Type.Integer(),
})

export const AccessReviewSummary = Type.Object({
  id: Uuid,
  reference: Type.String(),
  name: Type.String(),
  scope: Type.Object({ kind: Type.Enum(['account', 'group', 'tower']), id: Uuid, name: Type.String(), accountId: Nullable(Uuid) }),
  status: Type.Enum(reviewStatuses),
  reviewers: Reviewers,
  startsAt: Timestamp,
  dueAt: Timestamp,
  appliedAt: NullableTime,
  createdBy: PersonRef,
  progress: Progress,
})

const Resolved = Type.Object({
  kept: Type.Integer(),
  removed: Type.Integer(),
  gone: Type.Integer({ description: 'Had already ended.' }),
  failed: Type.Integer({ description: 'Couldn’t be removed so far; the item says why.' }),
  pending: Type.Integer(),
})

export const AccessReview = Type.Object({
  ...AccessReviewSummary.properties,
  named: Type.Array(PersonRef),
  days: Type.Integer(),
  whenSilent: WhenSilent,
  reasonToKeep: Type.Boolean(),
  recurrence: Recurrence,
  previous: Nullable(Uuid),
  next: Nullable(Uuid),
  directoryAnswered: Nullable(Type.Boolean({ description: 'If false, members added in the directory are missing.' })),
  notReviewed: Type.Array(Type.Object({ group: Type.String(), name: Type.String(), kind: Type.Enum(['group', 'other']) }), {
    description: 'Members that aren’t people, such as groups; people who have access through them aren’t in the review.',
  }),
  openedAt: NullableTime,
  escalatedAt: Nullable(Type.String({ description: 'When the next in line were notified.' })),
  closedAt: NullableTime,
  closedBy: Nullable(PersonRef),
  cancelledBecause: Type.String(),
  resolved: Resolved,
  digest: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'SHA-256 of the file that exportAccessReview returns.',
  }),
  work: Nullable(WorkRun),
  version: Type.Integer(),
  can: Can,
})
export type AccessReview = Static<typeof AccessReview>

export const AccessReviewItem = Type.Object({
  id: Uuid,
  person: PersonRef,
  group: Type.Object({ id: Uuid, name: Type.String(), description: Type.String(), roles: Type.Array(Type.String()) }),
  account: Type.Object({ id: Uuid, name: Type.String() }),
  via: Nullable(Type.Enum(['request', 'admin', 'adopted'], { description: 'Null if added in the directory.' })),
  since: NullableTime,
  until: NullableTime,
  lastUsedAt: NullableTime,
  useKnown: Type.Boolean({ description: 'Whether no last use means no use in the last 90 days.' }),
  peers: Type.Integer({ description: 'Other members of the same department.' }),
  members: Type.Integer({ description: 'Number of reviewed members in the group.' }),
  recommendation: Type.Enum(['keep', 'remove']),
  recommendedBecause: Type.String(),
  decision: Type.Enum(decisions),
  reason: Type.String(),
  decidedBy: Nullable(PersonRef),
  decidedAt: NullableTime,
  deciders: Type.Array(PersonRef, { description: 'Current reviewers.' }),
  result: Nullable(Type.Enum(results)),
  resultNote: Type.String(),
  resolvedAt: NullableTime,
  can: Can,
})
export type AccessReviewItem = Static<typeof AccessReviewItem>

export const ReviewDecisions = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Uuid,
          decision: Type.Enum(decisions),
          reason: Type.String({
            maxLength: 500,
            pattern: '^[^\\x00]*$',
            description: 'Can be empty, except for keeping where the review requires it.',
          }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 200 },
    ),
  },
  { additionalProperties: false },
)
