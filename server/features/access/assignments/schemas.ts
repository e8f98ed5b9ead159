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
  description: 'Why you need access; shown first to approvers.',
})
export const DurationHours = Nullable(
  Type.Integer({ minimum: 1, maximum: 8_760, description: 'Duration within the group’s limit; null for permanent access.' }),
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
    maxDurationHours: Nullable(Type.Integer({ description: 'The maximum duration; null for permanent access.' })),
  }),
  requester: PersonRef,
  justification: Type.String(),
  durationHours: Nullable(Type.Integer()),
  status: Type.String(),
  waitingFor: Type.Unsafe<string | null>({ ...NullableText, description: 'The open stage.' }),
  extends: Type.Unsafe<string | null>({ ...NullableText, description: 'Id of the assignment to extend.' }),
  until: Nullable(Type.String({ description: 'End date of the access that it granted or extended.' })),
  approvals: Type.Array(Approval, { description: 'One per round; the last is current.' }),
  work: Nullable(WorkRun),
  timeline: Type.Array(TimelineEntry),
  submittedAt: Timestamp,
  updatedAt: Timestamp,
  version: Type.Integer(),
  can: Can,
})
export type AccessRequest = Static<typeof AccessRequest>

export const AccessRequestSummary = Type.Object({
  id: Uuid,
  reference: Type.String(),
  status: Type.String(),
  justification: Type.String(),
  durationHours: Nullable(Type.Integer()),
  environment: Type.String(),
  extends: Type.Boolean({ description: 'Whether it requests an extension.' }),
  account: Type.Object({ id: Uuid, name: Type.String() }),
  group: Type.Object({ id: Uuid, name: Type.String(), description: Type.String(), roles: Type.Array(Type.String()) }),
})

export const AccessRequestCheck = Type.Object({
  conflicts: Type.Array(Type.Object({ groupId: Uuid, name: Type.String(), reason: Type.String(), holds: Type.Enum(['member', 'asked']) }), {
    description:
      'Groups you have or requested that a separation-of-duties rule covers. You can still submit the request; approvers must add a comment.',
  }),
  problem: Type.Unsafe<string | null>({ ...NullableText, description: 'Why you can’t request it.' }),
  extends: Nullable(Type.String({ description: 'End date of the access you have; you would request an extension.' })),
  ...ApprovalPreview.properties,
})

export const Reason = Type.String({
  minLength: 10,
  maxLength: 1_000,
  pattern: '^[^\\x00]*\\S[^\\x00]*$',
  description: 'The reason, shown to the person and the owners of the account.',
})
const instant = { format: 'date-time', maxLength: 40 } as const
export const EndsAt = Nullable(Type.String({ ...instant, description: 'ISO 8601; null for no end.' }))
export const StartsAt = Nullable(Type.String({ ...instant, description: 'ISO 8601; null for immediately.' }))

export const AssignmentId = Type.Object({ id: Uuid }, { additionalProperties: false })
/** All four calls on `/account-access/{id}` accept the id of a membership or of its group. */
export const AccessId = Type.Object(
  { id: Type.Unsafe<string>({ ...Uuid, description: 'ID of an assignment, or of an access group for your own assignment in it.' }) },
  { additionalProperties: false },
)

export const UserGroupAssignment = Type.Object({
  id: Uuid,
  person: PersonRef,
  group: Type.Object({
    id: Uuid,
    name: Type.String(),
    description: Type.String(),
    roles: Type.Array(Type.String()),
    assignment: Type.Enum(['active', 'eligible'], { description: 'Whether members have the roles, or can activate them.' }),
    maxDurationHours: Nullable(Type.Integer({ description: 'The maximum duration; null for permanent access.' })),
  }),
  account: Type.Object({ id: Uuid, name: Type.String(), environment: Type.String() }),
  via: Type.Enum(['request', 'admin', 'adopted'], { description: 'Requested, granted by an administrator, or found in the directory.' }),
  request: Nullable(Type.Object({ id: Uuid, reference: Type.String() })),
  grantedBy: Nullable(PersonRef),
  reason: Type.Unsafe<string | null>({ ...NullableText, description: 'The reason from the request or grant.' }),
  startsAt: Timestamp,
  endsAt: Nullable(Timestamp),
  status: Type.Enum(['scheduled', 'granting', 'active', 'revoking', 'expired', 'revoked']),
  extension: Nullable(
    Type.Object({ id: Uuid, reference: Type.String(), status: Type.String() }, { description: 'Their pending request.' }),
  ),
  maximumLifted: Nullable(
    Type.Object({ by: PersonRef, at: Timestamp, reason: Type.String() }, { description: 'An administrator lifted the maximum duration.' }),
  ),
  latestEnd: Nullable(Type.String({ description: 'The latest end date you can set; null for any, or none.' })),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  can: Can,
})
export type UserGroupAssignment = Static<typeof UserGroupAssignment>
