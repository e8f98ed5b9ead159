import { type Static, type TSchema, Type } from 'typebox'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { WorkRun } from '../../../runs/schemas.ts'

const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const NullableTime = Nullable(Timestamp)

export const AccessReviewId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const reviewStatuses = ['scheduled', 'open', 'closing', 'applied', 'cancelled'] as const
export const decisions = ['undecided', 'keep', 'remove'] as const
export const results = ['pending', 'kept', 'removed', 'gone', 'failed'] as const

const Reviewers = Type.Enum(['owners', 'managers', 'named', 'self'], {
  description: 'Who decides: the owners of each account, each person’s manager, people named here, or everyone about themselves.',
})
const WhenSilent = Type.Enum(['keep', 'remove', 'recommended', 'fallback'], {
  description:
    'What nobody has decided when it is due: is kept, removed, done as recommended, or put to the family’s owners and the tower’s leads; what these leave open is done as recommended.',
})
const Recurrence = Type.Enum(['none', 'quarterly', 'halfYearly', 'yearly'])
const Scope = Type.Object(
  { kind: Type.Enum(['account', 'group', 'tower']), id: Uuid },
  { additionalProperties: false, description: 'All groups of a tower’s accounts or of one account, or one group.' },
)
const Named = Type.Array(Uuid, { maxItems: 20, uniqueItems: true, description: 'Who decides when people are named.' })

export const ReviewPlan = Type.Object({ scope: Scope, reviewers: Reviewers, reviewerIds: Named }, { additionalProperties: false })
export type ReviewPlan = Static<typeof ReviewPlan>

export const NewAccessReview = Type.Object(
  {
    name: Type.String({ minLength: 3, maxLength: 100, pattern: '^[^\\x00-\\x1f]*\\S[^\\x00-\\x1f]*$' }),
    ...ReviewPlan.properties,
    startsAt: Nullable(Type.String({ format: 'date-time', maxLength: 30, description: 'At most a year ahead; null: now.' })),
    days: Type.Integer({ minimum: 1, maximum: 90, description: 'How long decisions are taken.' }),
    whenSilent: WhenSilent,
    reasonToKeep: Type.Boolean({ description: 'Whether keeping needs a reason; removing never does.' }),
    recurrence: Recurrence,
  },
  { additionalProperties: false },
)
export type NewAccessReview = Static<typeof NewAccessReview>

export const ReviewPreview = Type.Object({
  problem: Type.Unsafe<string | null>({ ...NullableText, description: 'Why it cannot be started.' }),
  memberships: Type.Integer(),
  people: Type.Integer(),
  groups: Type.Integer(),
  directoryAnswered: Type.Boolean({ description: 'When false, those let in by hand are not counted yet.' }),
  reviewers: Type.Array(Type.Object({ person: PersonRef, memberships: Type.Integer() }), {
    description: 'Who would decide, the busiest first; at most 20.',
  }),
  reviewerCount: Type.Integer(),
  passedOn: Type.Integer({ description: 'Memberships whose reviewer would be the person alone, or nobody: next in line decides.' }),
})

const Progress = Type.Object({
  memberships: Type.Integer(),
  keep: Type.Integer(),
  remove: Type.Integer(),
  undecided: Type.Integer(),
  mine: Type.Integer({ description: 'Which you decide on.' }),
  mineUndecided: Type.Integer(),
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

const Settled = Type.Object({
  kept: Type.Integer(),
  removed: Type.Integer(),
  gone: Type.Integer({ description: 'Had ended already.' }),
  failed: Type.Integer({ description: 'Could not be removed so far; the item says why.' }),
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
  directoryAnswered: Nullable(Type.Boolean({ description: 'When false, people let in by hand are not in it.' })),
  notReviewed: Type.Array(Type.Object({ group: Type.String(), name: Type.String(), kind: Type.Enum(['group', 'other']) }), {
    description: 'In one of the groups and no person, such as another group: who comes through it is not in the review.',
  }),
  openedAt: NullableTime,
  escalatedAt: Nullable(Type.String({ description: 'When those next in line were asked.' })),
  closedAt: NullableTime,
  closedBy: Nullable(PersonRef),
  cancelledBecause: Type.String(),
  settled: Settled,
  digest: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'SHA-256 of the result, the same as of the file that exportAccessReview gives.',
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
  via: Nullable(Type.Enum(['request', 'admin', 'adopted'], { description: 'Null: let in by hand, in the directory.' })),
  since: NullableTime,
  until: NullableTime,
  lastUsedAt: NullableTime,
  useKnown: Type.Boolean({ description: 'Whether no last use means that there was none in the last 90 days.' }),
  peers: Type.Integer({ description: 'Others of the same department in the group.' }),
  members: Type.Integer({ description: 'How many are reviewed in the group.' }),
  recommendation: Type.Enum(['keep', 'remove']),
  recommendedBecause: Type.String(),
  decision: Type.Enum(decisions),
  reason: Type.String(),
  decidedBy: Nullable(PersonRef),
  decidedAt: NullableTime,
  deciders: Type.Array(PersonRef, { description: 'Who decides on it now.' }),
  result: Nullable(Type.Enum(results)),
  resultNote: Type.String(),
  settledAt: NullableTime,
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
            description: 'May be empty, save for keeping where the review wants one.',
          }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 200 },
    ),
  },
  { additionalProperties: false },
)
