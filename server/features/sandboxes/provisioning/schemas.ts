import { type Static, Type } from 'typebox'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { processNames } from './processes.ts'

const ProcessName = Type.Enum([...processNames])

/** Work on one sandbox that is under way or held up. */
export const SandboxWorkItem = Type.Object({
  process: ProcessName,
  state: Type.Enum(['failed', 'stalled', 'running'], { description: 'Stalled: it has not moved for 15 minutes.' }),
  sandbox: Type.Object({ id: Uuid, name: Type.String(), status: Type.String() }),
  owner: Type.Union([PersonRef, Type.Null()]),
  since: Timestamp,
  failures: Type.Integer({ description: 'How often removing it has failed; after the third time it is quarantined.' }),
  step: NullableText,
  error: NullableText,
  note: NullableText,
  runId: Type.Union([Uuid, Type.Null()], { description: 'To look at its steps, and to retry or skip one.' }),
})
export type SandboxWorkItem = Static<typeof SandboxWorkItem>

export const SandboxWorkOverview = Type.Object({
  stuck: Type.Integer(),
  processes: Type.Array(
    Type.Object({
      name: ProcessName,
      title: Type.String(),
      does: Type.String({ description: 'What starting it again does.' }),
      stuck: Type.Integer(),
      running: Type.Integer({ description: 'Of the queue: sandboxes that wait for room.' }),
      oldestStuck: Type.Union([Timestamp, Type.Null()]),
    }),
  ),
  work: Type.Array(SandboxWorkItem, { description: 'What is stuck first, then the oldest; at most 200.' }),
  can: Can,
})
export type SandboxWorkOverview = Static<typeof SandboxWorkOverview>

export const Retriggered = Type.Object({
  process: ProcessName,
  retriggered: Type.Array(
    Type.Object({ sandboxId: Uuid, name: Type.String(), what: Type.String({ description: 'What was done, in words.' }) }),
    { description: 'At most 200 in one call; call again for more.' },
  ),
  alreadyRunning: Type.Integer({ description: 'Work of the process that goes on by itself, which was left alone.' }),
  nothingToDo: Type.Boolean({ description: 'Nothing was stuck.' }),
})
export type Retriggered = Static<typeof Retriggered>
