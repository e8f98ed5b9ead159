import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxHosts } from '../../../../sample/sandboxHosts.ts'
import { deployWorkload } from '../../../../simulator/arm/deployWorkload.ts'
import { saveGroup } from '../../../../simulator/arm/resourceStore.ts'
import { findSubscription } from '../../../../simulator/arm/subscriptionStore.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { makeSandbox } from './sandboxes.fixture.ts'

let app: TestApp
let sandbox: string
let otherId: string
let queuedId: string
const id = (name: string) => app.persona(name).id
const as = (name: string) => app.as(id(name))
const [host] = sandboxHosts

beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  const subscription = findSubscription(app.simulator, host!.subscriptionId)
  for (const name of ['rg-sbx-mine', 'rg-sbx-other']) {
    saveGroup(app.simulator, subscription, { name, location: 'uksouth', tags: {} })
    deployWorkload(
      app.simulator,
      `/subscriptions/${host!.subscriptionId}/resourceGroups/${name}`,
      name.endsWith('mine') ? 'machineLab' : 'webApp',
    )
  }
  const hostScope = (resource_group: string) => ({ subscription_id: host!.subscriptionId, resource_group })
  sandbox = await makeSandbox(app.db, { name: 'mine', owners: [id('Priya')], members: [id('Daniel')], ...hostScope('rg-sbx-mine') })
  otherId = await makeSandbox(app.db, { name: 'other', owners: [id('Ravi')], ...hostScope('rg-sbx-other') })
  queuedId = await makeSandbox(app.db, { name: 'waits', owners: [id('Priya')], status: 'queued' })
})
afterAll(() => app.close())

describe('listSandboxResources', () => {
  it('lists the resources of the sandbox’s resource group, with the last metered rates', async () => {
    const firstBody = (await as('Daniel').get(`/sandboxes/${sandbox}/resources`)).body
    expect(
      firstBody.items.map((each: { type: string }) => each.type).filter((type: string) => type.endsWith('virtualMachines')),
    ).toHaveLength(2)
    expect(firstBody.items.every((each: { id: string }) => each.id.includes('/resourceGroups/rg-sbx-mine/'))).toBe(true)
    expect(firstBody.items[0]).toMatchObject({ running: null, hourlyRate: null })
    const machine = firstBody.items.find((each: { type: string }) => each.type.endsWith('virtualMachines'))
    const resources = [{ id: machine.id.toUpperCase(), name: machine.name, type: machine.type, running: true, rate: 8_848_000, why: null }]
    const now = new Date()
    await app.db
      .insertInto('sandbox_meters')
      .values({
        sandbox_id: sandbox,
        counted_to: now,
        scanned_at: now,
        resources: JSON.stringify(resources),
        priced_at: now,
        problem: null,
        idle_checked_at: null,
        closed_at: null,
      })
      .execute()
    const { items } = (await as('Grace').get(`/sandboxes/${sandbox}/resources`)).body
    expect(items.find((each: { id: string }) => each.id === machine.id)).toMatchObject({ running: true, hourlyRate: 8.85 })
  })

  it('is empty for a sandbox without a scope', async () => {
    expect((await as('Priya').get(`/sandboxes/${queuedId}/resources`)).body).toEqual({ items: [], fetchedAt: null })
  })

  roleSuite(
    'listSandboxResources',
    () => app,
    () => ({ path: `/sandboxes/${sandbox}/resources` }),
  )

  it('denies the owner of another sandbox, without a call to Azure', async () => {
    const countBefore = app.simulator.exchanges.list().length
    expect((await as('Priya').get(`/sandboxes/${otherId}/resources`)).status).toBe(403)
    expect(app.simulator.exchanges.list().length).toBe(countBefore)
  })

  it('fails when Azure rejects the call', async () => {
    await app.db.updateTable('sandboxes').set({ resource_group: 'rg-sbx-late' }).where('id', '=', sandbox).execute()
    app.simulator.faults.add({ service: 'arm', path: 'rg-sbx-late', action: { kind: 'status', status: 403 } })
    const response = await as('Priya').get(`/sandboxes/${sandbox}/resources`)
    expect([response.status, response.body.code]).toEqual([502, 'outsideFailed'])
    app.simulator.faults.clear()
    expect((await as('Priya').get(`/sandboxes/${sandbox}/resources`)).body).toEqual({ items: [], fetchedAt: null })
  })
})
