import { type Static, Type } from 'typebox'
import { Can, Nullable, NullableText, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

export const replayChanges = [
  'approvedAutomatically',
  'rejectedAutomatically',
  'noStage',
  'approvalAdded',
  'moreStages',
  'fewerStages',
  'differentApprovers',
  'differentDeadlines',
  'differentReminders',
] as const
const Hours = Type.Number({ description: 'Duration in hours.' })
const Wait = Nullable(Type.Object({ medianHours: Hours, p90Hours: Hours }))

const PolicyReplay = Type.Object({
  days: Type.Integer({ description: 'Length of the period in days.' }),
  from: Timestamp,
  until: Timestamp,
  status: Type.Enum(['running', 'done']),
  checked: Type.Integer({ description: 'Number of requests checked. They were submitted in the period, and can still be pending.' }),
  total: Type.Integer(),
  unrecorded: Type.Integer({ description: 'Number of requests without recorded facts, whose result is unknown.' }),
  recordedSince: Type.Union([Timestamp, Type.Null()], {
    description: 'Submission of the first request after the last one without facts; null if there is no such request.',
  }),
  changed: Type.Integer({ description: 'Number of requests with a different result. Different reminders don’t count.' }),
  stale: Type.Boolean({ description: 'True if the draft has changed since the replay.' }),
  startedBy: PersonRef,
  startedAt: Timestamp,
  finishedAt: NullableTimestamp,
  flows: Type.Array(
    Type.Object({
      from: Type.Enum(['stages', 'approved', 'rejected']),
      change: Nullable(Type.Enum([...replayChanges])),
      count: Type.Integer(),
    }),
    { description: 'Number of requests for each pair of actual and simulated result; null for no result.' },
  ),
  waits: Nullable(
    Type.Object({
      requests: Type.Integer({ description: 'Number of decided requests.' }),
      unknown: Type.Integer({ description: 'Number of requests that would wait for a stage for which no decision is recorded.' }),
      before: Wait,
      after: Wait,
    }),
  ),
  notifications: Type.Object({
    before: Type.Integer(),
    after: Type.Integer(),
    people: Type.Integer({ description: 'Number of people who would be notified.' }),
    topRecipients: Type.Array(Type.Object({ person: PersonRef, before: Type.Integer(), after: Type.Integer() }), {
      description: 'People who get the most notifications, under the old or the new policy.',
    }),
  }),
})
export const PolicyReplayResponse = Type.Object({ replay: Nullable(PolicyReplay), can: Can })
export type PolicyReplayResponse = Static<typeof PolicyReplayResponse>

const Side = Type.Object({
  outcome: Type.Enum(['stages', 'approved', 'rejected', 'noStage']),
  reason: NullableText,
  when: Type.Union([Type.String(), Type.Null()], { description: 'Condition that matched, in CEL.' }),
  reading: Type.Union([Type.String(), Type.Null()], { description: 'The condition as text.' }),
  stages: Type.Array(Type.String()),
  minimums: Type.Optional(
    Type.Array(Type.Integer(), { description: 'Votes that each stage needs; missing in replays of earlier versions of Slipway.' }),
  ),
  differences: Type.Optional(Type.Array(Type.String(), { description: 'What differs in each stage, as text.' })),
  votes: Type.Optional(
    Type.Enum(['more', 'fewer'], { description: 'Set if the same approvers decide, and only the votes that their stages need differ.' }),
  ),
})

export const PolicyReplayChange = Type.Object({
  id: Uuid,
  change: Type.Enum([...replayChanges]),
  severity: Type.Integer({ description: 'How unusual the change is, from 0 (as intended) to 3 (check first).' }),
  remark: Type.Union([Type.String(), Type.Null()], { description: 'Reason why the change is unusual.' }),
  subjectKind: Type.String(),
  subjectId: Uuid,
  round: Type.Integer({ description: 'Each resubmission of a request starts a new round. Each round is replayed separately.' }),
  rounds: Type.Integer({ description: 'Number of rounds of the request until now.' }),
  reference: Type.String(),
  name: Type.String(),
  requester: PersonRef,
  requestedAt: Timestamp,
  decidedAt: NullableTimestamp,
  status: Type.String({ description: 'Result of the request.' }),
  decidedBy: Nullable(PersonRef),
  risk: Type.Number(),
  actual: Side,
  simulated: Side,
  waits: Type.Object({ before: Nullable(Hours), after: Nullable(Hours) }),
  notifications: Type.Object({ before: Type.Integer(), after: Type.Integer() }),
})
export type PolicyReplayChange = Static<typeof PolicyReplayChange>
