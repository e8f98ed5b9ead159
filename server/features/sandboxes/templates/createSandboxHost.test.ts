import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxHosts } from '../../../../sample/sandboxHosts.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { createPending, sandboxOf, template } from '../requests/sandboxRequests.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const [sharedHost, otherHost] = sandboxHosts.filter(({ kind }) => kind === 'shared')
const [pool] = sandboxHosts.filter(({ kind }) => kind === 'pool')
const create = (body: object) => app.as(app.persona('Niamh').id).post('/sandbox-hosts', { kind: 'shared', capacity: 2, ...body })

describe('createSandboxHost', () => {
  it('adds capacity, and allocates it to the queue in order', async () => {
    const id = await template(app, { approval: { mode: 'automatic' } })
    const pendingRequests = [await createPending(app, id), await createPending(app, id), await createPending(app, id)]
    expect(pendingRequests.map(({ sandboxStatus, queue }) => [sandboxStatus, queue])).toEqual(
      [1, 2, 3].map((position) => ['queued', { position, estimatedAt: null }]),
    )
    const { status, body } = await create({ subscriptionId: sharedHost!.subscriptionId.toUpperCase() })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: sharedHost!.name, capacity: 2, used: 2, status: 'available', cooldownHours: 48 })
    const sandboxesAfter = await Promise.all(pendingRequests.map(async (request) => (await sandboxOf(app, request.id))!))
    expect(sandboxesAfter.map((sandbox) => [sandbox.status, sandbox.host_id])).toEqual([
      ['provisioning', body.id],
      ['provisioning', body.id],
      ['queued', null],
    ])
    expect(sandboxesAfter[0]!.subscription_id).toBe(sharedHost!.subscriptionId)
  })

  it('creates a pool host for one sandbox at a time', async () => {
    const { status, body } = await create({
      kind: 'pool',
      capacity: 1,
      subscriptionId: pool!.subscriptionId,
      cooldownHours: 24,
      note: 'New.',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ kind: 'pool', capacity: 1, used: 0, cooldownHours: 24, note: 'New.' })
  })

  roleSuite(
    'createSandboxHost',
    () => app,
    () => ({ path: '/sandbox-hosts', body: { kind: 'shared', capacity: 2, subscriptionId: otherHost!.subscriptionId } }),
  )

  it('rejects unknown subscriptions, and subscriptions that belong to accounts or have sandboxes', async () => {
    const account = app.company.accounts[0]!
    expect((await create({ subscriptionId: crypto.randomUUID() })).body).toMatchObject({
      errors: [{ field: 'subscriptionId' }],
    })
    expect((await create({ subscriptionId: account.subscriptionId })).body).toMatchObject({ code: 'invalidRequest' })
    expect((await create({ subscriptionId: sharedHost!.subscriptionId })).body).toMatchObject({
      code: 'conflict',
    })
  })

  it('rejects more than one sandbox per pool host, zero capacity, and unknown fields', async () => {
    expect((await create({ kind: 'pool', subscriptionId: otherHost!.subscriptionId })).body.errors[0].field).toBe('capacity')
    for (const invalidBody of [{ capacity: 0 }, { capacity: 981 }, { status: 'available' }])
      expect((await create({ subscriptionId: otherHost!.subscriptionId, ...invalidBody })).status).toBe(400)
  })

  it('fails while Azure does not respond, without writing anything', async () => {
    app.simulator.faults.add({ service: 'arm', path: '/subscriptions/', action: { kind: 'status', status: 503 } })
    const response = await create({ subscriptionId: otherHost!.subscriptionId })
    app.simulator.faults.clear()
    expect(response.body.code).toBe('outsideFailed')
    const row = await app.db.selectFrom('sandbox_hosts').select('id').where('subscription_id', '=', otherHost!.subscriptionId).execute()
    expect(row).toEqual([])
  })
})
