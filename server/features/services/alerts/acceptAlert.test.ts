import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp } from '../../../../test/openApp.ts'
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
  minute,
  newKey,
  send,
  startAlertApp,
} from './alerts.fixture.ts'
import { findAlertKey } from './findAlertKey.ts'

let app: AlertApp
beforeAll(async () => {
  app = await startAlertApp()
})
afterAll(() => app.close())

const events = () => app.db.selectFrom('audit_events').selectAll().where('operation', '=', 'acceptAlert').orderBy('id').execute()

describe('acceptAlert', () => {
  it('accepts Azure’s common alert schema: subject, place, severity, until resolved', async () => {
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
    const [incident, ...more] = await incidentsOf(app, to.accountId)
    expect(more).toEqual([])
    const item = await app.context.clients.servicenow.getByCorrelationId(to.accountId)
    expect(incident).toMatchObject({
      ...{ short_description: 'till-cpu-high: vm-till-07', impact: '2', urgency: '1', priority: '2', state: '1' },
      ...{ cmdb_ci: item!.sys_id, correlation_display: 'Slipway' },
    })
    expect(incident!.description).toContain(
      'The till server is busy\n\nWhere: /subscriptions/1/resourcegroups/rg-tills/providers/microsoft.compute/virtualmachines/vm-till-07\nSince: 22 March 2026 at 13:58 UTC\nMeasured: Percentage CPU 97.3 (alert when greater than 90)\nSeverity: Sev1',
    )
    await send(app, to, azureAlert({ monitorCondition: 'Resolved', resolvedDateTime: '2026-03-22T14:30:00Z' }))
    await app.resolve()
    expect(await groupsOf(app, to.accountId)).toMatchObject([{ state: 'cleared', count: 1, incident_status: 'resolved' }])
    expect(await incidentsOf(app, to.accountId)).toMatchObject([
      { state: '6', close_notes: expect.stringMatching(/^The alert cleared on 22 March 2026 at 14:30 UTC\. Fired once/) },
    ])
  })

  it('treats an Alertmanager group as one alert group, counts its alerts, and clears it when all have cleared', async () => {
    const to = await app.place()
    const both = [{ name: 'node-1' }, { name: 'node-2' }]
    expect((await send(app, to, alertmanagerGroup(both))).body).toEqual({ accepted: 2, repeated: 0 })
    expect((await send(app, to, alertmanagerGroup([...both, { name: 'node-3' }]))).body).toEqual({ accepted: 3, repeated: 2 })
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
    expect((await incidentsOf(app, to.accountId))[0]!.description).toContain('Measured: -9 (threshold -18)')
    await send(app, to, wrap(cloudEvent({ id: 'over', type: 'uk.example.freezer.warm.resolved', time: '2026-03-22T17:50:00Z' })))
    await app.resolve()
    const over = (await groupsOf(app, to.accountId)).find(({ resource }) => resource === 'freezer-3')
    expect(over).toMatchObject({ state: 'cleared', incident_status: 'resolved' })
  })

  it('accepts CloudEvents in binary mode as the same event as in JSON, counted once in either mode', async () => {
    const to = { ...(await app.place()), query: '?humanReadable=true' }
    const { headers, body } = inBinaryMode(cloudEvent({ subject: 'freezer-3', id: '"A%20\\"1\\""' }))
    expect(await send(app, { ...to, headers }, body)).toMatchObject({ status: 202, body: { accepted: 1, repeated: 0 } })
    const whole = cloudEvent({ id: 'A "1"' })
    expect((await send(app, { ...to, type: 'application/cloudevents+json' }, whole)).body).toEqual({ accepted: 1, repeated: 1 })
    await app.resolve()
    expect(await groupsOf(app, to.accountId)).toMatchObject([
      { source: 'cloudEvents', title: 'Freezer 3 is too warm', severity: 'high', resource: 'freezer-3', count: 1 },
    ])
    const over = inBinaryMode(cloudEvent({ id: 'over', type: 'uk.example.freezer.warm.resolved', time: '2026-03-22T17:50:00Z' }))
    // CloudEvents can be sent without data.
    expect((await send(app, { ...to, headers: over.headers }, undefined)).status).toBe(202)
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
    const ended = gridEvent({ id: 'end', eventType: 'Microsoft.EventGrid.SubscriptionDeletedEvent', data: {} })
    expect((await send(app, to, [ended])).body).toEqual({ accepted: 0, repeated: 0 })
    expect((await send(app, to, [gridEvent(), gridEvent({ id: 'b' }), ended])).body).toEqual({ accepted: 2, repeated: 0 })
    expect((await send(app, to, [gridEvent()])).body).toEqual({ accepted: 1, repeated: 1 })
    await app.resolve()
    expect(await groupsOf(app, to.accountId)).toMatchObject([
      { title: 'Till 7 is offline', resource: 'till-7', severity: 'critical', count: 2 },
    ])
  })

  it('accepts plain JSON, and includes the alert in the incident without readable text', async () => {
    const to = await app.place()
    await send(app, to, { title: 'Backup failed', status: 'firing', colour: 'red', nested: { deep: [1, null] } })
    await app.resolve()
    expect(await groupsOf(app, to.accountId)).toMatchObject([{ source: 'plain', title: 'Backup failed', severity: 'medium', count: 1 }])
    expect((await incidentsOf(app, to.accountId))[0]!.description).toContain(
      '{"title":"Backup failed","status":"firing","colour":"red","nested":{"deep":[1,null]}}',
    )
  })

  it('creates one incident for an alert storm with the right count, updated periodically, and counts repeats once', async () => {
    const to = await app.place()
    const storm = (from: number, many: number) =>
      Promise.all(
        Array.from({ length: many }, (_, n) => send(app, to, { title: 'Checkout times out', key: 'checkout', id: `e-${from + n}` })),
      )
    const answers = await storm(0, 120)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    await app.resolve()
    await storm(60, 120)
    await app.resolve()
    expect(await groupsOf(app, to.accountId)).toMatchObject([{ count: 180, synced_count: 120 }])
    app.pass(minute)
    await app.sync()
    expect(await groupsOf(app, to.accountId)).toMatchObject([{ count: 180, synced_count: 180, due_at: null }])
    const [incident, ...more] = await incidentsOf(app, to.accountId)
    expect([incident!.work_notes!.match(/Still firing/g)?.length, more]).toEqual([1, []])
    expect(incident!.work_notes).toContain('Fired 180 times between')
  })

  it('uses the given configuration item, assignment group and priority, or else the key’s', async () => {
    const { servicenow } = app.context.clients
    const other = await servicenow.getByCorrelationId(accountOf(app, 0).id)
    const [desk] = await servicenow.findAssignmentGroup('Service Desk')
    const to = await app.place({ defaults: { configurationItem: other!.name, assignmentGroup: 'Cloud Operations' } })
    const [operations] = await servicenow.findAssignmentGroup('Cloud Operations')
    await send(app, to, { title: 'By the key' })
    await send(
      app,
      { ...to, query: `?configurationItem=${other!.sys_id}&assignmentGroup=${desk!.sys_id}&priority=1` },
      { title: 'By id', severity: 'info' },
    )
    await send(
      app,
      { ...to, query: '?configurationItem=Nothing%20of%20the%20kind&assignmentGroup=nobody^active=true' },
      { title: 'Unknown' },
    )
    await app.resolve()
    const by = new Map((await incidentsOf(app, to.accountId)).map((row) => [row.short_description, row]))
    expect(by.get('By the key')).toMatchObject({ cmdb_ci: other!.sys_id, assignment_group: operations!.sys_id, priority: '3' })
    expect(by.get('By id')).toMatchObject({
      cmdb_ci: other!.sys_id,
      assignment_group: desk!.sys_id,
      impact: '1',
      urgency: '1',
      priority: '1',
    })
    const own = await servicenow.getByCorrelationId(to.accountId)
    expect(by.get('Unknown')).toMatchObject({ cmdb_ci: own!.sys_id })
    expect(by.get('Unknown')!.assignment_group ?? '').toBe('')
    expect(by.get('Unknown')!.description).toMatch(/configuration item “Nothing of the kind”[\s\S]*assignment group “nobody\^active=true”/)
  })

  it('stores plain data only: no control characters, half characters, secrets or foreign links', async () => {
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

  it('writes no audit event, because the row is the record', async () => {
    const before = await events()
    const to = await app.place()
    await send(app, to, { title: 'Quiet' })
    expect(await events()).toEqual(before)
    expect(await app.db.selectFrom('alert_arrivals').selectAll().where('key_id', '=', to.id).execute()).toMatchObject([
      { account_id: to.accountId, fires: true, grouped_at: null, detail: { title: 'Quiet' } },
    ])
    const key = await app.db.selectFrom('alert_keys').selectAll().where('id', '=', to.id).executeTakeFirstOrThrow()
    expect(key.last_used_at).not.toBeNull()
  })

  const body = { title: 'From a stranger' }

  it('denies every invalid key with the same response, is audited without the key, and stores nothing', async () => {
    const mine = await app.place({ name: 'mine' })
    const other = await app.place()
    const replaced = await newKey(app, mine.accountId, { name: 'old' })
    await newKey(app, mine.accountId, { name: 'old', overlapHours: 1 })
    expect((await send(app, { ...mine, key: replaced.key }, body)).status).toBe(202)
    app.pass(60 * minute)
    const gone = await newKey(app, mine.accountId, { name: 'gone' })
    await app.as(app.persona('Niamh').id).delete(`/snow/accounts/${mine.accountId}/keys/${gone.id}`)
    const rows = () => app.db.selectFrom('alert_arrivals').select('id').execute()
    const stored = await rows()
    const before = await events()
    const wrong = {
      unknown: mintKey('slwa', app.config.keySecret).key,
      mistyped: `${mine.key.slice(0, -1)}${mine.key.endsWith('a') ? 'b' : 'a'}`,
      apiKey: mintKey('slw', app.config.keySecret).key,
      otherAccounts: other.key,
      replaced: replaced.key,
      deleted: gone.key,
      long: 'x'.repeat(290),
      odd: '%00',
    }
    const answers = await Promise.all(Object.values(wrong).map((key) => send(app, { ...mine, key }, body)))
    const problems = answers.map(({ status, body: { requestId: _, ...rest } }) => ({ status, rest }))
    expect(problems).toEqual(problems.map(() => problems[0]))
    expect(problems[0]).toMatchObject({
      status: 401,
      rest: { code: 'unauthenticated', message: expect.stringContaining('Ask an account owner') },
    })
    const added = (await events()).slice(before.length)
    // Refused anonymous calls leave one audit event per hour; the others are only counted.
    expect(added.map(({ outcome }) => outcome)).toEqual(['denied'])
    for (const key of Object.values(wrong)) expect(JSON.stringify([added, answers])).not.toContain(key)
    expect(await rows()).toEqual(stored)
    // The key is checked before the account id, the body and a signed-in person.
    expect((await send(app, { accountId: 'nothing', key: mine.key }, body)).status).toBe(401)
    expect((await app.as(app.persona('Niamh').id).post(alertPath(mine.accountId, wrong.unknown), 'no alert')).status).toBe(401)
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
    const ask = (snowKey: string) =>
      findAlertKey({ accountId: to.accountId, snowKey }, { db: untouched, config: app.config, now: new Date() })
    expect(await ask(`${to.key}x`)).toBeUndefined()
    await expect(ask(to.key)).rejects.toThrow('the database was asked')
  })

  it('limits invalid keys per address, while valid keys continue', async () => {
    const to = await app.place()
    const replica = await openApp(app)
    const post = (key: string) =>
      fetch(`${replica.http}${alertPath(to.accountId, key)}`, {
        method: 'POST',
        body: '{"title":"x"}',
        headers: { 'content-type': 'application/json' },
      })
    const heard = await Promise.all(
      Array.from({ length: 130 }, async (_, n) => {
        const { status, headers } = await post(n % 2 ? 'nonsense' : mintKey('slwa', 'x').key)
        return { status, limit: headers.get('x-ratelimit-limit'), left: Number(headers.get('x-ratelimit-remaining')) }
      }),
    )
    const left = (wanted: number) => heard.filter(({ status }) => status === wanted).map((each) => each.left)
    expect(new Set(heard.map(({ status, limit }) => `${status} of ${limit}`))).toEqual(new Set(['401 of 120', '429 of 120']))
    // Each accepted call lowers the remaining count by 1, down to 0.
    expect(left(401).toSorted((one, other) => one - other)).toEqual(Array.from({ length: 120 }, (_, n) => n))
    expect(left(429)).toEqual(Array.from({ length: 10 }, () => 0))
    const [right, throttled] = [await post(to.key), await post(to.key)]
    expect(
      [right, throttled].map(({ status, headers }) => [status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]),
    ).toEqual([
      [202, '30000', '29999'],
      [202, '30000', '29998'],
    ])
    await replica.close()
  })

  it.each([
    ['nothing in it', {}],
    ['a list of anything', [{ title: 'x' }]],
    ['an empty batch', []],
    ['a title that is none', { title: ' \u0000 ' }],
    ['an Alertmanager group without alerts', alertmanagerGroup([])],
    [
      'the question of Event Grid among others',
      [gridEvent({ eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent' }), { title: 'x' }],
    ],
    ['another schema of Azure', { ...azureAlert(), schemaId: 'AzureMonitorMetricAlert' }],
    ['what nests without end', { title: 'x', deep: Array.from({ length: 30 }).reduce((inner) => [inner], 'x') }],
  ])('returns 400 with the accepted formats for %s', async (_what, body) => {
    const to = await app.place()
    const answer = await send(app, to, body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalidRequest', message: expect.stringMatching(/Alertmanager|levels/) } })
  })

  it.each([
    ['an id', { 'ce-id': '' }],
    ['a version it knows', { 'ce-specversion': '0.3' }],
    ['a type', { 'ce-type': '%00' }],
  ])('returns 400 for an event in binary mode without %s', async (_what, change) => {
    const to = await app.place()
    const { headers, body } = inBinaryMode(cloudEvent())
    expect(await send(app, { ...to, headers: { ...headers, ...change } }, body)).toMatchObject({
      status: 400,
      body: { code: 'invalidRequest', message: expect.stringContaining('CloudEvent') },
    })
    expect(await groupsOf(app, to.accountId)).toEqual([])
  })

  it('rejects too large bodies, other content types, and invalid parameters', async () => {
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
