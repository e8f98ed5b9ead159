import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { watchServices } from '../../../clients/watch.ts'
import { channelServices } from '../../../notifications/delivery/channelServices.ts'
import { fetchBudgets } from '../../accounts/health/fetchBudgets.ts'
import { percentile } from './connectors.ts'

let app: TestApp
let now = () => new Date()
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => now() })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)

const connector = async (service: string, personaName = 'Niamh') =>
  (await as(personaName).get('/cockpit/connectors')).body.connectors.find((each: { service: string }) => each.service === service)

describe('listConnectors', () => {
  it('shows every service, called or not, with the results of the last calls', async () => {
    expect(await connector('Argo CD')).toMatchObject({ state: 'unknown', calls: 0, p50Ms: null, lastGoodAt: null, checkable: true })
    await app.context.clients.git.getBranchHead('main')
    const view = await connector('GitHub', 'Grace')
    expect(view).toMatchObject({
      state: 'ok',
      failures: 0,
      lastError: null,
      limits: [{ remaining: expect.any(Number), limit: expect.any(Number) }],
    })
    expect(view.calls).toBeGreaterThan(0)
    expect(view.p95Ms).toBeGreaterThanOrEqual(view.p50Ms)
  })

  it('shows a service as down from a failure until the next response, which can be a rejection', async () => {
    app.simulator.faults.add({ service: 'servicenow', action: { kind: 'status', status: 401 } })
    await expect(app.context.clients.servicenow.getByCorrelationId('x')).rejects.toThrow()
    expect(await connector('ServiceNow')).toMatchObject({
      state: 'down',
      lastError: { status: 401, message: expect.stringContaining('ServiceNow') },
    })
    app.simulator.faults.clear()
    await app.context.clients.servicenow.getByCorrelationId('x')
    expect((await connector('ServiceNow')).state).not.toBe('down')
    await app.context.clients.graph.getGroup(randomUUID())
    expect(await connector('Microsoft Graph')).toMatchObject({ state: 'ok', failures: 0 })
    expect(Date.parse((await connector('Microsoft Graph')).tokenExpiresAt)).toBeGreaterThan(Date.now())
  })

  it('includes the calls of other replicas, except stopped ones', async () => {
    const view = {
      calls: 100,
      failures: 40,
      buckets: [0, 0, 60, 0, 0, 0, 0, 40, 0, 0, 0],
      lastGoodAt: null,
      lastError: null,
      limits: [],
      tokenExpiresAt: null,
    }
    const row = { replica: randomUUID(), service: 'Argo CD', seen: JSON.stringify(view), at: app.context.now() }
    await app.db.insertInto('service_health').values(row).execute()
    expect(await connector('Argo CD')).toMatchObject({ calls: 100, failures: 40, p50Ms: 100, p95Ms: 3_200 })
    await app.db
      .updateTable('service_health')
      .set({ at: new Date(Date.now() - 120_000) })
      .execute()
    expect(await connector('Argo CD')).toMatchObject({ calls: 0 })
  })

  it('shows a permission as missing after one denied call, until a check by any replica finds it granted', async () => {
    const permission = { service: 'Microsoft Graph', name: 'Group.ReadWrite.All' } as const
    app.simulator.permissions.take(permission)
    await expect(app.context.clients.graph.deleteGroup(randomUUID())).rejects.toThrow(permission.name)
    app.simulator.permissions.restoreAccess(permission)
    expect(await connector('Microsoft Graph')).toMatchObject({ state: 'degraded', failures: 0, missing: [{ name: permission.name }] })
    const view = { calls: 0, failures: 0, buckets: [], lastGoodAt: null, lastError: null, limits: [], tokenExpiresAt: null, missing: [] }
    const check = (name: string) => {
      const checked = { ...view, permissionsCheckedAt: new Date(Date.now() + 1).toISOString(), permissionsChecked: [name] }
      const row = { replica: randomUUID(), service: 'Microsoft Graph', seen: JSON.stringify(checked), at: app.context.now() }
      return app.db.insertInto('service_health').values(row).execute()
    }
    await check('Directory.Read.All')
    expect(await connector('Microsoft Graph')).toMatchObject({ state: 'degraded', missing: [{ name: permission.name }] })
    await check(permission.name)
    expect(await connector('Microsoft Graph')).toMatchObject({ state: 'ok', missing: [] })
  })

  it('shows a permission that Cost Management denies permanently once the caller stops waiting', async () => {
    const body = { error: { code: 'RBACAccessDenied', message: 'The client does not have authorization to perform action.' } }
    app.simulator.faults.add({ service: 'arm', path: '/(query|budgets)', action: { kind: 'status', status: 401, body } })
    const { id, subscriptionId } = app.company.accounts.find(({ kind, status }) => kind === 'cloud' && status === 'active')!
    const loadMissing = async () => (await connector('Azure')).missing.map(({ name }: { name: string }) => name)
    app.context.clients.watch.permissionsChecked('Azure', { covered: ['*/read'], missing: [] }, Date.now())
    // Azure can deny calls about a new subscription for some minutes, so a denied call counts only after the caller has stopped retrying.
    await expect(app.context.clients.arm.getBudget(`/subscriptions/${randomUUID()}`, 'one')).rejects.toThrow('*/read')
    expect(await loadMissing()).toEqual([])
    const response = await as('Niamh').get(`/accounts/${id}/cost?refresh=true`)
    expect(response).toMatchObject({ status: 502, body: { message: expect.stringContaining('*/read') } })
    expect(await loadMissing()).toEqual(['*/read'])
    app.context.clients.watch.permissionsChecked('Azure', { covered: ['*/read'], missing: [] }, Date.now())
    const failures = await fetchBudgets(app.context.clients, [subscriptionId], new Map(), () => false)
    expect(failures).toHaveLength(1)
    expect(await connector('Azure')).toMatchObject({ state: 'degraded', missing: [{ name: '*/read' }] })
    app.simulator.faults.clear()
  })

  it('shows mail and each kind of channel separately, with its queue, and the start and cause of a failure', async () => {
    const date = app.context.now()
    const hourAgo = new Date(date.getTime() - 3_600_000)
    const channel = async (name: string, problem: string | null) => {
      const id = randomUUID()
      await app.db
        .insertInto('notification_channels')
        .values({
          id,
          type: 'teams',
          name,
          address: 'https://teams.example/…',
          topics: ['work'],
          url_sealed: Buffer.from('sealed'),
          created_by: app.persona('Niamh').id,
          ...(problem
            ? { failing_since: hourAgo, last_problem: problem, failures: 3, paused_until: new Date(date.getTime() + 60_000) }
            : { last_sent_at: date }),
        })
        .execute()
      return id
    }
    const brokenChannelId = await channel('Broken room', 'Broken room does not know this address (404).')
    const delivery = { channel_id: brokenChannelId, kind: 'test', subject_kind: 'channel', title: 'A test' }
    for (const [n, created_at] of [hourAgo, date].entries())
      await app.db
        .insertInto('deliveries')
        .values({ ...delivery, id: randomUUID(), subject_id: randomUUID(), dedupe_key: `t${n}`, next_attempt_at: date, created_at })
        .execute()
    const teams = await connector('Microsoft Teams', 'Grace')
    expect(teams).toMatchObject({
      state: 'down',
      lastGoodAt: null,
      lastError: { at: hourAgo.toISOString(), message: 'Broken room does not know this address (404).' },
      ways: { channels: 1, failing: 1, waiting: 2, oldestWaitingSince: hourAgo.toISOString(), nextTryAt: expect.any(String) },
      checkable: true,
    })
    await channel('Sound room', null)
    expect(await connector('Microsoft Teams')).toMatchObject({
      state: 'degraded',
      lastGoodAt: date.toISOString(),
      ways: { channels: 2, failing: 1 },
    })
    expect(await connector('Webhooks')).toBeUndefined()
    expect(await connector(channelServices.mail)).toMatchObject({ ways: { channels: 1, waiting: expect.any(Number) } })
  })

  it('warns of an API version 180 days before its end of support, only at its service', async () => {
    const date = async (time: string) => {
      now = () => new Date(time)
      const view = { github: (await connector('GitHub')).endingSupport, azure: (await connector('Azure')).endingSupport }
      now = () => new Date()
      return view
    }
    expect(await date('2027-09-13T23:59:00Z')).toEqual({ github: [], azure: [] })
    expect(await date('2027-09-14T00:01:00Z')).toEqual({
      github: [{ api: 'REST', version: '2022-11-28', endOfSupport: '2028-03-12' }],
      azure: [],
    })
  })

  it('counts only calls of the last 15 minutes', () => {
    const watch = watchServices()
    watch.onResponse('Azure', { ms: 30, headers: { 'x-ms-ratelimit-remaining-subscription-reads': '199' }, at: 0 })
    expect(watch.snapshot(14 * 60_000).get('Azure')).toMatchObject({ calls: 1, limits: [{ name: 'reads', remaining: 199 }] })
    expect(watch.snapshot(15 * 60_000).get('Azure')).toMatchObject({ calls: 0, lastGoodAt: '1970-01-01T00:00:00.000Z' })
    expect(percentile([0, 0, 1, 1], 0.5)).toBe(100)
  })

  roleSuite(
    'listConnectors',
    () => app,
    () => ({ path: '/cockpit/connectors' }),
  )

  it('rejects unknown parameters', async () => {
    expect((await as('Niamh').get('/cockpit/connectors?all=true')).status).toBe(400)
  })
})
