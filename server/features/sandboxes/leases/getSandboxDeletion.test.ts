import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type LeaseApp, startLeaseApp } from './lease.fixture.ts'

let app: LeaseApp
let subscriptionId: string
beforeAll(async () => {
  app = await startLeaseApp()
  subscriptionId = app.company.accounts.find((account) => account.kind === 'cloud' && account.status === 'active')!.subscriptionId
})
afterAll(() => app.close())

const owner = () => app.as(app.personId('Priya'))
const path = (id: string) => `/sandboxes/${id}/deletion`

describe('getSandboxDeletion', () => {
  it('lists the resources to delete (with data first), the people who lose access, and the remaining budget', async () => {
    const id = await app.sandbox({
      subscription_id: subscriptionId,
      spent: 1_234,
      members: [app.personId('Tomasz'), app.personId('Priya')],
    })
    const { status, body } = await owner().get(path(id))
    expect(status).toBe(200)
    const real = await app.context.clients.arm.listResources(subscriptionId)
    expect(body).toMatchObject({
      phase: 'notRequested',
      graceHours: 24,
      resources: { found: { total: real.length }, problem: null },
      locks: { problem: null },
      money: { currency: 'GBP', spent: 1_234, left: 3_766 },
    })
    const { kinds } = body.resources.found
    expect(kinds.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(real.length)
    const data = kinds.map((kind: { holdsData: boolean }) => kind.holdsData)
    expect(data).toEqual(data.toSorted((a: boolean, b: boolean) => Number(b) - Number(a)))
    expect(data).toContain(true)
    expect(body.people.map(({ person, owner }: { person: { id: string }; owner: boolean }) => [person.id, owner])).toEqual([
      [app.personId('Priya'), true],
      [app.personId('Tomasz'), false],
    ])
    expect(Date.parse(body.undoUntil) - app.clock.now.getTime()).toBe(24 * 3_600_000)
  })

  it('lists only the sandbox’s resource group in a shared subscription', async () => {
    const groups = await app.context.clients.arm.listResourceGroups(subscriptionId)
    const name = groups[0]!.name
    const id = await app.sandbox({ subscription_id: subscriptionId, resource_group: name })
    const names = (await app.context.clients.arm.listResources(subscriptionId, { group: name })).map((each) => each.name)
    const { kinds, total } = (await owner().get(path(id))).body.resources.found
    expect(total).toBe(names.length)
    expect(kinds.flatMap((kind: { names: string[] }) => kind.names).every((each: string) => names.includes(each))).toBe(true)
  })

  it('shows the remaining resources, and the time until which the deletion can be undone', async () => {
    const id = await app.sandbox({ subscription_id: subscriptionId })
    await owner().delete(`/sandboxes/${id}`)
    const { delete_at, delete_requested_at } = await app.row(id)
    app.clock.now = new Date(app.clock.now.getTime() + 3_600_000)
    const requestedAt = delete_requested_at!.toISOString()
    expect((await owner().get(path(id))).body).toMatchObject({ phase: 'grace', requestedAt, undoUntil: delete_at!.toISOString() })
    await app.db.updateTable('sandboxes').set({ removing_at: app.clock.now }).where('id', '=', id).execute()
    expect((await owner().get(path(id))).body).toMatchObject({ phase: 'removing', undoUntil: null, resources: { problem: null } })
  })

  it('returns the other parts while Azure rejects calls, and makes no call for a sandbox that was never provisioned', async () => {
    const id = await app.sandbox({ subscription_id: subscriptionId })
    const fault = app.simulator.faults.add({
      service: 'arm',
      path: `${subscriptionId}/resources`,
      action: { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'No.' } } },
    })
    expect((await owner().get(path(id))).body).toMatchObject({
      resources: { found: null, problem: expect.stringMatching(/\w/) },
      locks: { problem: null },
      people: [{ owner: true }],
    })
    app.simulator.faults.remove(fault)
    const queuedId = await app.sandbox({ status: 'queued' })
    expect((await owner().get(path(queuedId))).body).toMatchObject({
      graceHours: 0,
      undoUntil: null,
      resources: { found: { total: 0 } },
    })
  })

  roleSuite(
    'getSandboxDeletion',
    () => app,
    async () => ({ path: path(await app.sandbox()) }),
  )

  it('allows members, administrators and auditors', async () => {
    const id = await app.sandbox({ members: [app.personId('Tomasz')] })
    for (const name of ['Tomasz', 'Grace', 'Niamh']) expect((await app.as(app.personId(name)).get(path(id))).status).toBe(200)
  })

  it('returns 404 for an unknown sandbox, and for one of a hidden template', async () => {
    expect((await owner().get(path(crypto.randomUUID()))).status).toBe(404)
    const hiddenId = await app.sandbox({ hidden: true })
    expect((await app.as(app.personId('Tomasz')).get(path(hiddenId))).status).toBe(404)
  })
})
