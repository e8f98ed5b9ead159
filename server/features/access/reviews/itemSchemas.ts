import { type Static, Type } from 'typebox'
import { Can, Nullable, NullableTimestamp, PersonRef, Uuid } from '../../../people/schemas.ts'

export const decisions = ['pending', 'keep', 'remove'] as const
export const results = ['pending', 'kept', 'removed', 'gone', 'failed'] as const

export const AccessReviewItem = Type.Object({
  id: Uuid,
  person: PersonRef,
  group: Type.Object({ id: Uuid, name: Type.String(), description: Type.String(), roles: Type.Array(Type.String()) }),
  account: Type.Object({ id: Uuid, name: Type.String() }),
  via: Nullable(
    Type.Enum(['request', 'admin', 'adopted'], {
      description:
        'Origin of the access: requested, granted by an administrator, or adopted from the directory; null if Slipway has no record of it.',
    }),
  ),
  since: NullableTimestamp,
  until: NullableTimestamp,
  lastUsedAt: NullableTimestamp,
  useKnown: Type.Boolean({
    description: 'True if a missing last use means that the access wasn’t used in the last 90 days; false if use is unknown.',
  }),
  peers: Type.Integer({ description: 'Number of other members from the same department.' }),
  members: Type.Integer({ description: 'Number of reviewed members in the group.' }),
  recommendation: Type.Enum(['keep', 'remove']),
  recommendationReason: Type.String(),
  decision: Type.Enum(decisions),
  reason: Type.String(),
  decidedBy: Nullable(PersonRef),
  decidedAt: NullableTimestamp,
  deciders: Type.Array(PersonRef, { description: 'Current reviewers.' }),
  result: Nullable(Type.Enum(results)),
  resultNote: Type.String(),
  resolvedAt: NullableTimestamp,
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
            description: 'Reason for the decision; required to keep access if the review has `reasonToKeep`.',
          }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 200 },
    ),
  },
  { additionalProperties: false },
)
