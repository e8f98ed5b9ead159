import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gate } from '../../../../../test/gate.ts'
import { until } from '../../../../../test/until.ts'
import { inTransaction } from '../../../../db/database.ts'
import { type ClockedApp, startClockedApp } from '../../../accounts/decommission/clockedApp.fixture.ts'
import { freeze, resumeLease } from '../../leases/transitions.ts'
import { readHome, type SandboxHome } from '../home.ts'
import { addCapacity, deleteSandboxRows, requestFor, statusOf, waitForStatus, waitUntilResolved } from '../sandboxWork.fixture.ts'

let app: ClockedApp
beforeAll(async () => {
  app = await startClockedApp()
  await deleteSandboxRows(app.databaseUrl)
  await addCapacity(app, { shared: 10 })
})
afterAll(() => app.close())

const reader = 'acdd72a7-3385-48ef-bd42-f606fba81ae7'
const arm = () => app.context.clients.arm
const loadMoving = (sandboxId: string) => ({
  sandboxId,
  by: { id: app.persona('Priya').id, displayName: 'Priya' },
  now: app.context.now(),
})
const freezeNow = (id: string) => inTransaction(app.db, (tx) => freeze({ db: tx, jobs: app.jobs }, { ...loadMoving(id), because: 'owner' }))
const resumeNow = (id: string) => inTransaction(app.db, (tx) => resumeLease({ db: tx, jobs: app.jobs }, loadMoving(id)))
const listTimedRoles = ({ scope }: SandboxHome) => arm().listRoleActivations(scope)
const calls = ({ resource_group }: SandboxHome, method: string, kind: string) => ({
  service: 'arm' as const,
  method,
  path: `${resource_group}/.*${kind}`,
})

async function ready(name: string): Promise<SandboxHome> {
  const id = await requestFor(app, { name })
  await waitForStatus(app, id, 'active')
  return readHome(app.db, id)
}

async function grantTimedRole(home: SandboxHome): Promise<void> {
  await arm().orderRole({
    scope: home.scope,
    name: randomUUID(),
    type: 'AdminAssign',
    roleDefinitionId: reader,
    principalId: app.persona('Grace').id,
    justification: 'For a test',
    schedule: { minutes: 120 },
  })
  await until(async () => (await listTimedRoles(home)).length === 1)
}

describe('freeze', () => {
  it('ends a role that was activated again during the freeze', async () => {
    const home = await ready('given-again')
    await grantTimedRole(home)
    const deletionGate = gate(app.simulator, calls(home, 'DELETE', 'roleAssignments/'))
    await freezeNow(home.id)
    await deletionGate.reached
    await until(async () => (await listTimedRoles(home)).length === 0)
    // Azure rejects a second request while it is still ending the first role.
    await until(() =>
      grantTimedRole(home).then(
        () => true,
        () => false,
      ),
    )
    deletionGate.open()
    await waitUntilResolved(app, home.id)
    expect(await statusOf(app, home.id)).toBe('frozen')
    expect(await listTimedRoles(home)).toEqual([])
  })

  it('keeps temporary roles if the sandbox is resumed before they are removed', async () => {
    const home = await ready('thawed-first')
    await grantTimedRole(home)
    const reading = gate(app.simulator, calls(home, 'GET', 'roleAssignmentScheduleInstances'))
    await freezeNow(home.id)
    await reading.reached
    await resumeNow(home.id)
    reading.open()
    await waitUntilResolved(app, home.id)
    expect(await statusOf(app, home.id)).toBe('active')
    expect(await listTimedRoles(home)).toHaveLength(1)
  })
})
