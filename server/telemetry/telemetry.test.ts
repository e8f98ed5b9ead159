import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { until } from '../../test/until.ts'
import { buildApp } from '../app.ts'
import { createClients } from '../clients/clients.ts'
import { openDatabase } from '../db/database.ts'
import { gaugeReader } from '../features/platform/cockpit/readGauges.ts'
import { logger } from '../http/logger.ts'
import { trackLifecycle } from './lifecycle.ts'
import { createMetrics } from './metrics.ts'
import { serveOps } from './serveOps.ts'
import { startTracing } from './tracing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('the metrics', () => {
  it('has a separate port, valid names, and every metric that the dashboard and rules use', async () => {
    const metrics = createMetrics()
    const clients = createClients(app.config.external, { logger: logger('silent'), counted: metrics.called })
    const server = await buildApp({ ...app.context, clients, metrics })
    const database = openDatabase(app.databaseUrl, { max: 2 })
    const ops = await serveOps({
      host: '127.0.0.1',
      port: 0,
      lifecycle: trackLifecycle(new AbortController().signal),
      metrics,
      readGauges: gaugeReader({ db: database.db, pools: { shared: database } }, metrics, {
        now: () => new Date(),
        idleSeconds: 3_600,
        keepsCheckpoints: false,
        services: new Set(),
      }),
    })
    try {
      await clients.graph.usersDelta()
      const get = (url: string) => server.inject({ url, headers: { host: '127.0.0.1:8080' } })
      await get('/health')
      await get('/accounts/11111111-1111-4111-8111-111111111111')
      await get('/nowhere/priya.raman')
      const response = await fetch(`http://127.0.0.1:${ops.port}/metrics`)
      const text = await response.text()
      expect(response.headers.get('content-type')).toContain('text/plain')
      expect(text).toMatch(/slipway_http_request_duration_seconds_count\{operation="getHealth",status="2xx"\} 1/)
      expect(text).toMatch(/slipway_http_request_duration_seconds_count\{operation="unrouted",status="4xx"\} 1/)
      expect(text).toMatch(/slipway_outside_call_duration_seconds_count\{service="Microsoft Graph",outcome="answered"\} [1-9]/)
      expect(text).toMatch(/slipway_database_connections\{pool="shared",state="busy"\} \d/)
      expect(text).not.toMatch(/priya|11111111/)
      expect((await fetch(`http://127.0.0.1:${ops.port}/`)).status).toBe(404)

      const knownNames = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
      const usedNames = ['alerts.yaml', 'slipway-dashboard.json']
        .map((file) => readFileSync(new URL(`../../deploy/helm/slipway/files/${file}`, import.meta.url), 'utf8'))
        .flatMap((file) =>
          [...file.matchAll(/\b(?:slipway|process|nodejs)_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, '')),
        )
      expect(usedNames.length).toBeGreaterThan(20)
      expect(usedNames.filter((name) => !knownNames.has(name))).toEqual([])
    } finally {
      await ops.stop()
      await server.close()
      await database.close()
    }
  })
  it('has exactly one runbook for each alert', () => {
    const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    const rules = read('deploy/helm/slipway/files/alerts.yaml')
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
    const links = [...rules.matchAll(/runbook: "docs\/runbooks\.md#(\w+)"/g)].map(([, name]) => name)
    const sections = [...read('docs/runbooks.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
    expect(links).toEqual(alerts.map((name) => name.toLowerCase()))
    expect(sections).toEqual(alerts)
  })
  it('shows how long the oldest run has been stuck, how long the oldest notification has waited, and how long account setup takes', async () => {
    const metrics = createMetrics()
    const database = openDatabase(app.databaseUrl, { max: 2 })
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const subject = () => ({ id: uuidv7(), kind: 'buildAccount', subject_kind: 'accountRequest', subject_id: uuidv7() })
    await app.db
      .insertInto('work_runs')
      .values([
        { ...subject(), status: 'failed', stuck_since: ago(90), created_at: ago(100) },
        { ...subject(), status: 'failed', stuck_since: ago(30), created_at: ago(40) },
        { ...subject(), status: 'succeeded', created_at: ago(60), ended_at: ago(50) },
        { ...subject(), status: 'succeeded', created_at: ago(2_000), ended_at: ago(10) },
      ])
      .execute()
    try {
      await gaugeReader({ db: database.db, pools: { shared: database } }, metrics, {
        now: () => new Date(),
        idleSeconds: 3_600,
        keepsCheckpoints: false,
        services: new Set(),
      })()
      const text = await metrics.registry.metrics()
      const metric = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
      const stuckSeconds = metric('slipway_runs_oldest_stuck_seconds\\{kind="buildAccount"\\}')
      expect(stuckSeconds).toBeGreaterThanOrEqual(90 * 60)
      expect(stuckSeconds).toBeLessThan(100 * 60)
      expect(metric('slipway_account_build_seconds')).toBeCloseTo(600, 0)
      expect(metric('slipway_deliveries_oldest_seconds')).toBe(0)
    } finally {
      await database.close()
    }
  })
  it('shows the last run of each schedule, its duration, and failures in a row', async () => {
    const metrics = createMetrics()
    const database = openDatabase(app.databaseUrl, { max: 2 })
    const time = new Date(Date.now() - 90_000)
    const row = { period_ms: 60_000, offset_ms: 0, retry_at: null }
    await app.db
      .insertInto('schedules')
      .values([
        {
          ...row,
          name: 'syncStores',
          created_at: time,
          started_at: time,
          ended_at: time,
          duration_ms: 1_500,
          failures: 3,
          problem: 'It is down.',
        },
        { ...row, name: 'expireAccess', created_at: time },
      ])
      .execute()
    try {
      await gaugeReader({ db: database.db, pools: { shared: database } }, metrics, {
        now: () => new Date(),
        idleSeconds: 3_600,
        keepsCheckpoints: false,
        services: new Set(),
      })()
      const text = await metrics.registry.metrics()
      expect(text).toContain('slipway_schedule_failures{schedule="syncStores"} 3')
      expect(text).toContain('slipway_schedule_failures{schedule="expireAccess"} 0')
      expect(text).toContain('slipway_schedule_duration_seconds{schedule="syncStores"} 1.5')
      expect(text).not.toContain('slipway_schedule_duration_seconds{schedule="expireAccess"}')
      for (const name of ['syncStores', 'expireAccess']) {
        const age = Number(new RegExp(`slipway_schedule_last_run_seconds\\{schedule="${name}"\\} (.*)`).exec(text)?.[1])
        expect(age).toBeGreaterThan(89)
        expect(age).toBeLessThan(600)
      }
    } finally {
      await app.db.deleteFrom('schedules').execute()
      await database.close()
    }
  })
  it('excludes ended, idle and expired sessions from the open ones', async () => {
    const metrics = createMetrics()
    const database = openDatabase(app.databaseUrl, { max: 2 })
    const time = new Date()
    const hours = (count: number) => new Date(time.getTime() + count * 3_600_000)
    const session = (token: string, values: object) => ({
      id: randomUUID(),
      token_hash: Buffer.from(`${token} ${randomUUID()}`),
      person_id: app.persona('Priya').id,
      created_at: hours(-20),
      last_seen_at: time,
      expires_at: hours(1),
      ...values,
    })
    try {
      await app.db.updateTable('sessions').set({ ended_at: time }).execute()
      await app.db
        .insertInto('sessions')
        .values([
          session('open', {}),
          session('ended', { ended_at: time }),
          session('idle', { last_seen_at: hours(-2) }),
          session('past', { expires_at: hours(-1) }),
        ])
        .execute()
      await gaugeReader({ db: database.db, pools: { shared: database } }, metrics, {
        now: () => time,
        idleSeconds: 3_600,
        keepsCheckpoints: false,
        services: new Set(),
      })()
      expect((await metrics.gauges.sessions.get()).values).toMatchObject([{ value: 1 }])
    } finally {
      await database.close()
    }
  })

  it('shows the end of support for the API versions of only the services in use', async () => {
    const metrics = createMetrics()
    const database = openDatabase(app.databaseUrl, { max: 2 })
    const now = () => new Date('2028-03-11T00:00:00Z')
    const createReader = (services: string[]) =>
      gaugeReader({ db: database.db, pools: { shared: database } }, metrics, {
        now,
        idleSeconds: 3_600,
        keepsCheckpoints: false,
        services: new Set(services),
      })()
    try {
      await createReader(['Azure DevOps'])
      expect((await metrics.gauges.apiVersionEndOfSupport.get()).values).toEqual([])
      await createReader(['GitHub'])
      expect((await metrics.gauges.apiVersionEndOfSupport.get()).values).toMatchObject([
        { labels: { service: 'GitHub', api: 'REST' }, value: 86_400 },
      ])
    } finally {
      await database.close()
    }
  })
})

describe('a trace', () => {
  it('continues the caller’s trace, includes external and database calls, and is named in errors', async () => {
    interface SentSpan {
      name: string
      traceId: string
      spanId: string
      parentSpanId?: string
      attributes: { key: string; value: { stringValue?: string } }[]
    }
    const spans: SentSpan[] = []
    const collector = createServer((request, response) => {
      let text = ''
      request.on('data', (part: Buffer) => {
        text += part.toString()
      })
      request.on('end', () => {
        const traceExport = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }
        spans.push(...traceExport.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      })
    })
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
    const priya = app.as(app.persona('Priya').id)
    expect((await priya.post('/views', {})).body.traceId).toBeUndefined()
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
    const tracing = await startTracing({ tracing: { endpoint, headers: {}, ratio: 1 } })
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
    try {
      const response = await priya.get('/utils/searchGraphForUser?search=tomasz', headers)
      expect(response.status).toBe(200)
      const rejection = await priya.post('/towers/00000000-0000-7000-8000-000000000001', {}, headers)
      expect(rejection.status).toBeGreaterThanOrEqual(400)
      const failedResponse = await priya.patch('/me/notification-settings', { digestHour: 3 }, { ...headers, 'if-match': '"99"' })
      expect(failedResponse).toMatchObject({ status: 412, body: { traceId } })
    } finally {
      await tracing.stop()
    }
    await until(() => spans.some(({ name }) => name === 'updateMyNotificationSettings'))
    const requestSpans = spans.filter((span) => span.traceId === traceId)
    const search = requestSpans.find(({ name }) => name === 'searchGraphForUser')!
    expect(search.parentSpanId).toBe('00f067aa0ba902b7')
    expect(requestSpans.find(({ name }) => name === 'Microsoft Graph')?.parentSpanId).toBe(search.spanId)
    expect(requestSpans.map(({ name }) => name)).toContain('transaction')
    expect(JSON.stringify(spans)).not.toMatch(/tomasz/i)
    const count = spans.length
    await priya.get('/me', headers)
    expect(spans.length).toBe(count)
    await new Promise((resolve) => collector.close(resolve))
  })
})
