import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countingAlone, openApp } from '../../../../test/openApp.ts'
import { mintKey } from '../../../auth/keys.ts'
import {
  type AlertApp,
  accountOf,
  alertmanagerGroup,
  alertPath,
  azureAlert,
  cloudEvent,
  gridEvent,
  groupsOf,
  inBinaryMode,
  incidentsOf,
  minuteMs,
  newKey,
  send,
  startAlertApp,
} from './alerts.fixture.ts'
import { alertKeyDenial, findAlertKey } from './findAlertKey.ts'
import { alertNotes } from './syncAlertToServiceNow.ts'

let app: AlertApp
beforeAll(async () => {
  app = await startAlertApp()
})
afterAll(() => app.close())

const events = () => app.db.selectFrom('audit_events').selectAll().where('operation', '=', 'acceptAlert').orderBy('id').execute()

describe('acceptAlert', () => {
  it('accepts Azure’s common alert schema with subject, scope and severity, until the alert is resolved', async () => {
    const to = { ...(await app.place()), query: '?humanReadable=true' }
    expect(await send(app, to, azureAlert())).toMatchObject({ status: 202, body: { accepted: 1, repeated: 0 } })
    await app.resolve()
    expect(await groupsOf(app, to.accountId)).toMatchObject([
      {
        source: 'azure',
        title: 'till-cpu-high: vm-till-07',
        severity: 'high',
        state: 'firing',
        count: 1,
        incident_status: 'open',
        due_at: null,
      },
    ])
    const [incident, ...otherIncidents] = await incidentsOf(app, to.accountId)
    expect(otherIncidents).toEqual([])
    const item = await app.context.clients.servicenow.getByCorrelationId(to.accountId)
    expect(incident).toMatchObject({
      ...{ short_description: 'till-cpu-high: vm-till-07', impact: '2', urgency: '1', priority: '2', state: '1' },
      ...{ cmdb_ci: item!.sys_id, correlation_display: 'Slipway' },
    })
    expect(incident!.description).toMatch(
      /^The till server is busy\n\n.*\/virtualmachines\/vm-till-07\n.*22 March 2026 at 13:58 UTC\n.*Percentage CPU 97\.3 .*90.*\n.*Sev1/,
    )
    await send(app, to, azureAlert({ monitorCondition: 'Resolved', resolvedDateTime: '2026-03-22T14:30:00Z' }))
    await app.resolve()
    expect(await groupsOf(app, to.accountId)).toMatchObject([{ state: 'cleared', count: 1, incident_status: 'resolved' }])
    expect(await incidentsOf(app, to.accountId)).toMatchObject([
      { state: '6', close_notes: expect.stringContaining(alertNotes.cleared(new Date('2026-03-22T14:30:00Z'))) },
    ])
  })

  it('treats an Alertmanager group as one alert group, counts its alerts, and clears it when all have cleared', async () => {
    const to = await app.place()
    const twoAlerts = [{ name: 'node-1' }, { name: 'node-2' }]
    expect((await send(app, to, alertmanagerGroup(twoAlerts))).body).toEqual({ accepted: 2, repeated: 0 })
    expect((await send(app, to, alertmanagerGroup([...twoAlerts, { name: 'node-3' }]))).body).toEqual({ accepted: 3, repeated: 2 })
    await app.resolve()
    expect(await groupsOf(app, to.accountId)).toMatchObject([
      { title: 'Disks of aks-checkout fill up', severity: 'critical', count: 3, state: 'firing' },
    ])
    await send(app, to, alertmanagerGroup([{ name: 'node-1', status: 'resolved' }, { name: 'node-2' }]))
    await app.resolve()
    expect(await groupsOf(app, to.accountId)).toMatchObject([{ count: 3, state: 'firing' }])
    await send(app, to, alertmanagerGroup(['node-1', 'node-2', 'node-3'].map((name) => ({ name, status: 'resolved' as const }))))
    await app.resolve()
    expect(await groupsOf(app, to.accountId)).toMatchObject([{ count: 3, state: 'cleared', incident_status: 'resolved' }])
    expect(await incidentsOf(app, to.accountId)).toMatchObject([{ impact: '1', urgency: '1', state: '6' }])
  })

  it.each([
    ['application/cloudevents+json', (event: object) => event],
    ['application/cloudevents+json; charset=utf-8', (event: object) => event],
    ['application/cloudevents-batch+json', (event: object) => [event, { ...event, id: 'another', subject: 'freezer-4' }]],
    ['application/json', (event: object) => event],
  ])('accepts CloudEvents as %s', async (type, wrap) => {
    const to = { ...(await app.place()), type, query: '?humanReadable=true' }
    expect((await send(app, to, wrap(cloudEvent()))).status).toBe(202)
    await app.resolve()
    const groups = await groupsOf(app, to.accountId)
    expect(groups.find(({ resource }) => resource === 'freezer-3')).toMatchObject({
      source: 'cloudEvents',
      title: 'Freezer 3 is too warm',
      severity: 'high',
      resource: 'freezer-3',
      count: 1,
    })
    expect(groups.length).toBe(type.includes('batch') ? 2 : 1)
    expect((await incidentsOf(app, to.accountId))[0]!.description).toMatch(/-9 .*-18/)
    await send(app, to, wrap(cloudEvent({ id: 'over', type: 'uk.example.freezer.warm.resolved', time: '2026-03-22T17:50:00Z' })))
    await app.resolve()
    const clearedGroup = (await groupsOf(app, to.accountId)).find(({ resource }) => resource === 'freezer-3')
    expect(clearedGroup).toMatchObject({ state: 'cleared', incident_status: 'resolved' })
  })

  it('accepts CloudEvents in binary mode and in JSON as the same event, which is counted once', async () => {
    const to = { ...(await app.place()), query: '?humanReadable=true' }
    const { headers, body } = inBinaryMode(cloudEvent({ subject: 'freezer-3', id: '"A%20\\"1\\""' }))
    expect(await send(app, { ...to, headers }, body)).toMatchObject({ status: 202, body: { accepted: 1, repeated: 0 } })
    const complete = cloudEvent({ id: 'A "1"' })
    expect((await send(app, { ...to, type: 'application/cloudevents+json' }, complete)).body).toEqual({ accepted: 1, repeated: 1 })
    await app.resolve()
    expect(await groupsOf(app, to.accountId)).toMatchObject([
      { source: 'cloudEvents', title: 'Freezer 3 is too warm', severity: 'high', resource: 'freezer-3', count: 1 },
    ])
    const resolvedEvent = inBinaryMode(cloudEvent({ id: 'over', type: 'uk.example.freezer.warm.resolved', time: '2026-03-22T17:50:00Z' }))
    expect((await send(app, { ...to, headers: resolvedEvent.headers }, undefined)).status).toBe(202)
    await app.resolve()
    expect(await groupsOf(app, to.accountId)).toMatchObject([{ state: 'cleared', incident_status: 'resolved' }])
  })

  it('accepts Event Grid’s own schema after its validation, and ignores events about its subscription', async () => {
    const to = await app.place()
    const asks = gridEvent({
      eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent',
      data: { validationCode: '512d38b6-c7b8-40c8-89fe-f46f9e9622b6', validationUrl: 'https://rp-uksouth.eventgrid.azure.net/validate' },
    })
    expect(await send(app, to, [asks])).toMatchObject({
      status: 200,
      body: { validationResponse: '512d38b6-c7b8-40c8-89fe-f46f9e9622b6' },
    })
    const deletionEvent = gridEvent({ id: 'end', eventType: 'Microsoft.EventGrid.SubscriptionDeletedEvent', data: {} })
    expect((await send(app, to, [deletionEvent])).body).toEqual({ accepted: 0, repeated: 0 })
    expect((await send(app, to, [gridEvent(), gridEvent({ id: 'b' }), deletionEvent])).body).toEqual({ accepted: 2, repeated: 0 })
    expect((await send(app, to, [gridEvent()])).body).toEqual({ accepted: 1, repeated: 1 })
    await app.resolve()
    expect(await groupsOf(app, to.accountId)).toMatchObject([
      { title: 'Till 7 is offline', resource: 'till-7', severity: 'critical', count: 2 },
    ])
  })

  it('accepts plain JSON, and puts the alert as JSON into the incident’s description', async () => {
    const to = await app.place()
    await send(app, to, { title: 'Backup failed', status: 'firing', colour: 'red', nested: { deep: [1, null] } })
    await app.resolve()
    expect(await groupsOf(app, to.accountId)).toMatchObject([{ source: 'plain', title: 'Backup failed', severity: 'medium', count: 1 }])
    expect((await incidentsOf(app, to.accountId))[0]!.description).toContain(
      '{"title":"Backup failed","status":"firing","colour":"red","nested":{"deep":[1,null]}}',
    )
  })

  it('creates one incident for an alert storm, updates its alert count periodically, and counts repeats once', async () => {
    const to = await app.place()
    const sendAlertBurst = (from: number, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, n) => send(app, to, { title: 'Checkout times out', key: 'checkout', id: `e-${from + n}` })),
      )
    const responses = await sendAlertBurst(0, 120)
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]))
    await app.resolve()
    await sendAlertBurst(60, 120)
    await app.resolve()
    expect(await groupsOf(app, to.accountId)).toMatchObject([{ count: 180, synced_count: 120 }])
    app.pass(minuteMs)
    await app.sync()
    expect(await groupsOf(app, to.accountId)).toMatchObject([{ count: 180, synced_count: 180, due_at: null }])
    const [incident, ...otherIncidents] = await incidentsOf(app, to.accountId)
    expect([incident!.work_notes!.split(alertNotes.stillFiring).length - 1, otherIncidents]).toEqual([1, []])
    expect(incident!.work_notes).toContain(' 180 ')
  })

  it('uses the alert’s configuration item, assignment group and priority, or else the key’s', async () => {
    const { servicenow } = app.context.clients
    const otherConfigurationItem = await servicenow.getByCorrelationId(accountOf(app, 0).id)
    const [serviceDeskGroup] = await servicenow.findAssignmentGroup('Service Desk')
    const to = await app.place({ defaults: { configurationItem: otherConfigurationItem!.name, assignmentGroup: 'Cloud Operations' } })
    const [operations] = await servicenow.findAssignmentGroup('Cloud Operations')
    await send(app, to, { title: 'By the key' })
    await send(
      app,
      { ...to, query: `?configurationItem=${otherConfigurationItem!.sys_id}&assignmentGroup=${serviceDeskGroup!.sys_id}&priority=1` },
      { title: 'By ID', severity: 'info' },
    )
    await send(
      app,
      { ...to, query: '?configurationItem=Nothing%20of%20the%20kind&assignmentGroup=nobody^active=true' },
      { title: 'Unknown' },
    )
    await app.resolve()
    const incidentsByTitle = new Map((await incidentsOf(app, to.accountId)).map((row) => [row.short_description, row]))
    expect(incidentsByTitle.get('By the key')).toMatchObject({
      cmdb_ci: otherConfigurationItem!.sys_id,
      assignment_group: operations!.sys_id,
      priority: '3',
    })
    expect(incidentsByTitle.get('By ID')).toMatchObject({
      cmdb_ci: otherConfigurationItem!.sys_id,
      assignment_group: serviceDeskGroup!.sys_id,
      impact: '1',
      urgency: '1',
      priority: '1',
    })
    const accountConfigurationItem = await servicenow.getByCorrelationId(to.accountId)
    expect(incidentsByTitle.get('Unknown')).toMatchObject({ cmdb_ci: accountConfigurationItem!.sys_id })
    expect(incidentsByTitle.get('Unknown')!.assignment_group ?? '').toBe('')
    expect(incidentsByTitle.get('Unknown')!.description).toMatch(/“Nothing of the kind”[\s\S]*“nobody\^active=true”/)
  })

  it('stores only plain text, without control characters, unpaired surrogates, secrets or links to other sites', async () => {
    const to = { ...(await app.place()), query: '?humanReadable=true' }
    const text = 'a\u0000b\u202ec \ud800 <script>alert(1)</script> slwa_0123456789AB password=hunter2 '
    await send(app, to, {
      title: `${text}${'x'.repeat(5_000)}`,
      description: `${text}\n${'y'.repeat(50_000)}`,
      link: 'javascript:alert(1)',
    })
    await app.resolve()
    const [group] = await groupsOf(app, to.accountId)
    expect(group!.title).toMatch(/^abc .? ?<script>/u)
    expect([group!.title.length, group!.link]).toEqual([160, null])
    expect(group!.description.length).toBeLessThanOrEqual(3_600)
    expect(group!.description).toContain('<script>alert(1)</script> [redacted] password=[redacted]')
    for (const character of ['\u0000', '\u202e']) expect(group!.description).not.toContain(character)
  })

  it('doesn’t write an audit event, because the row is the record', async () => {
    const eventsBefore = await events()
    const to = await app.place()
    await send(app, to, { title: 'Quiet' })
    expect(await events()).toEqual(eventsBefore)
    expect(await app.db.selectFrom('alert_events').selectAll().where('key_id', '=', to.id).execute()).toMatchObject([
      { account_id: to.accountId, fires: true, grouped_at: null, detail: { title: 'Quiet' } },
    ])
    const key = await app.db.selectFrom('alert_keys').selectAll().where('id', '=', to.id).executeTakeFirstOrThrow()
    expect(key.last_used_at).not.toBeNull()
  })

  const body = { title: 'From a stranger' }

  it('denies every invalid key with the same response and an audit event without the key, and stores nothing', async () => {
    const ownTarget = await app.place({ name: 'mine' })
    const otherTarget = await app.place()
    const replaced = await newKey(app, ownTarget.accountId, { name: 'old' })
    await newKey(app, ownTarget.accountId, { name: 'old', overlapHours: 1 })
    expect((await send(app, { ...ownTarget, key: replaced.key }, body)).status).toBe(202)
    app.pass(60 * minuteMs)
    const deletedKey = await newKey(app, ownTarget.accountId, { name: 'gone' })
    await app.as(app.persona('Niamh').id).delete(`/snow/accounts/${ownTarget.accountId}/keys/${deletedKey.id}`)
    const rows = () => app.db.selectFrom('alert_events').select('id').execute()
    const rowsBefore = await rows()
    const eventsBefore = await events()
    const invalidKeys = {
      unknown: mintKey('slwa', app.config.keySecret).key,
      mistyped: `${ownTarget.key.slice(0, -1)}${ownTarget.key.endsWith('a') ? 'b' : 'a'}`,
      apiKey: mintKey('slw', app.config.keySecret).key,
      otherAccounts: otherTarget.key,
      replaced: replaced.key,
      deleted: deletedKey.key,
      long: 'x'.repeat(290),
      odd: '%00',
    }
    const responses = await Promise.all(Object.values(invalidKeys).map((key) => send(app, { ...ownTarget, key }, body)))
    const problems = responses.map(({ status, body: { requestId: _, ...rest } }) => ({ status, rest }))
    expect(problems).toEqual(problems.map(() => problems[0]))
    expect(problems[0]).toMatchObject({
      status: 401,
      rest: { code: 'unauthenticated', message: alertKeyDenial },
    })
    const addedEvents = (await events()).slice(eventsBefore.length)
    // Denied anonymous calls leave one audit event per hour. Further calls are only counted.
    expect(addedEvents.map(({ outcome }) => outcome)).toEqual(['denied'])
    for (const key of Object.values(invalidKeys)) expect(JSON.stringify([addedEvents, responses])).not.toContain(key)
    expect(await rows()).toEqual(rowsBefore)
    expect((await send(app, { accountId: 'nothing', key: ownTarget.key }, body)).status).toBe(401)
    expect((await app.as(app.persona('Niamh').id).post(alertPath(ownTarget.accountId, invalidKeys.unknown), 'no alert')).status).toBe(401)
  })

  it('denies keys of an account that is not active', async () => {
    const to = await app.place()
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', to.accountId).execute()
    expect((await send(app, to, body)).status).toBe(401)
  })

  it('rejects a mistyped key without a query', async () => {
    const to = await app.place()
    const untouched = new Proxy(app.db, {
      get() {
        throw new Error('the database was asked')
      },
    })
    const sendRequest = (snowKey: string) =>
      findAlertKey({ accountId: to.accountId, snowKey }, { db: untouched, config: app.config, now: new Date() })
    expect(await sendRequest(`${to.key}x`)).toBeUndefined()
    await expect(sendRequest(to.key)).rejects.toThrow('the database was asked')
  })

  it('limits calls with invalid keys per IP address, but not calls with valid keys', async () => {
    const to = await app.place()
    const replica = await openApp(app, {}, countingAlone(app))
    const post = (key: string) =>
      fetch(`${replica.http}${alertPath(to.accountId, key)}`, {
        method: 'POST',
        body: '{"title":"x"}',
        headers: { 'content-type': 'application/json' },
      })
    const limitedResponses = await Promise.all(
      Array.from({ length: 130 }, async (_, n) => {
        const { status, headers } = await post(n % 2 ? 'nonsense' : mintKey('slwa', 'x').key)
        return { status, limit: headers.get('x-ratelimit-limit'), left: Number(headers.get('x-ratelimit-remaining')) }
      }),
    )
    const remainingOf = (expectedStatus: number) =>
      limitedResponses.filter(({ status }) => status === expectedStatus).map((each) => each.left)
    expect(new Set(limitedResponses.map(({ status, limit }) => `${status} of ${limit}`))).toEqual(new Set(['401 of 120', '429 of 120']))
    expect(remainingOf(401).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, n) => n))
    expect(remainingOf(429)).toEqual(Array.from({ length: 10 }, () => 0))
    const [right, throttledResponse] = [await post(to.key), await post(to.key)]
    expect(
      [right, throttledResponse].map(({ status, headers }) => [
        status,
        headers.get('x-ratelimit-limit'),
        headers.get('x-ratelimit-remaining'),
      ]),
    ).toEqual([
      [202, '30000', '29999'],
      [202, '30000', '29998'],
    ])
    await replica.close()
  })

  it.each([
    ['an empty object', {}],
    ['a list of plain alerts', [{ title: 'x' }]],
    ['an empty batch', []],
    ['a blank title', { title: ' \u0000 ' }],
    ['an Alertmanager group without alerts', alertmanagerGroup([])],
    [
      'a validation event of Event Grid among other events',
      [gridEvent({ eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent' }), { title: 'x' }],
    ],
    ['another Azure schema', { ...azureAlert(), schemaId: 'AzureMonitorMetricAlert' }],
    ['an alert that is nested too deep', { title: 'x', deep: Array.from({ length: 30 }).reduce((inner) => [inner], 'x') }],
  ])('returns 400 with the accepted formats for %s', async (_title, body) => {
    const to = await app.place()
    const response = await send(app, to, body)
    expect(response).toMatchObject({ status: 400, body: { code: 'invalidRequest', message: expect.stringMatching(/Alertmanager|levels/) } })
  })

  it.each([
    ['an ID', { 'ce-id': '' }],
    ['a supported version', { 'ce-specversion': '0.3' }],
    ['a type', { 'ce-type': '%00' }],
  ])('returns 400 for an event in binary mode without %s', async (_title, overrides) => {
    const to = await app.place()
    const { headers, body } = inBinaryMode(cloudEvent())
    expect(await send(app, { ...to, headers: { ...headers, ...overrides } }, body)).toMatchObject({
      status: 400,
      body: { code: 'invalidRequest', message: expect.stringContaining('CloudEvent') },
    })
    expect(await groupsOf(app, to.accountId)).toEqual([])
  })

  it('rejects bodies that are too large, other content types, and invalid parameters', async () => {
    const to = await app.place()
    expect((await send(app, to, { title: 'x', description: 'y'.repeat(262_144) })).status).toBe(413)
    expect((await send(app, { ...to, type: 'text/plain' }, { title: 'x' })).status).toBe(415)
    expect((await send(app, { ...to, headers: { 'ce-specversion': '1.0', 'ce-id': 'x'.repeat(2_001) } }, {})).status).toBe(400)
    expect((await send(app, to, undefined)).status).toBe(400)
    for (const query of [
      '?priority=0',
      '?priority=6',
      '?priority=1.5',
      '?humanReadable=perhaps',
      '?nonsense=1',
      `?configurationItem=${'x'.repeat(201)}`,
    ])
      expect([query, (await send(app, { ...to, query }, { title: 'x' })).status]).toEqual([query, 400])
    expect(await groupsOf(app, to.accountId)).toEqual([])
  })
})
