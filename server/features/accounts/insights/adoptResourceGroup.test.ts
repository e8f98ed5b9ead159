import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.context.clients.arm.putResourceGroup(account().subscriptionId, 'rg-poc', {
    location: 'uksouth',
    tags: { costcentre: 'old', team: 'x' },
  })
})
afterAll(() => app.close())

const daniel = () => app.persona('Daniel').id
const account = () => app.company.accounts.find(({ ownerIds, status }) => status === 'active' && ownerIds.includes(daniel()))!
const path = (name = 'rg-poc') => `/accounts/${account().id}/resourceGroups/${name}/adopt`
const body = () => ({ costCentre: 'CC-1001', ownerId: daniel() })
const group = () => app.context.clients.arm.getResourceGroup(account().subscriptionId, 'rg-poc')

describe('adoptResourceGroup', () => {
  roleSuite(
    'adoptResourceGroup',
    () => app,
    () => ({ path: path(), body: body() }),
  )

  it('denies people who don’t own the account, without calling the cloud', async () => {
    const countBefore = app.simulator.exchanges.list().length
    expect((await app.as(app.persona('Grace').id).post(path(), body())).status).toBe(403)
    expect(app.simulator.exchanges.list().length).toBe(countBefore)
    expect((await group())?.tags).toEqual({ costcentre: 'old', team: 'x' })
  })

  it('tags the group, keeps its other tags, and is shown in the activity', async () => {
    const owner = app.as(daniel())
    const unmanaged = `/accounts/${account().id}/unmanagedResourceGroups`
    const names = async () => (await owner.get(unmanaged)).body.items.map(({ name }: { name: string }) => name)
    expect(await names()).toContain('rg-poc')
    const response = await owner.post(path(), body())
    const email = app.persona('Daniel').email
    const tags = { costcentre: 'CC-1001', team: 'x', managedBy: 'slipway', owner: email }
    expect(response).toMatchObject({ status: 200, body: { status: 'done', name: 'rg-poc', tags, error: null } })
    expect((await group())?.tags).toEqual(tags)
    expect(await names()).not.toContain('rg-poc')
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'adoptResourceGroup')
      .where('outcome', '=', 'allowed')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ subject_id: account().id, before: { resourceGroup: 'rg-poc', tags: { team: 'x' } } })
  })

  it('can be repeated', async () => {
    expect((await app.as(daniel()).post(path('RG-POC'), { ...body(), costCentre: 'CC-2' })).body.tags).toMatchObject({ costcentre: 'CC-2' })
  })

  it('returns 404 for an unknown account or group', async () => {
    const admin = app.as(app.persona('Niamh').id)
    expect((await admin.post(`/accounts/00000000-0000-4000-8000-000000000000/resourceGroups/x/adopt`, body())).status).toBe(404)
    expect((await admin.post(path('rg-none'), body())).body).toMatchObject({ status: 404, code: 'notFound' })
  })

  it('returns 409 for a group that Azure manages', async () => {
    const stored = { group: { name: 'MC_x', location: 'uksouth', tags: {}, managedBy: '/subscriptions/s/x/aks-1' } }
    app.simulator.state.collection('arm.resourceGroups').set(`${account().subscriptionId}/mc_x`, stored)
    expect((await app.as(daniel()).post(path('MC_x'), body())).body).toMatchObject({ status: 409, code: 'wrongState' })
  })

  it('returns 409 for a decommissioned account', async () => {
    const deletedAccount = app.company.accounts.find(({ status }) => status === 'decommissioned')!
    const response = await app.as(app.persona('Niamh').id).post(`/accounts/${deletedAccount.id}/resourceGroups/x/adopt`, body())
    expect(response.body).toMatchObject({ status: 409, code: 'wrongState' })
  })

  it.each([
    ['an owner who does not own the account', { costCentre: 'CC-1', ownerId: '00000000-0000-4000-8000-000000000000' }, 'ownerId'],
    ['no cost centre', { ownerId: '00000000-0000-4000-8000-000000000000' }, 'costCentre'],
    ['an unknown field', { costCentre: 'CC-1', ownerId: '00000000-0000-4000-8000-000000000000', more: 1 }, 'more'],
  ])('rejects %s', async (_, invalidInput, field) => {
    const response = await app.as(daniel()).post(path(), invalidInput)
    expect([response.status, response.body.errors[0].field]).toEqual([400, field])
  })

  it('reports an error from Azure', async () => {
    const lockedResponse = {
      kind: 'status',
      status: 409,
      body: { error: { code: 'ScopeLocked', message: 'The scope is locked.' } },
    } as const
    const fault = app.simulator.faults.add({ service: 'arm', method: 'PATCH', path: 'tags', action: lockedResponse })
    expect(await app.as(daniel()).post(path(), body())).toMatchObject({
      status: 200,
      body: { status: 'done', tags: null, error: { code: 'ScopeLocked', message: expect.stringContaining('locked') } },
    })
    app.simulator.faults.remove(fault)
  })
})
