import { type Static, Type } from 'typebox'
import { Can, Nullable, NullableText, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { Run } from '../../../runs/schemas.ts'
import { environments } from '../../accounts/accounts/schemas.ts'

export const AccessReviewId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const reviewStatuses = ['scheduled', 'open', 'closing', 'applied', 'cancelled'] as const

const Reviewers = Type.Enum(['owners', 'managers', 'named', 'self'], {
  description: 'Reviewers: the owners of each account, each member’s manager, named people, or each member for themselves.',
})
const DefaultDecision = Type.Enum(['keep', 'remove', 'recommended', 'fallback'], {
  description:
    'What happens to pending memberships on the due date: they are kept, removed, decided as recommended, or escalated to the family’s owners and the tower’s leads. Memberships that these leave pending are decided as recommended.',
})
const Recurrence = Type.Enum(['none', 'quarterly', 'halfYearly', 'yearly'])
const Environments = Type.Array(Type.Enum([...environments]), {
  maxItems: environments.length,
  uniqueItems: true,
  description: 'Environments of the tower’s accounts; empty for all. Only for towers.',
})
const Scope = Type.Object(
  { kind: Type.Enum(['account', 'group', 'tower']), id: Uuid, environments: Type.Optional(Environments) },
  {
    additionalProperties: false,
    description: 'Scope of the review: all groups of a tower’s accounts, all groups of one account, or one group.',
  },
)
const ReviewerIds = Type.Array(Uuid, { maxItems: 20, uniqueItems: true, description: 'IDs of the reviewers, if named people decide.' })

export const ReviewPlan = Type.Object({ scope: Scope, reviewers: Reviewers, reviewerIds: ReviewerIds }, { additionalProperties: false })
export type ReviewPlan = Static<typeof ReviewPlan>

export const NewAccessReview = Type.Object(
  {
    name: Type.String({ minLength: 3, maxLength: 100, pattern: '^[^\\x00-\\x1f]*\\S[^\\x00-\\x1f]*$' }),
    ...ReviewPlan.properties,
    startsAt: Nullable(
      Type.String({
        format: 'date-time',
        maxLength: 30,
        description: 'Start of the review, today or at most a year from now; null to start immediately.',
      }),
    ),
    days: Type.Integer({ minimum: 1, maximum: 90, description: 'Days until the review closes.' }),
    defaultDecision: DefaultDecision,
    reasonToKeep: Type.Boolean({ description: 'Whether a decision to keep needs a reason. A decision to remove never does.' }),
    recurrence: Recurrence,
  },
  { additionalProperties: false },
)
export type NewAccessReview = Static<typeof NewAccessReview>

const UnfinishedReview = Type.Object({
  id: Nullable(Uuid, { description: 'This, the reference, the name and the creator are null if you can’t see the review.' }),
  reference: NullableText,
  name: NullableText,
  status: Type.Enum(reviewStatuses),
  startsAt: Timestamp,
  dueAt: Timestamp,
  createdBy: Nullable(PersonRef),
  canEnd: Type.Boolean({
    description: 'Whether you can cancel or close the review; only the person who started it and administrators can.',
  }),
})

export const ReviewPreview = Type.Object({
  problem: Type.Unsafe<string | null>({ ...NullableText, description: 'Reason why the review can’t be started; null if it can.' }),
  memberships: Type.Integer(),
  people: Type.Integer(),
  groups: Type.Integer({ description: 'Number of groups in the scope.' }),
  directoryAnswered: Type.Boolean({ description: 'If false, members added in the directory aren’t counted yet.' }),
  reviewers: Type.Array(Type.Object({ person: PersonRef, memberships: Type.Integer() }), {
    description: 'Reviewers, most decisions first; at most 20.',
  }),
  reviewerCount: Type.Integer(),
  unfinished: Type.Array(UnfinishedReview, {
    description:
      'Scheduled and open reviews of the same or an overlapping scope, earliest first; at most 20. A new review can’t overlap them.',
  }),
  unfinishedCount: Type.Integer(),
  reassigned: Type.Integer({
    description:
      'Number of memberships that none of the chosen reviewers can decide, for example because the only reviewer is the member. The first of these who can decides instead: the account’s owners, the family’s owners, the tower’s leads, or the group for unowned accounts.',
  }),
})

const Progress = Type.Object({
  memberships: Type.Integer(),
  keep: Type.Integer(),
  remove: Type.Integer(),
  pending: Type.Integer(),
  mine: Type.Integer({ description: 'Number of memberships that you decide on.' }),
  minePending: Type.Integer(),
})

export const AccessReviewSummary = Type.Object({
  id: Uuid,
  reference: Type.String(),
  name: Type.String(),
  scope: Type.Object({
    kind: Type.Enum(['account', 'group', 'tower']),
    id: Uuid,
    environments: Environments,
    name: Type.String(),
    accountId: Nullable(Uuid),
  }),
  status: Type.Enum(reviewStatuses),
  reviewers: Reviewers,
  startsAt: Timestamp,
  dueAt: Timestamp,
  appliedAt: NullableTimestamp,
  createdBy: PersonRef,
  progress: Progress,
})

const ReviewTotals = Type.Object({
  kept: Type.Integer(),
  removed: Type.Integer(),
  gone: Type.Integer({ description: 'Number of memberships that had already ended.' }),
  failed: Type.Integer({ description: 'Number of memberships that couldn’t be removed yet; each item has the reason.' }),
  pending: Type.Integer(),
})

export const AccessReview = Type.Object({
  ...AccessReviewSummary.properties,
  named: Type.Array(PersonRef),
  days: Type.Integer(),
  defaultDecision: DefaultDecision,
  reasonToKeep: Type.Boolean(),
  recurrence: Recurrence,
  previous: Nullable(Uuid),
  next: Nullable(Uuid),
  directoryAnswered: Nullable(Type.Boolean({ description: 'If false, members added in the directory are missing.' })),
  notReviewed: Type.Array(Type.Object({ group: Type.String(), name: Type.String(), kind: Type.Enum(['group', 'other']) }), {
    description: 'Members that aren’t people, such as groups. People who have access through them aren’t reviewed.',
  }),
  openedAt: NullableTimestamp,
  escalatedAt: Nullable(Type.String({ description: 'When the review was escalated; null if it wasn’t.' })),
  closedAt: NullableTimestamp,
  closedBy: Nullable(PersonRef),
  cancelReason: Type.String(),
  resolved: ReviewTotals,
  digest: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'SHA-256 of the file that exportAccessReview returns.',
  }),
  run: Nullable(Run),
  version: Type.Integer(),
  can: Can,
})
export type AccessReview = Static<typeof AccessReview>
