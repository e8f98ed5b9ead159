import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../server/db/database.ts'
import { freeze, startDeletion, startSandboxRemoval, thaw } from '../../server/features/sandboxes/leases/transitions.ts'
import { readHome } from '../../server/features/sandboxes/provisioning/home.ts'
import { makeRoom, readOutcome, requestFor, withoutSandboxes } from '../../server/features/sandboxes/provisioning/sandboxWork.fixture.ts'
import { deployWorkload } from '../../simulator/arm/deployWorkload.ts'
import type { ServiceName } from '../../simulator/core/serviceName.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { carriedOut, killedAt } from './killed.ts'
import type { CallTrap } from './traps.ts'

const minute = 60_000
const names = ['crash-a', 'crash-b', 'crash-c', 'crash-d']
let app: TestApp
let ids: string[]

beforeAll(async () => {
  app = await startTestApp({ work: false })
  app.simulator.asyncDelayMs = 20
  await withoutSandboxes(app.databaseUrl)
  await makeRoom(app, { shared: names.length })
})
afterAll(() => app.close())

const at = (service: ServiceName, method: string, path: string): CallTrap[] => [
  { service, method, path, when: 'before' },
  { service, method, path, when: 'after' },
]
const place = 'resource[gG]roups/rg-sbx-crash-'
const setUp = [
  ...at('arm', 'PUT', `${place}.\\?`),
  ...at('arm', 'PATCH', `${place}.*/tags/default`),
  ...at('arm', 'PUT', `${place}.*/policyAssignments/slipway-services`),
  ...at('arm', 'PUT', `${place}.*/budgets/`),
  ...at('graph', 'PATCH', '/groups\\(uniqueName'),
  ...at('arm', 'PUT', `${place}.*/roleAssignments/`),
]
const stopCompute = [...at('arm', 'DELETE', `${place}.*/roleAssignments/`), ...at('arm', 'POST', `${place}.*/deallocate`)]
const resumeCalls = [...at('arm', 'PUT', `${place}.*/roleAssignments/`), ...at('arm', 'POST', `${place}.*/start`)]
const cleanUp = [...at('arm', 'DELETE', `${place}.\\?`), ...at('graph', 'DELETE', '/groups/[^/]+$')]

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
async function killed(traps: CallTrap[]): Promise<void> {
  const runs = await openRuns()
  await killedAt(app, runs, traps)
  await carriedOut(app, runs)
}
type Transferred = (
  world: { db: TestApp['db']; jobs: TestApp['jobs'] },
  moving: { sandboxId: string; by: null; now: Date },
) => Promise<unknown>
async function move(how: Transferred): Promise<void> {
  for (const sandboxId of ids)
    await inTransaction(app.db, (tx) => how({ db: tx, jobs: app.jobs }, { sandboxId, by: null, now: app.context.now() }))
}

it(
  'creates, freezes, resumes and removes a sandbox once when servers are killed around each write',
  async () => {
    ids = []
    for (const name of names) ids.push(await requestFor(app, { name }))
    await killed(setUp)
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
    for (const id of ids) machines.push(deployWorkload(app.simulator, (await readHome(app.db, id)).scope, 'machineLab')[0]!)
    const powers = async () => new Set(await Promise.all(machines.map((machine) => arm.readPower(machine))))

    await move((world, moving) => freeze(world, { ...moving, because: 'budget' }))
    await killed(stopCompute)
    for (const id of ids) expect(await readOutcome(app, id)).toMatchObject({ status: 'frozen', place: true, rights: 0, notifiedTwice: [] })
    expect(await powers()).toEqual(new Set(['stopped']))

    await move((world, moving) => thaw(world, { ...moving, overBudget: true }))
    await killed(resumeCalls)
    for (const id of ids) expect(await readOutcome(app, id)).toMatchObject({ status: 'active', rights: 2, notifiedTwice: [] })
    expect(await powers()).toEqual(new Set(['running']))

    await move((world, moving) => startDeletion(world, { ...moving, because: 'owner' }))
    await app.db.updateTable('sandboxes').set({ delete_at: app.context.now() }).execute()
    await move(startSandboxRemoval)
    // The freeze is no longer needed when it starts, so the run for the current status follows.
    await killed([])
    await killed(cleanUp)
    for (const id of ids)
      expect(await readOutcome(app, id)).toMatchObject({
        status: 'deleted',
        place: false,
        groups: [
          { status: 'deleted', there: false },
          { status: 'deleted', there: false },
        ],
        runs: ['provision', 'freeze', 'thaw', 'freeze', 'cleanUp'].map((kind) => `${kind} done succeeded`),
        notifiedTwice: [],
      })
  },
  10 * minute,
)
