import { type Static, type TSchema, Type } from 'typebox'
import { VotedStage } from '../../../approvals/votedStage.ts'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { UserGroupAssignment } from '../assignments/schemas.ts'

const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

export const AccessRequestItem = Type.Object({
  id: Uuid,
  reference: Type.String(),
  status: Type.String(),
  extends: Type.Unsafe<string | null>({ ...NullableText, description: 'Id of the assignment to extend.' }),
  justification: Type.String(),
  durationHours: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'Requested duration; null for permanent access.' }),
  account: Type.Object({ id: Uuid, name: Type.String(), environment: Type.String() }),
  group: Type.Object({
    id: Uuid,
    name: Type.String(),
    description: Type.String(),
    roles: Type.Array(Type.String()),
    maxDurationHours: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'The maximum duration; null for permanent access.',
    }),
  }),
  requester: PersonRef,
  waiting: Nullable(
    Type.Object(
      {
        approvalId: Uuid,
        stage: Type.Integer(),
        of: Type.Integer({ description: 'Number of stages.' }),
        for: Type.String({ description: 'The open stage.' }),
        since: Timestamp,
        dueAt: Timestamp,
        approvers: Type.Array(PersonRef, { description: 'Current approvers.' }),
      },
      { description: 'Set while it is pending.' },
    ),
  ),
  workStatus: Type.Unsafe<string | null>({ ...NullableText, description: 'Progress of granting the access after approval.' }),
  grant: Nullable(
    Type.Object({ id: Uuid, status: Type.String(), until: NullableText }, { description: 'The access it granted or extends.' }),
  ),
  submittedAt: Timestamp,
  updatedAt: Timestamp,
  version: Type.Integer(),
  can: Can,
})
export type AccessRequestItem = Static<typeof AccessRequestItem>

export const ExistingAccess = Type.Object({
  ...UserGroupAssignment.properties,
  lets: Type.Array(Type.String(), { description: 'What it allows, as text; empty if Azure hasn’t said yet.' }),
})

export const AccessDecision = Type.Object(
  {
    decision: Type.Enum(['approve', 'reject', 'changes']),
    comment: Type.Optional(Type.String({ maxLength: 1_000, description: 'Required unless approving.' })),
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'The version of the request that you read; a changed request isn’t decided.',
      }),
    ),
    stage: VotedStage,
  },
  { additionalProperties: false },
)
