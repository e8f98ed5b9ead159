import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FaultAction } from '../../../../simulator/core/faults.ts'
import { deleteRecord } from '../../../../simulator/servicenow/records.ts'
import { until } from '../../../../test/until.ts'
import { hiddenFieldMessage } from '../../../clients/servicenow/servicenowTickets.ts'
import { type AlertApp, changeIncident, groupsOf, incidentsOf, minuteMs, send, startAlertApp } from './alerts.fixture.ts'
import { alertNotes, describeCount } from './syncAlertToServiceNow.ts'

let app: AlertApp
beforeAll(async () => {
  app = await startAlertApp()
})
afterEach(() => app.simulator.faults.clear())
afterAll(() => app.close())

/** The response has a Retry-After, so that the calls are not repeated before the worker sees the failure. */
const down = (seconds: number): FaultAction => ({ kind: 'status', status: 503, body: {}, headers: { 'retry-after': String(seconds) } })
const strike = (action: FaultAction, method?: string, count?: number) =>
  app.simulator.faults.add({
    service: 'servicenow',
    path: '/api/now/table/incident',
    action,
    ...(method ? { method } : {}),
    ...(count ? { count } : {}),
  })
const sendFiring = (to: { accountId: string; key: string }, overrides: object = {}) =>
  send(app, to, { title: 'Queue is stuck', key: 'queue', ...overrides })
const sendCleared = (to: { accountId: string; key: string }) => sendFiring(to, { status: 'resolved' })
const countRequests = () => app.simulator.exchanges.list().filter(({ service }) => service === 'servicenow').length

describe('syncAlertsToServiceNow', () => {
  it('sends all alerts once after an hour without ServiceNow, both active and ended', async () => {
    const [on, endedTarget] = [await app.place(), await app.place()]
    strike(down(600))
    await sendFiring(on)
    await sendFiring(endedTarget)
    for (let round = 0; round < 6; round++) {
      await app.resolve()
      await sendFiring(on)
      app.pass(10 * minuteMs)
    }
    await sendCleared(endedTarget)
    await app.resolve()
    expect([...(await groupsOf(app, on.accountId)), ...(await groupsOf(app, endedTarget.accountId))]).toMatchObject([
      { count: 7, synced_count: 0, incident_id: null, problem: expect.stringContaining('ServiceNow') },
      { count: 1, state: 'cleared', incident_id: null },
    ])
    app.simulator.faults.clear()
    app.pass(10 * minuteMs)
    await app.sync()
    expect(await groupsOf(app, on.accountId)).toMatchObject([{ synced_count: 7, incident_status: 'open', problem: null, due_at: null }])
    expect(await incidentsOf(app, on.accountId)).toMatchObject([{ state: '1', description: expect.stringContaining(' 7 ') }])
    expect(await incidentsOf(app, endedTarget.accountId)).toMatchObject([{ state: '6' }])
  })

  it('stops at the first call without a response, and starts with the other groups next time', async () => {
    const [firstTarget, otherTarget] = [await app.place(), await app.place()]
    await sendFiring(firstTarget)
    await sendFiring(otherTarget)
    await app.group()
    strike(down(120))
    await app.sync()
    const dueGroups = [...(await groupsOf(app, firstTarget.accountId)), ...(await groupsOf(app, otherTarget.accountId))]
    expect(dueGroups.map(({ problem }) => problem !== null)).toEqual([true, false])
    expect(dueGroups[0]!.due_at! > dueGroups[1]!.due_at!).toBe(true)
    app.simulator.faults.clear()
    app.pass(2 * minuteMs)
    await app.sync()
    for (const { accountId } of [firstTarget, otherTarget]) expect(await incidentsOf(app, accountId)).toMatchObject([{ state: '1' }])
  })

  it('pauses calls as long as ServiceNow requests, even if new alerts arrive', async () => {
    const [firstTarget, otherTarget] = [await app.place(), await app.place()]
    strike(down(120))
    await sendFiring(firstTarget)
    await app.resolve()
    const countBefore = countRequests()
    for (let round = 0; round < 3; round++) {
      await sendFiring(firstTarget)
      await sendFiring(otherTarget)
      app.pass(minuteMs / 2)
      await app.resolve()
    }
    expect(countRequests() - countBefore).toBe(0)
    app.simulator.faults.clear()
    app.pass(minuteMs / 2)
    await app.sync()
    for (const { accountId } of [firstTarget, otherTarget]) expect((await incidentsOf(app, accountId)).length).toBe(1)
    expect(await groupsOf(app, firstTarget.accountId)).toMatchObject([{ synced_count: 4, problem: null, due_at: null }])
  })

  it('calls again after 15 minutes, even if ServiceNow requested a longer delay', async () => {
    const to = await app.place()
    strike(down(9_000_000_000_000))
    await sendFiring(to)
    await app.resolve()
    app.simulator.faults.clear()
    app.pass(15 * minuteMs)
    await app.sync()
    expect(await groupsOf(app, to.accountId)).toMatchObject([{ incident_status: 'open', problem: null }])
  })

  it('retries a rejected call when the retry is due, not for each new alert', async () => {
    const to = await app.place()
    strike({ kind: 'status', status: 403, body: { error: { message: 'Operation Failed', detail: 'ACL' }, status: 'failure' } }, 'POST')
    await sendFiring(to)
    await app.resolve()
    const countBefore = countRequests()
    await sendFiring(to)
    await sendCleared(to)
    app.pass(minuteMs)
    await app.resolve()
    expect(countRequests() - countBefore).toBe(0)
    app.simulator.faults.clear()
    app.pass(4 * minuteMs)
    await app.sync()
    expect(await groupsOf(app, to.accountId)).toMatchObject([{ count: 2, incident_status: 'resolved', problem: null, due_at: null }])
  })

  it('opens, comments, reopens and resolves once each when responses are lost', async () => {
    const to = await app.place()
    const loseResponses = async () => {
      for (const method of ['POST', 'PATCH']) strike({ kind: 'reset', when: 'after' }, method, 1)
      await app.resolve()
      app.simulator.faults.clear()
      app.pass(minuteMs)
      await app.sync()
    }
    await sendFiring(to)
    await loseResponses()
    await sendFiring(to)
    await loseResponses()
    await sendCleared(to)
    await loseResponses()
    await sendFiring(to)
    await loseResponses()
    const [incident, ...otherIncidents] = await incidentsOf(app, to.accountId)
    expect(otherIncidents).toEqual([])
    expect(incident).toMatchObject({ state: '2' })
    const { firing, stillFiring } = alertNotes
    expect(incident!.work_notes!.match(new RegExp(`${firing}|${stillFiring}`, 'g'))).toEqual([firing, stillFiring])
    expect(await groupsOf(app, to.accountId)).toMatchObject([{ count: 3, episode: 2, incident_status: 'open', due_at: null }])
  })

  it('reopens an incident that was resolved while the alert fires, and opens a new one if it was closed or deleted', async () => {
    const to = await app.place()
    await sendFiring(to)
    await app.resolve()
    const [firstIncident] = await incidentsOf(app, to.accountId)
    changeIncident(app, firstIncident!, { state: '6', close_code: 'Solution provided', close_notes: 'Restarted it.' })
    app.pass(minuteMs)
    await app.resolve()
    expect(await incidentsOf(app, to.accountId)).toMatchObject([{ state: '6' }])
    await sendFiring(to)
    await app.resolve()
    expect(await incidentsOf(app, to.accountId)).toMatchObject([
      {
        state: '2',
        work_notes: expect.stringContaining(`${alertNotes.firing} ${describeCount((await groupsOf(app, to.accountId))[0]!)}`),
      },
    ])
    changeIncident(app, firstIncident!, { state: '7' })
    await sendFiring(to)
    app.pass(minuteMs)
    await app.resolve()
    expect((await incidentsOf(app, to.accountId)).map(({ state }) => state).sort()).toEqual(['1', '7'])
    const secondIncident = (await incidentsOf(app, to.accountId)).find(({ state }) => state === '1')!
    deleteRecord(app.simulator, secondIncident)
    await sendCleared(to)
    await app.resolve()
    expect(await groupsOf(app, to.accountId)).toMatchObject([{ state: 'cleared', generation: 3, incident_status: 'resolved' }])
  })

  it('doesn’t change a closed incident when the alert clears, and doesn’t open one for an alert that only cleared', async () => {
    const [closedTarget, clearedTarget] = [await app.place(), await app.place()]
    await sendFiring(closedTarget)
    await app.resolve()
    changeIncident(app, (await incidentsOf(app, closedTarget.accountId))[0]!, { state: '8' })
    await sendCleared(closedTarget)
    await sendCleared(clearedTarget)
    const countBefore = countRequests()
    await app.resolve()
    expect(countRequests() - countBefore).toBe(1)
    expect(await groupsOf(app, closedTarget.accountId)).toMatchObject([{ incident_status: 'closed', due_at: null }])
    expect(await groupsOf(app, clearedTarget.accountId)).toMatchObject([{ count: 0, incident_id: null, due_at: null }])
    expect(await incidentsOf(app, closedTarget.accountId)).toMatchObject([{ state: '8' }])
  })

  it('raises the incident’s priority together with the alert’s', async () => {
    const to = await app.place()
    await sendFiring(to, { severity: 'low' })
    await app.resolve()
    await sendFiring(to, { severity: 'critical' })
    await sendFiring(to, { severity: 'info' })
    await app.resolve()
    expect(await incidentsOf(app, to.accountId)).toMatchObject([{ impact: '1', urgency: '1', priority: '1' }])
  })

  it('doesn’t change an incident whose state is hidden, and reports it', async () => {
    const to = await app.place()
    await sendFiring(to)
    await app.resolve()
    const { sys_id, number } = (await incidentsOf(app, to.accountId))[0]!
    strike({ kind: 'status', status: 200, body: { result: { sys_id, number } } }, 'GET')
    await sendCleared(to)
    await app.resolve()
    expect(await groupsOf(app, to.accountId)).toMatchObject([
      { incident_status: 'open', problem: hiddenFieldMessage('state', 'incidents') },
    ])
    app.simulator.faults.clear()
    app.pass(5 * minuteMs)
    await app.sync()
    expect(await groupsOf(app, to.accountId)).toMatchObject([{ incident_status: 'resolved', problem: null }])
  })

  it('runs only once in concurrent workers', async () => {
    const to = await app.place()
    await sendFiring(to)
    await app.group()
    strike({ kind: 'delay', ms: 80 })
    await Promise.all([app.sync(), app.sync(), app.sync()])
    expect((await incidentsOf(app, to.accountId)).length).toBe(1)
  })

  it('sends updates that were counted during a call with the next call', async () => {
    const to = await app.place()
    await sendFiring(to)
    await app.group()
    strike({ kind: 'delay', ms: 400 }, 'POST')
    const countBefore = countRequests()
    const syncing = app.sync()
    await until(() => countRequests() >= countBefore + 2)
    await sendFiring(to)
    await app.group()
    await syncing
    const groups = await groupsOf(app, to.accountId)
    expect(groups).toMatchObject([{ count: 2, synced_count: 2, due_at: null }])
    expect(await incidentsOf(app, to.accountId)).toMatchObject([
      {
        description: expect.stringContaining(describeCount({ ...groups[0]!, count: 1 })),
        work_notes: expect.stringContaining(describeCount(groups[0]!)),
      },
    ])
  })
})
