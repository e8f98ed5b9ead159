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
  days: Type.Integer({ description: 'How far back it looks.' }),
  from: Timestamp,
  until: Timestamp,
  status: Type.Enum(['running', 'done']),
  looked: Type.Integer({ description: 'Requests looked at.' }),
  total: Type.Integer(),
  unrecorded: Type.Integer({ description: 'Requests from before facts were recorded: nothing can be said of them.' }),
  changed: Type.Integer({ description: 'Requests that would have gone otherwise.' }),
  stale: Type.Boolean({ description: 'The draft has been edited since.' }),
  startedBy: PersonRef,
  startedAt: Timestamp,
  finishedAt: Nullable(Timestamp),
  flows: Type.Array(
    Type.Object({
      from: Type.Enum(['asked', 'approved', 'rejected']),
      change: Nullable(Type.Enum([...replayChanges])),
      count: Type.Integer(),
    }),
    { description: 'What was said, what would be otherwise (null = nothing), and of how many.' },
  ),
  waits: Nullable(
    Type.Object({
      requests: Type.Integer({ description: 'Decided ones.' }),
      unknown: Type.Integer({ description: 'Of those that would wait for a stage nobody has decided on yet.' }),
      before: Wait,
      after: Wait,
    }),
  ),
  notices: Type.Object({
    before: Type.Integer(),
    after: Type.Integer(),
    people: Type.Integer({ description: 'People who would be told anything.' }),
    most: Type.Array(Type.Object({ person: PersonRef, before: Type.Integer(), after: Type.Integer() }), {
      description: 'Those told most, before or after.',
    }),
  }),
})
export const PolicyReplayAnswer = Type.Object({ replay: Nullable(PolicyReplay), can: Can })
export type PolicyReplayAnswer = Static<typeof PolicyReplayAnswer>

const Side = Type.Object({
  outcome: Type.Enum(['asked', 'approved', 'rejected', 'nobody']),
  because: NullableText,
  when: Type.Union([Type.String(), Type.Null()], { description: 'The condition that held, in CEL.' }),
  reading: Type.Union([Type.String(), Type.Null()], { description: 'The same in words.' }),
  stages: Type.Array(Type.String()),
})

export const PolicyReplayChange = Type.Object({
  id: Uuid,
  change: Type.Enum([...replayChanges]),
  odd: Type.Integer({ description: '3 = look at it first, 0 = as meant.' }),
  remark: Type.Union([Type.String(), Type.Null()], { description: 'What is odd about it.' }),
  subjectKind: Type.String(),
  subjectId: Uuid,
  reference: Type.String(),
  name: Type.String(),
  requester: PersonRef,
  askedAt: Timestamp,
  decidedAt: Nullable(Timestamp),
  status: Type.String({ description: 'What became of it.' }),
  decidedBy: Nullable(PersonRef),
  risk: Type.Number(),
  was: Side,
  would: Side,
  waits: Type.Object({ before: Nullable(Hours), after: Nullable(Hours) }),
  notices: Type.Object({ before: Type.Integer(), after: Type.Integer() }),
})
export type PolicyReplayChange = Static<typeof PolicyReplayChange>
