import { type Static, type TSchema, Type } from 'typebox'
import { Approval } from '../../../approvals/presentApproval.ts'
import { ApprovalPreview, TimelineEntry } from '../../../approvals/requestSchemas.ts'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { WorkRun } from '../../../runs/schemas.ts'

const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

export const AccessRequestId = Type.Object({ id: Uuid }, { additionalProperties: false })
export const RequestOfAccount = Type.Object({ id: Uuid, requestId: Uuid }, { additionalProperties: false })

const Justification = Type.String({
  minLength: 10,
  maxLength: 1_000,
  pattern: '^[^\\x00]*\\S[^\\x00]*$',
  description: 'Why you need it; those who decide read it first.',
})
export const DurationHours = Nullable(
  Type.Integer({ minimum: 1, maximum: 8_760, description: 'How long, as far as the group allows; null: for good.' }),
)

export const NewAccessRequest = Type.Object(
  { groupId: Uuid, justification: Justification, durationHours: DurationHours },
  { additionalProperties: false },
)
export const AccessRequestChange = Type.Object(
  { justification: Justification, durationHours: DurationHours },
  { additionalProperties: false },
)

export const AccessRequest = Type.Object({
  id: Uuid,
  reference: Type.String(),
  account: Type.Object({ id: Uuid, name: Type.String() }),
  group: Type.Object({
    id: Uuid,
    name: Type.String(),
    description: Type.String(),
    roles: Type.Array(Type.String()),
    maxDurationHours: Nullable(Type.Integer({ description: 'The longest one may stay; null: for good.' })),
  }),
  requester: PersonRef,
  justification: Type.String(),
  durationHours: Nullable(Type.Integer()),
  status: Type.String(),
  waitingFor: Type.Unsafe<string | null>({ ...NullableText, description: 'The open stage.' }),
  extends: Type.Unsafe<string | null>({ ...NullableText, description: 'Id of the assignment it asks to lengthen.' }),
  until: Nullable(Type.String({ description: 'When the membership it gave or lengthened ends.' })),
  approvals: Type.Array(Approval, { description: 'One a round; the last is the current one.' }),
  work: Nullable(WorkRun),
  timeline: Type.Array(TimelineEntry),
  submittedAt: Timestamp,
  updatedAt: Timestamp,
  version: Type.Integer(),
  can: Can,
})
export type AccessRequest = Static<typeof AccessRequest>

/** A request for access in a list. */
export const AccessRequestSummary = Type.Object({
  id: Uuid,
  reference: Type.String(),
  status: Type.String(),
  justification: Type.String(),
  durationHours: Nullable(Type.Integer()),
  environment: Type.String(),
  extends: Type.Boolean({ description: 'Whether it asks to stay longer.' }),
  account: Type.Object({ id: Uuid, name: Type.String() }),
  group: Type.Object({ id: Uuid, name: Type.String(), description: Type.String(), roles: Type.Array(Type.String()) }),
})

export const AccessRequestCheck = Type.Object({
  conflicts: Type.Array(Type.Object({ groupId: Uuid, name: Type.String(), reason: Type.String(), holds: Type.Enum(['member', 'asked']) }), {
    description:
      'Groups you are in, or have asked for, that do not go together with this one. You may ask all the same; approving it takes a comment.',
  }),
  problem: Type.Unsafe<string | null>({ ...NullableText, description: 'Why it cannot be asked for.' }),
  extends: Nullable(Type.String({ description: 'Until when the caller is in already: it would ask to stay longer.' })),
  ...ApprovalPreview.properties,
})

export const Reason = Type.String({
  minLength: 10,
  maxLength: 1_000,
  pattern: '^[^\\x00]*\\S[^\\x00]*$',
  description: 'Why; the person and the owners of the account read it.',
})
const instant = { format: 'date-time', maxLength: 40 } as const
export const EndsAt = Nullable(Type.String({ ...instant, description: 'ISO 8601; null: no end.' }))
export const StartsAt = Nullable(Type.String({ ...instant, description: 'ISO 8601; null: at once.' }))

export const AssignmentId = Type.Object({ id: Uuid }, { additionalProperties: false })
/** For the calls on `/account-access/{id}`: all four take the id of a membership or of its group. */
export const AccessId = Type.Object(
  { id: Type.Unsafe<string>({ ...Uuid, description: 'Of a membership, or of an access group: then your own membership in it.' }) },
  { additionalProperties: false },
)

/** Somebody's time in an access group, and why it is theirs. */
export const UserGroupAssignment = Type.Object({
  id: Uuid,
  person: PersonRef,
  group: Type.Object({
    id: Uuid,
    name: Type.String(),
    description: Type.String(),
    roles: Type.Array(Type.String()),
    assignment: Type.Enum(['active', 'eligible'], { description: 'Whether it has its roles, or its members may take them for a while.' }),
    maxDurationHours: Nullable(Type.Integer({ description: 'The longest one may stay; null: for good.' })),
  }),
  account: Type.Object({ id: Uuid, name: Type.String(), environment: Type.String() }),
  via: Type.Enum(['request', 'admin', 'adopted'], { description: 'Asked for, given by an administrator, or found in the directory.' }),
  request: Nullable(Type.Object({ id: Uuid, reference: Type.String() })),
  grantedBy: Nullable(PersonRef),
  reason: Type.Unsafe<string | null>({ ...NullableText, description: 'Why, as it was asked for or given.' }),
  startsAt: Timestamp,
  endsAt: Nullable(Timestamp),
  status: Type.Enum(['scheduled', 'granting', 'active', 'revoking', 'expired', 'revoked']),
  extension: Nullable(
    Type.Object({ id: Uuid, reference: Type.String(), status: Type.String() }, { description: 'A request of theirs that waits.' }),
  ),
  maximumLifted: Nullable(
    Type.Object(
      { by: PersonRef, at: Timestamp, reason: Type.String() },
      { description: 'An administrator lifted the maximum stay of the group.' },
    ),
  ),
  latestEnd: Nullable(Type.String({ description: 'The latest end the caller may set; null: any, or none.' })),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  can: Can,
})
export type UserGroupAssignment = Static<typeof UserGroupAssignment>
