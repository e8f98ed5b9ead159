import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deployWorkload } from '../../../../simulator/arm/deployWorkload.ts'
import { roleByName } from '../../../../simulator/arm/roleDefinitions.ts'
import { platformServicePrincipalId } from '../../../../simulator/core/constants.ts'
import { until } from '../../../../test/until.ts'
import { inTransaction } from '../../../db/database.ts'
import { type ClockedApp, startClockedApp } from '../../accounts/decommission/clockedApp.fixture.ts'
import { freeze, resumeLease, startDeletion, undoDeletion } from '../leases/transitions.ts'
import { loadHostedSandbox } from './hostedSandbox.ts'
import {
  addCapacity,
  deleteSandboxRows,
  readOutcome,
  requestFor,
  statusOf,
  waitForStatus,
  waitUntilResolved,
} from './sandboxWork.fixture.ts'

const hour = 1 / 24
let app: ClockedApp
beforeAll(async () => {
  app = await startClockedApp()
  await deleteSandboxRows(app.databaseUrl)
  await addCapacity(app, { shared: 50, pool: 1 })
})
afterAll(() => app.close())

const arm = () => app.context.clients.arm
const requester = () => ({ id: app.persona('Priya').id, displayName: 'Priya' })
type StartTransition = (
  world: { db: typeof app.db; jobs: typeof app.jobs },
  transitionInput: { sandboxId: string; by: ReturnType<typeof requester>; now: Date },
) => Promise<unknown>
const advance = (sandboxId: string, startTransition: StartTransition) =>
  inTransaction(app.db, (tx) => startTransition({ db: tx, jobs: app.jobs }, { sandboxId, by: requester(), now: app.context.now() }))
const freezeNow: StartTransition = (world, transitionInput) => freeze(world, { ...transitionInput, cause: 'owner' })
const deleteNow: StartTransition = (world, transitionInput) => startDeletion(world, { ...transitionInput, cause: 'owner' })

async function ready(name: string, overrides: Partial<Parameters<typeof requestFor>[1]> = {}): Promise<string> {
  const id = await requestFor(app, { name, ...overrides })
  await waitForStatus(app, id, 'active')
  return id
}
async function listScopesWith(id: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('group_assignments as m')
    .innerJoin('access_groups as g', 'g.id', 'm.group_id')
    .select(['g.name', 'm.person_id', 'm.status'])
    .where('g.sandbox_id', '=', id)
    .execute()
  return rows.map(({ name, person_id, status }) => `${person_id} ${name} ${status}`).sort()
}

describe('a sandbox in a resource group', () => {
  it('provisions the scope, tags, policies, budget, groups, owners and members, and then starts the lease', async () => {
    const [priya, tomasz] = [app.persona('Priya').id, app.persona('Tomasz').id]
    const requestedAt = app.context.now()
    const id = await ready('set-up', { members: [{ personId: tomasz, group: 'readers' }] })
    const hostedSandbox = await loadHostedSandbox(app.db, id)
    expect(hostedSandbox.lease_start!.getTime()).toBeGreaterThan(requestedAt.getTime())
    expect(hostedSandbox.lease_end!.getTime() - hostedSandbox.lease_start!.getTime()).toBe(72 * 3_600_000)
    const place = await arm().getResourceGroup(hostedSandbox.subscriptionId, 'rg-sbx-set-up')
    expect(place).toMatchObject({ location: 'uksouth', tags: { 'slipway-sandbox': id, managedBy: 'slipway', sandbox: 'set-up' } })
    const regions = await arm().getPolicyAssignment(hostedSandbox.scope, 'slipway-regions')
    expect(regions?.properties.parameters).toEqual({ listOfAllowedLocations: { value: ['uksouth'] } })
    const services = await arm().getPolicyAssignment(hostedSandbox.scope, 'slipway-services')
    expect(services?.properties.parameters?.['listOfResourceTypesAllowed']?.value).toContain('Microsoft.Web/sites')
    expect((await arm().getBudget(hostedSandbox.scope, 'slipway-sandbox'))?.properties.amount).toBe(50)
    await until(async () => (await listScopesWith(id)).every((line) => line.endsWith('active')))
    expect(await listScopesWith(id)).toEqual([`${priya} sbx-set-up-owners active`, `${tomasz} sbx-set-up-readers active`].sort())
    const readers = await app.context.clients.graph.findGroupByMailNickname('sbx-set-up-readers')
    expect((await app.context.clients.graph.listDirectMembers(readers!.id)).map((member) => member.id)).toEqual([tomasz])
    expect(await readOutcome(app, id)).toMatchObject({
      status: 'active',
      place: true,
      rights: 2,
      groups: [
        { status: 'ready', there: true },
        { status: 'ready', there: true },
      ],
      runs: ['provision done succeeded'],
    })
  })

  it('removes access and stops compute when frozen, and restarts only what ran before when resumed', async () => {
    const id = await ready('cold')
    const hostedSandbox = await loadHostedSandbox(app.db, id)
    const createdIds = deployWorkload(app.simulator, hostedSandbox.scope, 'machineLab')
    const [firstId, secondId] = createdIds.filter((resource) => resource.includes('/virtualMachines/'))
    await arm().stopResource(secondId!)
    await until(async () => (await arm().readPower(secondId!)) === 'stopped')
    const guest = app.persona('Grace').id
    const reader = 'acdd72a7-3385-48ef-bd42-f606fba81ae7'
    await arm().putRoleAssignment({ scope: firstId!, roleDefinitionId: reader, principalId: guest, principalType: 'User' })

    await advance(id, freezeNow)
    await waitUntilResolved(app, id)
    expect(await arm().readPower(firstId!)).toBe('stopped')
    expect(await readOutcome(app, id)).toMatchObject({ status: 'frozen', place: true, rights: 0 })
    expect((await arm().listResources(hostedSandbox.subscriptionId)).filter((resource) => createdIds.includes(resource.id)).length).toBe(
      createdIds.length,
    )

    await advance(id, resumeLease)
    await waitUntilResolved(app, id)
    expect([await arm().readPower(firstId!), await arm().readPower(secondId!)]).toEqual(['running', 'stopped'])
    expect(await readOutcome(app, id)).toMatchObject({
      status: 'active',
      rights: 3,
      runs: ['provision done succeeded', 'freeze done succeeded', 'resume done succeeded'],
    })
    expect((await loadHostedSandbox(app.db, id)).frozen_state).toEqual({ assignments: [], stopped: [] })
  })

  it('applies the last of several overlapping freezes and resumes completely', async () => {
    const id = await ready('back-and-forth')
    const hostedSandbox = await loadHostedSandbox(app.db, id)
    const machine = deployWorkload(app.simulator, hostedSandbox.scope, 'machineLab').find((resource) =>
      resource.includes('/virtualMachines/'),
    )!
    for (const startTransition of [freezeNow, resumeLease, freezeNow, resumeLease, freezeNow, resumeLease])
      await advance(id, startTransition)
    await waitUntilResolved(app, id)
    expect(await statusOf(app, id)).toBe('active')
    expect(await arm().readPower(machine)).toBe('running')
    expect((await readOutcome(app, id)).rights).toBe(2)
    await advance(id, freezeNow)
    await until(async () => (await readOutcome(app, id)).rights < 2)
    await advance(id, resumeLease)
    await advance(id, freezeNow)
    await waitUntilResolved(app, id)
    expect(await arm().readPower(machine)).toBe('stopped')
    expect((await readOutcome(app, id)).rights).toBe(0)
  })

  it('keeps a deleted sandbox for a day, allows undo, and then removes it from Azure and the directory', async () => {
    const id = await ready('short-lived', { members: [{ personId: app.persona('Tomasz').id, group: 'readers' }] })
    const hostedSandbox = await loadHostedSandbox(app.db, id)
    deployWorkload(app.simulator, hostedSandbox.scope, 'webApp')
    await advance(id, deleteNow)
    await waitUntilResolved(app, id)
    expect(await readOutcome(app, id)).toMatchObject({ status: 'deleting', place: true, rights: 0 })
    await advance(id, undoDeletion)
    await waitUntilResolved(app, id)
    expect(await readOutcome(app, id)).toMatchObject({ status: 'active', place: true, rights: 2 })
    await advance(id, deleteNow)
    await waitUntilResolved(app, id)
    await app.wait(23 * hour)
    expect(await statusOf(app, id)).toBe('deleting')
    expect((await readOutcome(app, id)).place).toBe(true)
    await app.wait(1.1 * hour)
    await waitForStatus(app, id, 'deleted')
    expect(await readOutcome(app, id)).toMatchObject({
      status: 'deleted',
      place: false,
      groups: [
        { status: 'deleted', there: false },
        { status: 'deleted', there: false },
      ],
      notifiedTwice: [expect.stringMatching(/sandboxDeleting$/)],
    })
    expect((await listScopesWith(id)).every((line) => line.endsWith('revoked'))).toBe(true)
  })
})

describe('a sandbox that is a subscription', () => {
  it('provisions an empty subscription, renames and tags it, and returns it to the pool unchanged', async () => {
    const id = await ready('whole', { hosting: 'subscription' })
    const hostedSandbox = await loadHostedSandbox(app.db, id)
    expect(await arm().getSubscription(hostedSandbox.subscriptionId)).toMatchObject({
      displayName: 'sbx-whole',
      tags: { 'slipway-sandbox': id },
    })
    deployWorkload(app.simulator, hostedSandbox.scope, 'webApp')
    const directPrincipals = async () =>
      (await arm().listRoleAssignmentsAround(hostedSandbox.scope)).flatMap(({ properties: { scope, principalId } }) =>
        scope === hostedSandbox.scope ? [principalId] : [],
      )
    const intruder = { principalId: randomUUID(), principalType: 'ServicePrincipal' } as const
    await arm().putRoleAssignment({ scope: hostedSandbox.scope, roleDefinitionId: roleByName('Reader').id, ...intruder })
    await until(async () => (await directPrincipals()).includes(intruder.principalId))
    const next = await requestFor(app, { name: 'next', hosting: 'subscription' })
    expect(await statusOf(app, next)).toBe('queued')
    await advance(id, deleteNow)
    await waitUntilResolved(app, id)
    await app.wait(24.1 * hour)
    await waitForStatus(app, id, 'deleted')
    expect(await arm().listResourceGroups(hostedSandbox.subscriptionId)).toEqual([])
    const subscription = await arm().getSubscription(hostedSandbox.subscriptionId)
    expect(subscription?.displayName).toMatch(/^sub-sandbox-pool-/)
    expect(await directPrincipals()).toEqual([platformServicePrincipalId])
    expect(subscription?.tags).not.toHaveProperty('slipway-sandbox')
    expect(await arm().getPolicyAssignment(hostedSandbox.scope, 'slipway-regions')).toBeUndefined()
    const host = () =>
      app.db.selectFrom('sandbox_hosts').select('status').where('id', '=', hostedSandbox.host_id!).executeTakeFirstOrThrow()
    expect((await host()).status).toBe('coolingDown')
    const newAdministrator = { principalId: randomUUID(), principalType: 'ServicePrincipal' } as const
    await arm().putRoleAssignment({ scope: hostedSandbox.scope, roleDefinitionId: roleByName('Reader').id, ...newAdministrator })
    await app.wait(47 * hour)
    expect(await statusOf(app, next)).toBe('queued')
    await app.wait(1.1 * hour)
    await waitForStatus(app, next, 'active')
    await advance(next, deleteNow)
    await waitUntilResolved(app, next)
    await app.wait(24.1 * hour)
    await waitForStatus(app, next, 'deleted')
    expect(new Set(await directPrincipals())).toEqual(new Set([platformServicePrincipalId, newAdministrator.principalId]))
  })
})
