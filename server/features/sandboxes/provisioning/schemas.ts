import { type Static, Type } from 'typebox'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { processNames } from './processes.ts'

const ProcessName = Type.Enum([...processNames])

export const SandboxWorkItem = Type.Object({
  process: ProcessName,
  state: Type.Enum(['failed', 'stalled', 'running'], { description: 'Stalled: no progress for 15 minutes.' }),
  sandbox: Type.Object({ id: Uuid, name: Type.String(), status: Type.String() }),
  owner: Type.Union([PersonRef, Type.Null()]),
  since: Timestamp,
  failures: Type.Integer({ description: 'Number of failed removals; after the third it is quarantined.' }),
  step: NullableText,
  error: NullableText,
  note: NullableText,
  runId: Type.Union([Uuid, Type.Null()], { description: 'To see its steps, and to retry or skip one.' }),
})
export type SandboxWorkItem = Static<typeof SandboxWorkItem>

export const SandboxWorkOverview = Type.Object({
  stuck: Type.Integer(),
  processes: Type.Array(
    Type.Object({
      name: ProcessName,
      title: Type.String(),
      does: Type.String({ description: 'What a restart does.' }),
      stuck: Type.Integer(),
      running: Type.Integer({ description: 'In the queue: sandboxes waiting for capacity.' }),
      oldestStuck: Type.Union([Timestamp, Type.Null()]),
    }),
  ),
  work: Type.Array(SandboxWorkItem, { description: 'Stuck runs first, then the oldest; at most 200.' }),
  can: Can,
})
export type SandboxWorkOverview = Static<typeof SandboxWorkOverview>

export const Retriggered = Type.Object({
  process: ProcessName,
  retriggered: Type.Array(Type.Object({ sandboxId: Uuid, name: Type.String(), what: Type.String({ description: 'What was done.' }) }), {
    description: 'At most 200 per call; call again for more.',
  }),
  alreadyRunning: Type.Integer({ description: 'Active runs, which were left alone.' }),
  nothingToDo: Type.Boolean({ description: 'Nothing was stuck.' }),
})
export type Retriggered = Static<typeof Retriggered>
