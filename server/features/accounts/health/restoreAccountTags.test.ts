import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { cloudSyncVerdict, stateVerdict } from '../accounts/policy.ts'
import { canRestoreTags } from './policy.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

const account = (n = 0) =>
  app.company.accounts.filter(
    ({ kind, status, ownerIds }) => kind === 'cloud' && status === 'active' && ownerIds.includes(app.persona('Daniel').id),
  )[n]!
const scope = (n = 0) => `/subscriptions/${account(n).subscriptionId}`
const path = (id = account().id) => `/accounts/${id}/tags/restore`
const daniel = () => app.as(app.persona('Daniel').id)
const admin = () => app.as(app.persona('Niamh').id)
const tagsOf = (n = 0) => app.context.clients.arm.getTags(scope(n))
const readStored = (n = 0) => {
  const { costCentre, environment, criticality, dataClassification } = account(n)
  return { costCentre, environment, criticality, dataClassification, managedBy: 'slipway' }
}
interface Part {
  id: string
  state: string
  points: number
  action: { label: string; at: string } | null
}
const tagsPart = ({ parts }: { parts: Part[] }) => parts.find(({ id }) => id === 'tags')
const removeManagedTags = (n = 0) => app.context.clients.arm.changeTags(scope(n), 'Replace', { team: 'tills', COSTCENTRE: 'CC-wrong' })

describe('restoreAccountTags', () => {
  it('sets Slipway’s tags from the record, keeps other tags, and raises the score', async () => {
    await removeManagedTags()
    const degraded = (await daniel().post(`/accounts/${account().id}/health/refresh`)).body
    expect(tagsPart(degraded)).toMatchObject({ state: 'bad', action: { at: 'tags' } })
    expect(degraded.can).toEqual({ refresh: true, restoreTags: true })
    const response = await daniel().post(path())
    expect(response.status).toBe(200)
    const { costCentre, ...otherTags } = readStored()
    expect(await tagsOf()).toMatchObject({ team: 'tills', COSTCENTRE: costCentre, ...otherTags })
    expect(tagsPart(response.body)).toMatchObject({ state: 'good', points: 8, action: null })
    expect(response.body.score).toBeGreaterThan(degraded.score)
    expect((await daniel().get(`/accounts/${account().id}/health`)).body).toEqual(response.body)
    const events = await app.db
      .selectFrom('audit_events')
      .select(['operation', 'subject_id', 'before', 'after'])
      .where('operation', 'in', ['restoreAccountTags', 'resourceTagsChanged'])
      .orderBy('id')
      .execute()
    expect(events).toMatchObject([
      { operation: 'restoreAccountTags', subject_id: account().id, after: { tags: readStored() } },
      {
        operation: 'resourceTagsChanged',
        subject_id: account().id,
        before: { tags: { [scope()]: { team: 'tills', COSTCENTRE: 'CC-wrong' } } },
        after: { tags: { [scope()]: { team: 'tills', managedBy: 'slipway' } } },
      },
    ])
  })

  it('restores the tag that names the account’s request, and can be repeated', async () => {
    const tags = JSON.stringify({ ...account(1).tags, slipwayRequest: 'REQ-2026-0007' })
    await app.db.updateTable('accounts').set({ tags }).where('id', '=', account(1).id).execute()
    await removeManagedTags(1)
    const responses = await Promise.all([daniel(), admin()].map((each) => each.post(path(account(1).id))))
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(await tagsOf(1)).toMatchObject({ slipwayRequest: 'REQ-2026-0007', team: 'tills', managedBy: 'slipway' })
  })

  it('changes nothing when repeated with its Idempotency-Key', async () => {
    await removeManagedTags()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const firstResponse = await daniel().post(path(), undefined, key)
    await removeManagedTags()
    await app.quiet()
    const duplicate = await daniel().post(path(), undefined, key)
    expect([firstResponse.status, duplicate.status]).toEqual([200, 200])
    expect(app.simulator.exchanges.list()).toEqual([])
    expect(await tagsOf()).toEqual({ team: 'tills', COSTCENTRE: 'CC-wrong' })
  })

  it('returns 202 before Azure is called', async () => {
    await removeManagedTags()
    const paused = await startTestApp({ runJobs: false })
    const admin = paused.as(paused.persona('Niamh').id)
    const { id } = paused.company.accounts.find(({ kind, status }) => kind === 'cloud' && status === 'active')!
    await paused.quiet()
    const response = await admin.post(`/accounts/${id}/tags/restore`)
    expect([response.status, paused.simulator.exchanges.list()]).toEqual([202, []])
    expect((await admin.get(response.headers['location'] as string)).body).toMatchObject({ status: 'running' })
    await paused.close()
  })

  it('succeeds when another part of the score fails', async () => {
    await removeManagedTags()
    app.simulator.faults.add({
      service: 'arm',
      path: 'Microsoft.Consumption/budgets',
      action: { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'No.' } } },
    })
    const response = await daniel().post(path())
    expect([response.status, tagsPart(response.body)?.state]).toEqual([200, 'good'])
  })

  roleSuite(
    'restoreAccountTags',
    () => app,
    () => ({ path: path() }),
  )

  it('denies an auditor and a person without access, without calling the cloud', async () => {
    await app.quiet()
    for (const personaName of ['Grace', 'Tomasz']) expect((await app.as(app.persona(personaName).id).post(path())).status).toBe(403)
    expect(app.simulator.exchanges.list()).toEqual([])
  })

  const expectRejection = async (overrides: { kind?: 'manual'; status?: 'decommissioning' }) => {
    await app.db.updateTable('accounts').set(overrides).where('id', '=', account(2).id).execute()
    await app.quiet()
    const response = await admin().post(path(account(2).id))
    expect(app.simulator.exchanges.list()).toEqual([])
    await app.db.updateTable('accounts').set({ kind: 'cloud', status: 'active' }).where('id', '=', account(2).id).execute()
    return response.body
  }

  it.each([
    ['being decommissioned', { status: 'decommissioning' }, cloudSyncVerdict({ kind: 'cloud', status: 'decommissioning' })],
    ['a manual record', { kind: 'manual' }, canRestoreTags({ kind: 'manual', status: 'active', subscriptionId: null, owners: [] })],
  ] as const)('returns 409 for an account that is %s', async (_, overrides, message) => {
    expect(await expectRejection(overrides)).toMatchObject({ status: 409, code: 'wrongState', message })
  })

  it('returns 404 for an unknown account and 409 for a decommissioned one', async () => {
    const deletedAccount = app.company.accounts.find(({ status }) => status === 'decommissioned')!
    expect((await admin().post(path(deletedAccount.id))).body).toMatchObject({
      code: 'wrongState',
      message: stateVerdict('update', { kind: 'cloud', status: 'decommissioned', subscriptionId: null, owners: [] }),
    })
    expect((await admin().post(path('00000000-0000-4000-8000-000000000000'))).status).toBe(404)
  })

  it('reports an error from Azure', async () => {
    await removeManagedTags()
    const healthBefore = (await daniel().get(`/accounts/${account().id}/health`)).body
    const lockedResponse = {
      kind: 'status',
      status: 409,
      body: { error: { code: 'ScopeLocked', message: 'The scope is locked.' } },
    } as const
    app.simulator.faults.add({ service: 'arm', method: 'PATCH', path: 'tags', action: lockedResponse })
    expect((await daniel().post(path())).body).toMatchObject({ status: 502, message: expect.stringContaining('locked') })
    expect((await daniel().get(`/accounts/${account().id}/health`)).body).toEqual(healthBefore)
  })
})
