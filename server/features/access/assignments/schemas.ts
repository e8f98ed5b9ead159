import { type Static, Type } from 'typebox'
import { Approval } from '../../../approvals/presentApproval.ts'
import { ApprovalPreview, TimelineEntry } from '../../../approvals/requestSchemas.ts'
import { Can, Nullable, NullableText, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { Run } from '../../../runs/schemas.ts'

export const AccessRequestId = Type.Object({ id: Uuid }, { additionalProperties: false })
export const AccountAccessRequestParams = Type.Object({ id: Uuid, requestId: Uuid }, { additionalProperties: false })

const Justification = Type.String({
  minLength: 10,
  maxLength: 1_000,
  pattern: '^[^\\x00]*\\S[^\\x00]*$',
  description: 'Reason why you need access; approvers see it first.',
})
export const DurationHours = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: 8_760,
    description: 'Requested duration in hours, within the group’s limit; null for permanent access.',
  }),
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
    maxDurationHours: Nullable(
      Type.Integer({ description: 'The longest duration in hours that the group allows; null if permanent access is allowed.' }),
    ),
  }),
  requester: PersonRef,
  justification: Type.String(),
  durationHours: Nullable(Type.Integer()),
  status: Type.String(),
  waitingFor: Type.Unsafe<string | null>({ ...NullableText, description: 'Name of the stage that is open now.' }),
  extends: Type.Unsafe<string | null>({ ...NullableText, description: 'ID of the assignment to extend.' }),
  until: Nullable(Type.String({ description: 'End date of the access that the request granted or extended.' })),
  approvals: Type.Array(Approval, { description: 'One approval per round; the last entry is current.' }),
  run: Nullable(Run),
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
  extends: Type.Boolean({ description: 'True if the request extends existing access.' }),
  account: Type.Object({ id: Uuid, name: Type.String() }),
  group: Type.Object({ id: Uuid, name: Type.String(), description: Type.String(), roles: Type.Array(Type.String()) }),
})

export const AccessRequestCheck = Type.Object({
  conflicts: Type.Array(
    Type.Object({ groupId: Uuid, name: Type.String(), reason: Type.String(), holds: Type.Enum(['member', 'requested']) }),
    {
      description:
        'Groups that you have or requested and that a separation-of-duties rule forbids together with this one. You can still submit the request, but approvers must add a comment.',
    },
  ),
  problem: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'Reason why you can’t request access to the group; null if you can.',
  }),
  extends: Nullable(
    Type.String({ description: 'End date of your current access, which the request would extend; null without current access.' }),
  ),
  ...ApprovalPreview.properties,
})

export const ReasonSchema = Type.String({
  minLength: 10,
  maxLength: 1_000,
  pattern: '^[^\\x00]*\\S[^\\x00]*$',
  description: 'Reason for the change, shown to the person and the owners of the account.',
})
const instant = { format: 'date-time', maxLength: 40 } as const
export const EndsAt = Nullable(Type.String({ ...instant, description: 'End date in ISO 8601; null for no end date.' }))
export const StartsAt = Nullable(Type.String({ ...instant, description: 'Start date in ISO 8601; null to start immediately.' }))

export const AssignmentId = Type.Object({ id: Uuid }, { additionalProperties: false })
/** All four operations on `/account-access/{id}` accept the ID of a membership or of its group. */
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
    assignment: Type.Enum(['active', 'eligible'], { description: 'active: members have the roles; eligible: members can activate them.' }),
    maxDurationHours: Nullable(
      Type.Integer({ description: 'The longest duration in hours that the group allows; null if permanent access is allowed.' }),
    ),
  }),
  account: Type.Object({ id: Uuid, name: Type.String(), environment: Type.String() }),
  via: Type.Enum(['request', 'admin', 'adopted'], {
    description: 'Origin of the access: requested, granted by an administrator, or found in the directory.',
  }),
  request: Nullable(Type.Object({ id: Uuid, reference: Type.String() })),
  grantedBy: Nullable(PersonRef),
  reason: Type.Unsafe<string | null>({ ...NullableText, description: 'Reason from the request or grant.' }),
  startsAt: Timestamp,
  endsAt: NullableTimestamp,
  status: Type.Enum(['scheduled', 'granting', 'active', 'revoking', 'expired', 'revoked']),
  extension: Nullable(
    Type.Object(
      { id: Uuid, reference: Type.String(), status: Type.String() },
      { description: 'The member’s pending request for this group; null if there is none.' },
    ),
  ),
  maximumLifted: Nullable(
    Type.Object(
      { by: PersonRef, at: Timestamp, reason: Type.String() },
      { description: 'Person who lifted the maximum duration for this assignment, with time and reason; null if it wasn’t lifted.' },
    ),
  ),
  latestEnd: Nullable(Type.String({ description: 'The latest end date you can set; null if there is no limit.' })),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  can: Can,
})
export type UserGroupAssignment = Static<typeof UserGroupAssignment>
