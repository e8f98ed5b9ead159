import { type Static, Type } from 'typebox'
import { Can, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

const Moment = Type.String({ format: 'date-time', maxLength: 40 })
const Reason = Type.String({ maxLength: 200, pattern: '^[^\\x00]*$', description: 'Shown only to the two people and administrators.' })
const End = Type.Union([Moment, Type.Null()], { description: 'Null until it is ended.' })

export const Delegation = Type.Object({
  id: Uuid,
  person: PersonRef,
  delegate: PersonRef,
  startsAt: Timestamp,
  endsAt: Type.Union([Timestamp, Type.Null()]),
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
    startsAt: Type.Optional({ ...Moment, description: 'If missing: immediately.' }),
    endsAt: Type.Optional(End),
    reason: Type.Optional(Reason),
  },
  { additionalProperties: false },
)
export const NewDelegationFor = Type.Object({ personId: Uuid, ...NewDelegation.properties }, { additionalProperties: false })

export const DelegationChange = Type.Partial(Type.Object({ startsAt: Moment, endsAt: End, reason: Reason }), {
  additionalProperties: false,
  minProperties: 1,
})

export const DelegationPreview = Type.Object({
  waiting: Type.Integer({ description: 'Your pending decisions.' }),
  decidable: Type.Integer({ description: 'Decisions that the delegate could make.' }),
  others: Type.Array(Type.Object({ approvalId: Uuid, requester: PersonRef, why: Type.String() }), {
    description: 'Decisions that the delegate couldn’t make, with reasons; at most 20.',
  }),
  problem: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Why this person can’t be a delegate.' }),
})

/** Everyone can see an absence, so it contains no reason. */
export const Absence = Type.Object({
  person: PersonRef,
  delegate: PersonRef,
  since: Timestamp,
  until: Type.Union([Timestamp, Type.Null()]),
})

export const AbsenceOverview = Type.Object({
  person: PersonRef,
  since: Type.Union([Timestamp, Type.Null()]),
  until: Type.Union([Timestamp, Type.Null()]),
  source: Type.Enum(['own', 'administrator', 'calendar'], { description: 'The source.' }),
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
    { description: 'Null for no delegate.' },
  ),
  waiting: Type.Integer({ description: 'Their pending decisions.' }),
  can: Can,
})
export type AbsenceOverview = Static<typeof AbsenceOverview>
