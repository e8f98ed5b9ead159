import { type Static, type TSchema, Type } from 'typebox'
import { VotedStage } from '../../../approvals/votedStage.ts'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { UserGroupAssignment } from '../assignments/schemas.ts'

const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

/** A request for access in a list, with where it stands. */
export const AccessRequestItem = Type.Object({
  id: Uuid,
  reference: Type.String(),
  status: Type.String(),
  extends: Type.Unsafe<string | null>({ ...NullableText, description: 'Id of the assignment it asks to lengthen.' }),
  justification: Type.String(),
  durationHours: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'How long is asked for; null: for good.' }),
  account: Type.Object({ id: Uuid, name: Type.String(), environment: Type.String() }),
  group: Type.Object({
    id: Uuid,
    name: Type.String(),
    description: Type.String(),
    roles: Type.Array(Type.String()),
    maxDurationHours: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'The longest one may stay; null: for good.' }),
  }),
  requester: PersonRef,
  waiting: Nullable(
    Type.Object(
      {
        approvalId: Uuid,
        stage: Type.Integer(),
        of: Type.Integer({ description: 'How many stages there are.' }),
        for: Type.String({ description: 'The open stage.' }),
        since: Timestamp,
        dueAt: Timestamp,
        approvers: Type.Array(PersonRef, { description: 'Who may decide now.' }),
      },
      { description: 'While it waits for a decision.' },
    ),
  ),
  workStatus: Type.Unsafe<string | null>({ ...NullableText, description: 'How far the granting is, once approved.' }),
  grant: Nullable(
    Type.Object({ id: Uuid, status: Type.String(), until: NullableText }, { description: 'The access it gave, or is to lengthen.' }),
  ),
  submittedAt: Timestamp,
  updatedAt: Timestamp,
  version: Type.Integer(),
  can: Can,
})
export type AccessRequestItem = Static<typeof AccessRequestItem>

/** What somebody has, or had, of a group. */
export const ExistingAccess = Type.Object({
  ...UserGroupAssignment.properties,
  lets: Type.Array(Type.String(), { description: 'What it lets one do, in words; empty where Azure has not said yet.' }),
})

export const AccessDecision = Type.Object(
  {
    decision: Type.Enum(['approve', 'reject', 'changes']),
    comment: Type.Optional(Type.String({ maxLength: 1_000, description: 'Required unless approving.' })),
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'The version of the request that was read; a changed one is not decided.',
      }),
    ),
    stage: VotedStage,
  },
  { additionalProperties: false },
)
