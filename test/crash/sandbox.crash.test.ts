import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../server/db/database.ts'
import { beginDeletion, beginRemoval, freeze, thaw } from '../../server/features/sandbox-lease/moves.ts'
import { readHome } from '../../server/features/sandbox-work/home.ts'
import { askFor, makeRoom, troubles, whatStands, withoutSandboxes } from '../../server/features/sandbox-work/sandboxWork.fixture.ts'
import { deployWorkload } from '../../simulator/arm/deployWorkload.ts'
import type { ServiceName } from '../../simulator/simulator.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { until } from '../until.ts'
import { type ServerProcess, startServer } from './serverProcess.ts'

const minute = 60_000
let app: TestApp
let server: ServerProcess | undefined

beforeAll(async () => {
  app = await startTestApp({ work: false })
  app.simulator.asyncDelayMs = 20
  await withoutSandboxes(app.databaseUrl)
  await makeRoom(app, { shared: 2 })
})
afterAll(async () => {
  server?.signal('SIGKILL')
  await server?.ended
  await app.close()
})

type Write = [service: ServiceName, method: string, path: string, when: 'before' | 'after']
const write = (service: ServiceName, method: string, path: string): Write[] => [
  [service, method, path, 'before'],
  [service, method, path, 'after'],
]
const place = 'resourcegroups/rg-sbx-killed\\?'
const setUp = [
  ...write('arm', 'PUT', place),
  ...write('arm', 'PUT', 'policyAssignments/slipway-services'),
  ...write('arm', 'PUT', '/budgets/slipway-sandbox'),
  ...write('graph', 'POST', '/groups$'),
  ...write('arm', 'PUT', '/roleAssignments/'),
]
const standStill = [...write('arm', 'DELETE', '/roleAssignments/'), ...write('arm', 'POST', '/deallocate')]
const goOn = [...write('arm', 'PUT', '/roleAssignments/'), ...write('arm', 'POST', '/start')]
const cleanUp = [...write('arm', 'DELETE', place), ...write('graph', 'DELETE', '/groups/[^/]+$')]

const openWork = async (id: string) =>
  (await app.db.selectFrom('sandbox_actions').select('id').where('sandbox_id', '=', id).where('status', '=', 'open').execute()).length > 0

/** Kills a server before and after each of these writes, then lets the last one come to the end. */
async function killedAtEach(writes: Write[], id: string): Promise<void> {
  for (const [service, method, path, when] of writes) {
    const started = startServer(app)
    server = started
    app.simulator.faults.add({ service, method, path, count: 1, action: { kind: 'kill', pid: started.pid, when } })
    await until(async () => {
      if (started.gone()) return true
      if (!(await openWork(id))) throw new Error(`nothing was killed ${when} ${service} ${method} ${path}`)
      return false
    }, 2 * minute)
    await started.ended
    app.simulator.faults.clear()
  }
  const last = startServer(app)
  server = last
  await until(async () => !(await openWork(id)), 2 * minute).catch(async (error) => {
    throw new Error(`${error}: ${await troubles(app, id)}\n${last.log().slice(-2_000)}`)
  })
  // Grants that the end of the work has begun.
  await until(
    async () =>
      (await app.db.selectFrom('work_runs').select('id').where('status', 'in', ['queued', 'running', 'waiting']).execute()).length === 0,
    2 * minute,
  )
  last.signal('SIGKILL')
  await last.ended
}
type Mover = (world: { db: TestApp['db']; jobs: TestApp['jobs'] }, moving: { sandboxId: string; by: null; now: Date }) => Promise<unknown>
const move = (sandboxId: string, how: Mover) =>
  inTransaction(app.db, (tx) => how({ db: tx, jobs: app.jobs }, { sandboxId, by: null, now: app.context.now() }))

it(
  'a server killed before and after each write of a sandbox’s life: each thing is made, stopped, started and removed once',
  async () => {
    const member = { personId: app.persona('Tomasz').id, group: 'readers' }
    const id = await askFor(app, { name: 'killed', members: [member] })
    await killedAtEach(setUp, id)
    const made = { status: 'active', place: true, rights: 2, toldTwice: [], runs: ['provision done succeeded'] }
    expect(await whatStands(app, id)).toMatchObject(made)
    const groups = await app.db.selectFrom('access_groups').select('directory_group_id').where('sandbox_id', '=', id).execute()
    expect(groups).toHaveLength(2)

    const { arm } = app.context.clients
    const { scope } = await readHome(app.db, id)
    const machines = deployWorkload(app.simulator, scope, 'machineLab').filter((resource) => resource.includes('/virtualMachines/'))
    await arm.stopResource(machines[1]!)
    await until(async () => (await arm.readPower(machines[1]!)) === 'stopped')
    const powers = () => Promise.all(machines.map((machine) => arm.readPower(machine)))

    await move(id, (world, moving) => freeze(world, { ...moving, because: 'budget' }))
    await killedAtEach(standStill, id)
    expect(await whatStands(app, id)).toMatchObject({ status: 'frozen', place: true, rights: 0, toldTwice: [] })
    expect(await powers()).toEqual(['stopped', 'stopped'])

    await move(id, (world, moving) => thaw(world, { ...moving, overBudget: true }))
    await killedAtEach(goOn, id)
    expect(await whatStands(app, id)).toMatchObject({ status: 'active', rights: 2, toldTwice: [] })
    expect(await powers()).toEqual(['running', 'stopped'])

    await move(id, (world, moving) => beginDeletion(world, { ...moving, because: 'owner' }))
    await killedAtEach([], id)
    await app.db.updateTable('sandboxes').set({ delete_at: app.context.now() }).where('id', '=', id).execute()
    await move(id, beginRemoval)
    await killedAtEach(cleanUp, id)
    expect(await whatStands(app, id)).toMatchObject({
      status: 'deleted',
      place: false,
      groups: [
        { status: 'deleted', there: false },
        { status: 'deleted', there: false },
      ],
      runs: ['provision', 'freeze', 'thaw', 'freeze', 'cleanUp'].map((kind) => `${kind} done succeeded`),
      toldTwice: [],
    })
  },
  5 * minute,
)
