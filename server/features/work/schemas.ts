import { Type } from 'typebox'
import { Can, Timestamp, Uuid } from '../people/schemas.ts'

const NullableText = Type.Union([Type.String(), Type.Null()])
const NullableTime = Type.Union([Timestamp, Type.Null()])

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
  can: Can,
})
