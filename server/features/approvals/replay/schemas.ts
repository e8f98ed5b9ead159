import { type Static, Type } from 'typebox'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()])

export const replayChanges = [
  'approvedAtOnce',
  'rejectedAtOnce',
  'nobodyDecides',
  'askedFirst',
  'moreStages',
  'fewerStages',
  'otherPeople',
  'otherTimes',
] as const
const Hours = Type.Number({ description: 'Hours.' })
const Wait = Nullable(Type.Object({ medianHours: Hours, p90Hours: Hours }))

export const PolicyReplay = Type.Object({
  days: Type.Integer({ description: 'The length of the period.' }),
  from: Timestamp,
  until: Timestamp,
  status: Type.Enum(['running', 'done']),
  looked: Type.Integer({ description: 'Requests checked.' }),
  total: Type.Integer(),
  unrecorded: Type.Integer({ description: 'Requests from before facts were recorded; their result is unknown.' }),
  changed: Type.Integer({ description: 'Requests with another result.' }),
  stale: Type.Boolean({ description: 'The draft changed since the replay.' }),
  startedBy: PersonRef,
  startedAt: Timestamp,
  finishedAt: Nullable(Timestamp),
  flows: Type.Array(
    Type.Object({
      from: Type.Enum(['asked', 'approved', 'rejected']),
      change: Nullable(Type.Enum([...replayChanges])),
      count: Type.Integer(),
    }),
    { description: 'Actual and simulated (null for none), with the number of requests.' },
  ),
  waits: Nullable(
    Type.Object({
      requests: Type.Integer({ description: 'Decided requests.' }),
      unknown: Type.Integer({ description: 'Of requests that would wait for a stage without a decision.' }),
      before: Wait,
      after: Wait,
    }),
  ),
  notifications: Type.Object({
    before: Type.Integer(),
    after: Type.Integer(),
    people: Type.Integer({ description: 'People who would be notified.' }),
    topRecipients: Type.Array(Type.Object({ person: PersonRef, before: Type.Integer(), after: Type.Integer() }), {
      description: 'People with the most notifications, before or after.',
    }),
  }),
})
export const PolicyReplayAnswer = Type.Object({ replay: Nullable(PolicyReplay), can: Can })
export type PolicyReplayAnswer = Static<typeof PolicyReplayAnswer>

const Side = Type.Object({
  outcome: Type.Enum(['asked', 'approved', 'rejected', 'nobody']),
  because: NullableText,
  when: Type.Union([Type.String(), Type.Null()], { description: 'The matching condition, in CEL.' }),
  reading: Type.Union([Type.String(), Type.Null()], { description: 'The same as text.' }),
  stages: Type.Array(Type.String()),
})

export const PolicyReplayChange = Type.Object({
  id: Uuid,
  change: Type.Enum([...replayChanges]),
  odd: Type.Integer({ description: '3: check first; 0: as intended.' }),
  remark: Type.Union([Type.String(), Type.Null()], { description: 'Why it is unusual.' }),
  subjectKind: Type.String(),
  subjectId: Uuid,
  reference: Type.String(),
  name: Type.String(),
  requester: PersonRef,
  requestedAt: Timestamp,
  decidedAt: Nullable(Timestamp),
  status: Type.String({ description: 'The result.' }),
  decidedBy: Nullable(PersonRef),
  risk: Type.Number(),
  was: Side,
  would: Side,
  waits: Type.Object({ before: Nullable(Hours), after: Nullable(Hours) }),
  notifications: Type.Object({ before: Type.Integer(), after: Type.Integer() }),
})
export type PolicyReplayChange = Static<typeof PolicyReplayChange>
