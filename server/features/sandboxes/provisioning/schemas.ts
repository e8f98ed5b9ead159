import { type Static, Type } from 'typebox'
import { Can, NullableText, NullableTimestamp, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'
import { processNames } from './processes.ts'

const ProcessName = Type.Enum([...processNames])

export const SandboxRunItem = Type.Object({
  process: ProcessName,
  state: Type.Enum(['failed', 'stalled', 'running'], { description: 'stalled: the run has made no progress for 15 minutes.' }),
  sandbox: Type.Object({ id: Uuid, name: Type.String(), status: Type.String() }),
  owner: Type.Union([PersonRef, Type.Null()]),
  since: Timestamp,
  failures: Type.Integer({ description: 'Number of failed removals. After the third, the sandbox is quarantined.' }),
  step: NullableText,
  error: NullableText,
  note: NullableText,
  runId: Type.Union([Uuid, Type.Null()], { description: 'ID of the run, whose steps can be read, retried and skipped.' }),
})
export type SandboxRunItem = Static<typeof SandboxRunItem>

export const SandboxRunOverview = Type.Object({
  stuck: Type.Integer(),
  processes: Type.Array(
    Type.Object({
      name: ProcessName,
      title: Type.String(),
      does: Type.String({ description: 'Effect of a restart.' }),
      stuck: Type.Integer(),
      running: Type.Integer({ description: 'Number of active runs; for the queue: number of sandboxes waiting for capacity.' }),
      oldestStuck: NullableTimestamp,
    }),
  ),
  runs: Type.Array(SandboxRunItem, { description: 'Runs, stuck ones first, then the oldest; at most 200.' }),
  can: Can,
})
export type SandboxRunOverview = Static<typeof SandboxRunOverview>

export const RetriggerResponse = Type.Object({
  process: ProcessName,
  retriggered: Type.Array(
    Type.Object({ sandboxId: Uuid, name: Type.String(), what: Type.String({ description: 'Action that was taken.' }) }),
    {
      description: 'Restarted runs, at most 200 per call. Call again for more.',
    },
  ),
  alreadyRunning: Type.Integer({ description: 'Number of active runs, which weren’t changed.' }),
  nothingToDo: Type.Boolean({ description: 'True if no run had failed or was stuck.' }),
})
export type RetriggerResponse = Static<typeof RetriggerResponse>
