import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gate } from '../../../../../test/gate.ts'
import { until } from '../../../../../test/until.ts'
import { inTransaction } from '../../../../db/database.ts'
import { type ClockedApp, startClockedApp } from '../../../accounts/decommission/clockedApp.fixture.ts'
import { freeze, resumeLease } from '../../leases/transitions.ts'
import { type HostedSandbox, loadHostedSandbox } from '../hostedSandbox.ts'
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
const transitionInput = (sandboxId: string) => ({
  sandboxId,
  by: { id: app.persona('Priya').id, displayName: 'Priya' },
  now: app.context.now(),
})
const freezeNow = (id: string) =>
  inTransaction(app.db, (tx) => freeze({ db: tx, jobs: app.jobs }, { ...transitionInput(id), cause: 'owner' }))
const resumeNow = (id: string) => inTransaction(app.db, (tx) => resumeLease({ db: tx, jobs: app.jobs }, transitionInput(id)))
const listTemporaryRoles = ({ scope }: HostedSandbox) => arm().listRoleActivations(scope)
const calls = ({ resource_group }: HostedSandbox, method: string, kind: string) => ({
  service: 'arm' as const,
  method,
  path: `${resource_group}/.*${kind}`,
})

async function ready(name: string): Promise<HostedSandbox> {
  const id = await requestFor(app, { name })
  await waitForStatus(app, id, 'active')
  return loadHostedSandbox(app.db, id)
}

async function grantTemporaryRole(hostedSandbox: HostedSandbox): Promise<void> {
  await arm().orderRole({
    scope: hostedSandbox.scope,
    name: randomUUID(),
    type: 'AdminAssign',
    roleDefinitionId: reader,
    principalId: app.persona('Grace').id,
    justification: 'For a test',
    schedule: { minutes: 120 },
  })
  await until(async () => (await listTemporaryRoles(hostedSandbox)).length === 1)
}

describe('freeze', () => {
  it('ends a role that was activated again during the freeze', async () => {
    const hostedSandbox = await ready('given-again')
    await grantTemporaryRole(hostedSandbox)
    const deletionGate = gate(app.simulator, calls(hostedSandbox, 'DELETE', 'roleAssignments/'))
    await freezeNow(hostedSandbox.id)
    await deletionGate.reached
    await until(async () => (await listTemporaryRoles(hostedSandbox)).length === 0)
    // Azure rejects a second request while it is still ending the first role.
    await until(() =>
      grantTemporaryRole(hostedSandbox).then(
        () => true,
        () => false,
      ),
    )
    deletionGate.open()
    await waitUntilResolved(app, hostedSandbox.id)
    expect(await statusOf(app, hostedSandbox.id)).toBe('frozen')
    expect(await listTemporaryRoles(hostedSandbox)).toEqual([])
  })

  it('keeps temporary roles if the sandbox is resumed before they are removed', async () => {
    const hostedSandbox = await ready('resumed-first')
    await grantTemporaryRole(hostedSandbox)
    const reading = gate(app.simulator, calls(hostedSandbox, 'GET', 'roleAssignmentScheduleInstances'))
    await freezeNow(hostedSandbox.id)
    await reading.reached
    await resumeNow(hostedSandbox.id)
    reading.open()
    await waitUntilResolved(app, hostedSandbox.id)
    expect(await statusOf(app, hostedSandbox.id)).toBe('active')
    expect(await listTemporaryRoles(hostedSandbox)).toHaveLength(1)
  })
})
