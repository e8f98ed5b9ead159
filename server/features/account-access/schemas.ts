import { type Static, type TSchema, Type } from 'typebox'
import { Approval } from '../../approvals/presentApproval.ts'
import { ApprovalPreview, TimelineEntry } from '../account-requests/schemas.ts'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../people/schemas.ts'
import { WorkRun } from '../work/schemas.ts'

const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

export const AccessRequestId = Type.Object({ id: Uuid }, { additionalProperties: false })
export const RequestOfAccount = Type.Object({ id: Uuid, requestId: Uuid }, { additionalProperties: false })

const Justification = Type.String({
  minLength: 10,
  maxLength: 1_000,
  pattern: '^[^\\x00]*\\S[^\\x00]*$',
  description: 'Why you need it; those who decide read it first.',
})
const DurationHours = Nullable(
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
  group: Type.Object({ id: Uuid, name: Type.String(), description: Type.String(), roles: Type.Array(Type.String()) }),
  requester: PersonRef,
  justification: Type.String(),
  durationHours: Nullable(Type.Integer()),
  status: Type.String(),
  waitingFor: Type.Unsafe<string | null>({ ...NullableText, description: 'The open stage.' }),
  until: Nullable(Type.String({ description: 'When the membership it gave ends.' })),
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
  account: Type.Object({ id: Uuid, name: Type.String() }),
  group: Type.Object({ id: Uuid, name: Type.String(), description: Type.String(), roles: Type.Array(Type.String()) }),
})

export const AccessRequestCheck = Type.Object({
  problem: Type.Unsafe<string | null>({ ...NullableText, description: 'Why it cannot be asked for.' }),
  ...ApprovalPreview.properties,
})
