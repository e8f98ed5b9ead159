import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../server/db/database.ts'
import { freeze, resumeLease, startDeletion, startSandboxRemoval } from '../../server/features/sandboxes/leases/transitions.ts'
import { loadHostedSandbox } from '../../server/features/sandboxes/provisioning/hostedSandbox.ts'
import {
  addCapacity,
  deleteSandboxRows,
  readOutcome,
  requestFor,
} from '../../server/features/sandboxes/provisioning/sandboxWork.fixture.ts'
import { deployWorkload } from '../../simulator/arm/deployWorkload.ts'
import type { ServiceName } from '../../simulator/core/serviceName.ts'
import { startTestApp, type TestApp } from '../app.ts'
import type { CallFailpoint } from './failpoints.ts'
import { killedAt, waitForRuns } from './killed.ts'

const minuteMs = 60_000
const names = ['crash-a', 'crash-b', 'crash-c', 'crash-d']
let app: TestApp
let ids: string[]

beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  app.simulator.asyncDelayMs = 20
  await deleteSandboxRows(app.databaseUrl)
  await addCapacity(app, { shared: names.length })
})
afterAll(() => app.close())

const callFailpoints = (service: ServiceName, method: string, path: string): CallFailpoint[] => [
  { service, method, path, when: 'before' },
  { service, method, path, when: 'after' },
]
const scopePath = 'resource[gG]roups/rg-sbx-crash-'
const setupFailpoints = [
  ...callFailpoints('arm', 'PUT', `${scopePath}.\\?`),
  ...callFailpoints('arm', 'PATCH', `${scopePath}.*/tags/default`),
  ...callFailpoints('arm', 'PUT', `${scopePath}.*/policyAssignments/slipway-services`),
  ...callFailpoints('arm', 'PUT', `${scopePath}.*/budgets/`),
  ...callFailpoints('graph', 'PATCH', '/groups\\(uniqueName'),
  ...callFailpoints('arm', 'PUT', `${scopePath}.*/roleAssignments/`),
]
const stopFailpoints = [
  ...callFailpoints('arm', 'DELETE', `${scopePath}.*/roleAssignments/`),
  ...callFailpoints('arm', 'POST', `${scopePath}.*/deallocate`),
]
const resumeFailpoints = [
  ...callFailpoints('arm', 'PUT', `${scopePath}.*/roleAssignments/`),
  ...callFailpoints('arm', 'POST', `${scopePath}.*/start`),
]
const cleanUpFailpoints = [...callFailpoints('arm', 'DELETE', `${scopePath}.\\?`), ...callFailpoints('graph', 'DELETE', '/groups/[^/]+$')]

async function openRuns(): Promise<{ runId: string }[]> {
  const rows = await app.db
    .selectFrom('sandbox_actions as a')
    .innerJoin('work_runs as r', 'r.subject_id', 'a.id')
    .select('r.id as runId')
    .where('a.status', '=', 'open')
    .orderBy('a.id')
    .execute()
  expect(rows).toHaveLength(names.length)
  return rows
}
async function killRunsAt(failpoints: CallFailpoint[]): Promise<void> {
  const runs = await openRuns()
  await killedAt(app, runs, failpoints)
  await waitForRuns(app, runs)
}
type Transition = (
  world: { db: TestApp['db']; jobs: TestApp['jobs'] },
  input: { sandboxId: string; by: null; now: Date },
) => Promise<unknown>
async function applyTransition(transition: Transition): Promise<void> {
  for (const sandboxId of ids)
    await inTransaction(app.db, (tx) => transition({ db: tx, jobs: app.jobs }, { sandboxId, by: null, now: app.context.now() }))
}

it(
  'creates, freezes, resumes and removes a sandbox once when servers are killed around each write',
  async () => {
    ids = []
    for (const name of names) ids.push(await requestFor(app, { name }))
    await killRunsAt(setupFailpoints)
    for (const id of ids)
      expect(await readOutcome(app, id)).toMatchObject({
        status: 'active',
        place: true,
        rights: 2,
        groups: [
          { status: 'ready', there: true },
          { status: 'ready', there: true },
        ],
        runs: ['provision done succeeded'],
        notifiedTwice: [],
      })

    const { arm } = app.context.clients
    const machines: string[] = []
    for (const id of ids) machines.push(deployWorkload(app.simulator, (await loadHostedSandbox(app.db, id)).scope, 'machineLab')[0]!)
    const readPowerStates = async () => new Set(await Promise.all(machines.map((machine) => arm.readPower(machine))))

    await applyTransition((world, input) => freeze(world, { ...input, cause: 'budget' }))
    await killRunsAt(stopFailpoints)
    for (const id of ids) expect(await readOutcome(app, id)).toMatchObject({ status: 'frozen', place: true, rights: 0, notifiedTwice: [] })
    expect(await readPowerStates()).toEqual(new Set(['stopped']))

    await applyTransition((world, input) => resumeLease(world, { ...input, overBudget: true }))
    await killRunsAt(resumeFailpoints)
    for (const id of ids) expect(await readOutcome(app, id)).toMatchObject({ status: 'active', rights: 2, notifiedTwice: [] })
    expect(await readPowerStates()).toEqual(new Set(['running']))

    await applyTransition((world, input) => startDeletion(world, { ...input, cause: 'owner' }))
    await app.db.updateTable('sandboxes').set({ delete_at: app.context.now() }).execute()
    await applyTransition(startSandboxRemoval)
    // The freeze is no longer needed when it starts, so a run for the current status follows.
    await killRunsAt([])
    await killRunsAt(cleanUpFailpoints)
    for (const id of ids)
      expect(await readOutcome(app, id)).toMatchObject({
        status: 'deleted',
        place: false,
        groups: [
          { status: 'deleted', there: false },
          { status: 'deleted', there: false },
        ],
        runs: ['provision', 'freeze', 'resume', 'freeze', 'cleanUp'].map((kind) => `${kind} done succeeded`),
        notifiedTwice: [],
      })
  },
  10 * minuteMs,
)
