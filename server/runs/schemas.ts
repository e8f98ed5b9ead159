import { Type } from 'typebox'
import { Can, NullableTimestamp, Timestamp, Uuid } from '../people/schemas.ts'

export const NullableText = Type.Union([Type.String(), Type.Null()])

export const RunStep = Type.Object({
  name: Type.String(),
  title: Type.String(),
  status: Type.Enum(['pending', 'running', 'waiting', 'succeeded', 'failed', 'skipped']),
  attempts: Type.Integer(),
  startedAt: NullableTimestamp,
  endedAt: NullableTimestamp,
  nextAttemptAt: NullableTimestamp,
  note: NullableText,
  error: NullableText,
  skipReason: NullableText,
})

export const Cancellation = Type.Object(
  { at: Timestamp, by: Type.String(), reason: Type.String() },
  { description: 'Who cancelled the run, when and why; null if it wasn’t cancelled.' },
)

export const Run = Type.Object({
  id: Uuid,
  kind: Type.String(),
  about: Type.Object(
    {
      name: Type.String(),
      reference: NullableText,
      person: Type.Union([Type.String(), Type.Null()], { description: 'The requester, or the person that the run is about.' }),
      accountId: Type.Union([Uuid, Type.Null()]),
    },
    { description: 'The subject of the run, with its current name.' },
  ),
  subjectKind: Type.String(),
  subjectId: Uuid,
  status: Type.String(),
  steps: Type.Array(RunStep),
  createdAt: Timestamp,
  startedAt: NullableTimestamp,
  endedAt: NullableTimestamp,
  updatedAt: Timestamp,
  usualSeconds: Type.Optional(
    Type.Union([Type.Number(), Type.Null()], {
      description:
        'Median duration of recent successful runs of this kind. Only for a run in progress that is read with its subject; null if there are too few.',
    }),
  ),
  undoes: Type.Union([Uuid, Type.Null()], { description: 'The cancelled run that this run rolls back.' }),
  cancellation: Type.Union([Cancellation, Type.Null()], {
    description: 'Cancellation; set on a cancelled run and on the run that rolls it back.',
  }),
  can: Can,
})

/** The last response of an external service. It is unchanged, except that secrets are removed. */
export const ExternalResponse = Type.Object({
  service: Type.String(),
  code: Type.String(),
  status: Type.Union([Type.Integer(), Type.Null()]),
  requestId: Type.Union([Type.String(), Type.Null()], { description: 'Request ID of the external service, for its support team.' }),
  excerpt: NullableText,
})

export const RunItem = Type.Object({
  id: Uuid,
  kind: Type.String(),
  title: Type.String({ description: 'Label of the run kind.' }),
  about: Run.properties.about,
  subjectKind: Type.String(),
  subjectId: Uuid,
  status: Type.String(),
  step: Type.Union([Type.Object({ name: Type.String(), title: Type.String() }), Type.Null()]),
  done: Type.Integer({ description: 'Number of completed or skipped steps.' }),
  steps: Type.Integer(),
  attempts: Type.Integer({ description: 'Attempts at the current step.' }),
  nextAttemptAt: NullableTimestamp,
  note: NullableText,
  cause: Type.Union([Type.Object({ service: NullableText, code: Type.String(), message: Type.String() }), Type.Null()]),
  stuckSince: NullableTimestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  can: Can,
})

export const maxBatchSize = 100
export const RunIds = Type.Array(Uuid, { minItems: 1, maxItems: maxBatchSize, uniqueItems: true })
export const RunResults = Type.Object({
  done: Type.Integer(),
  denied: Type.Integer(),
  results: Type.Array(
    Type.Object({
      runId: Uuid,
      name: NullableText,
      outcome: Type.Enum(['done', 'denied', 'failed']),
      reason: Type.Optional(
        Type.String({ description: 'Reason why the action on the run was rejected or failed; omitted if it succeeded.' }),
      ),
    }),
  ),
})
