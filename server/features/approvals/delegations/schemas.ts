import { type Static, Type } from 'typebox'
import { Can, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

const TimestampInput = Type.String({ format: 'date-time', maxLength: 40 })
const ReasonSchema = Type.String({
  maxLength: 200,
  pattern: '^[^\\x00]*$',
  description: 'Visible only to the person, the delegate, administrators and auditors.',
})
const End = Type.Union([TimestampInput, Type.Null()], { description: 'End of the delegation; null if it lasts until it is ended.' })

export const Delegation = Type.Object({
  id: Uuid,
  person: PersonRef,
  delegate: PersonRef,
  startsAt: Timestamp,
  endsAt: NullableTimestamp,
  reason: Type.String(),
  status: Type.Enum(['scheduled', 'live', 'ended']),
  createdBy: PersonRef,
  can: Can,
})
export type Delegation = Static<typeof Delegation>

export const DelegationId = Type.Object({ id: Uuid }, { additionalProperties: false })

export const NewDelegation = Type.Object(
  {
    delegateId: Uuid,
    startsAt: Type.Optional({ ...TimestampInput, description: 'Start of the delegation; default: now.' }),
    endsAt: Type.Optional(End),
    reason: Type.Optional(ReasonSchema),
  },
  { additionalProperties: false },
)
export const NewDelegationFor = Type.Object({ personId: Uuid, ...NewDelegation.properties }, { additionalProperties: false })

export const DelegationChange = Type.Partial(Type.Object({ startsAt: TimestampInput, endsAt: End, reason: ReasonSchema }), {
  additionalProperties: false,
  minProperties: 1,
})

export const DelegationPreview = Type.Object({
  waiting: Type.Integer({ description: 'Number of your pending decisions.' }),
  decidable: Type.Integer({ description: 'Number of pending decisions that the delegate could make.' }),
  others: Type.Array(Type.Object({ approvalId: Uuid, requester: PersonRef, reason: Type.String() }), {
    description: 'Decisions that the delegate couldn’t make, with reasons; at most 20.',
  }),
  problem: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Reason why this person can’t be a delegate; null if they can.',
  }),
})

/** Everyone can see an absence, so it contains no reason. */
export const Absence = Type.Object({
  person: PersonRef,
  delegate: PersonRef,
  since: Timestamp,
  until: NullableTimestamp,
})

export const AbsenceOverview = Type.Object({
  person: PersonRef,
  since: NullableTimestamp,
  until: NullableTimestamp,
  source: Type.Enum(['own', 'administrator', 'calendar'], {
    description: 'Where the absence comes from: the person, an administrator, or the calendar.',
  }),
  delegation: Type.Union(
    [
      Type.Object({
        id: Uuid,
        delegate: PersonRef,
        status: Type.Enum(['scheduled', 'live']),
        reason: Type.String(),
        createdBy: PersonRef,
      }),
      Type.Null(),
    ],
    { description: 'The delegate; null if there is none.' },
  ),
  waiting: Type.Integer({ description: 'Number of the person’s pending decisions.' }),
  can: Can,
})
export type AbsenceOverview = Static<typeof AbsenceOverview>
