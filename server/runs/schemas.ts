import { Type } from 'typebox'
import { Can, Timestamp, Uuid } from '../people/schemas.ts'

export const NullableText = Type.Union([Type.String(), Type.Null()])
export const NullableTime = Type.Union([Timestamp, Type.Null()])

/** One step of a run, in words the requester understands. */
export const WorkStep = Type.Object({
  name: Type.String(),
  title: Type.String(),
  status: Type.Enum(['pending', 'running', 'waiting', 'succeeded', 'failed', 'skipped']),
  attempts: Type.Integer(),
  startedAt: NullableTime,
  endedAt: NullableTime,
  nextAttemptAt: NullableTime,
  note: NullableText,
  error: NullableText,
  skipReason: NullableText,
})

export const CalledOff = Type.Object(
  { at: Timestamp, by: Type.String(), reason: Type.String() },
  { description: 'Who called the work off, when and why.' },
)

export const WorkRun = Type.Object({
  id: Uuid,
  kind: Type.String(),
  about: Type.Object(
    {
      name: Type.String(),
      reference: NullableText,
      person: Type.Union([Type.String(), Type.Null()], { description: 'Who asked for it, or whom it concerns.' }),
      accountId: Type.Union([Uuid, Type.Null()]),
    },
    { description: 'What the run is about, as people call it.' },
  ),
  subjectKind: Type.String(),
  subjectId: Uuid,
  status: Type.String(),
  steps: Type.Array(WorkStep),
  createdAt: Timestamp,
  startedAt: NullableTime,
  endedAt: NullableTime,
  updatedAt: Timestamp,
  undoes: Type.Union([Uuid, Type.Null()], { description: 'The run whose work this one takes back.' }),
  calledOff: Type.Union([CalledOff, Type.Null()], { description: 'Of a run that was called off, and of the one that takes it back.' }),
  can: Can,
})

/** What an outside service said last, as the service said it; secrets are taken out. */
export const OutsideAnswer = Type.Object({
  service: Type.String(),
  code: Type.String(),
  status: Type.Union([Type.Integer(), Type.Null()]),
  requestId: Type.Union([Type.String(), Type.Null()], { description: 'The service’s own id of the request, for its support.' }),
  excerpt: NullableText,
})

/** A run as a list shows it. */
export const WorkItem = Type.Object({
  id: Uuid,
  kind: Type.String(),
  title: Type.String({ description: 'What kind of work it is, in words.' }),
  about: WorkRun.properties.about,
  subjectKind: Type.String(),
  subjectId: Uuid,
  status: Type.String(),
  step: Type.Union([Type.Object({ name: Type.String(), title: Type.String() }), Type.Null()]),
  done: Type.Integer({ description: 'Steps that are behind it.' }),
  steps: Type.Integer(),
  attempts: Type.Integer({ description: 'Tries of the step it stands at.' }),
  nextAttemptAt: NullableTime,
  note: NullableText,
  cause: Type.Union([Type.Object({ service: NullableText, code: Type.String(), message: Type.String() }), Type.Null()]),
  stuckSince: NullableTime,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  can: Can,
})

/** Runs for a call on several at once. */
export const mostAtOnce = 100
export const RunIds = Type.Array(Uuid, { minItems: 1, maxItems: mostAtOnce, uniqueItems: true })
export const RunResults = Type.Object({
  done: Type.Integer(),
  refused: Type.Integer(),
  results: Type.Array(
    Type.Object({
      runId: Uuid,
      name: NullableText,
      outcome: Type.Enum(['done', 'refused', 'failed']),
      reason: Type.Optional(Type.String({ description: 'The reason.' })),
    }),
  ),
})
