import { type Static, Type } from 'typebox'
import { VotedStage } from '../../../approvals/votedStage.ts'
import { Can, Nullable, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { UserGroupAssignment } from '../assignments/schemas.ts'

export const AccessRequestItem = Type.Object({
  id: Uuid,
  reference: Type.String(),
  status: Type.String(),
  extends: Type.Unsafe<string | null>({ ...NullableText, description: 'ID of the assignment to extend.' }),
  justification: Type.String(),
  durationHours: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Requested duration in hours; null for permanent access.',
  }),
  account: Type.Object({ id: Uuid, name: Type.String(), environment: Type.String() }),
  group: Type.Object({
    id: Uuid,
    name: Type.String(),
    description: Type.String(),
    roles: Type.Array(Type.String()),
    maxDurationHours: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'The longest duration in hours that the group allows; null if permanent access is allowed.',
    }),
  }),
  requester: PersonRef,
  waiting: Nullable(
    Type.Object(
      {
        approvalId: Uuid,
        stage: Type.Integer(),
        of: Type.Integer({ description: 'Number of stages.' }),
        for: Type.String({ description: 'Name of the stage that is open now.' }),
        since: Timestamp,
        dueAt: Timestamp,
        approvers: Type.Array(PersonRef, { description: 'Current approvers.' }),
      },
      { description: 'Set while the request is pending.' },
    ),
  ),
  runStatus: Type.Unsafe<string | null>({ ...NullableText, description: 'Progress of granting the access after approval.' }),
  grant: Nullable(
    Type.Object(
      { id: Uuid, status: Type.String(), until: NullableText },
      { description: 'Assignment that the request granted or extends.' },
    ),
  ),
  submittedAt: Timestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Type.Integer(),
  can: Can,
})
export type AccessRequestItem = Static<typeof AccessRequestItem>

export const ExistingAccess = Type.Object({
  ...UserGroupAssignment.properties,
  allowedActions: Type.Array(Type.String(), {
    description: 'One line per item; empty until Slipway has read the group’s roles from Azure.',
  }),
})

export const AccessDecision = Type.Object(
  {
    decision: Type.Enum(['approve', 'reject', 'changes']),
    comment: Type.Optional(Type.String({ maxLength: 1_000, description: 'Comment on the decision; required unless you approve.' })),
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'Version of the request that you read. If the request has changed since, no vote is counted.',
      }),
    ),
    stage: VotedStage,
  },
  { additionalProperties: false },
)
