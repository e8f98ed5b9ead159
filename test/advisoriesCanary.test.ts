import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { simulatorEnv } from '../scripts/simulatorEnv.ts'
import { mintKey } from '../server/auth/keys.ts'
import { createSession } from '../server/auth/session.ts'
import { readyMessage } from '../server/listen.ts'
import { startTestApp, type TestApp } from './app.ts'
import { serverBundle } from './crash/serverBundle.ts'
import { rawRequest } from './rawRequest.ts'
import { until } from './until.ts'

/** Sends secrets to every place that accepts them, and searches for them everywhere else (CVE-2022-31142 and similar). */

let app: TestApp
let child: ChildProcess | undefined
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await app.close()
})

async function startServer() {
  const serverProcess = spawn(process.execPath, [await serverBundle()], {
    env: {
      ...simulatorEnv(app.simulator),
      PATH: process.env.PATH,
      PORT: '0',
      SLIPWAY_OPS_PORT: '0',
      SLIPWAY_MODE: 'development',
      SLIPWAY_PUBLIC_URL: 'http://127.0.0.1:8080',
      SLIPWAY_LOG_LEVEL: 'trace',
      SLIPWAY_DATA: app.config.dataDir,
      DATABASE_URL: app.runtimeUrl,
      DATABASE_MIGRATION_URL: app.databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child = serverProcess
  let output = ''
  for (const stream of [serverProcess.stdout, serverProcess.stderr]) stream.on('data', (chunk) => (output += chunk))
  const whenEnded = once(serverProcess, 'exit')
  await until(() => output.includes(readyMessage) || serverProcess.exitCode !== null)
  return {
    port: Number(/Server listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]),
    async stop() {
      serverProcess.kill('SIGTERM')
      await whenEnded
      return output
    },
  }
}

async function readAllStored(): Promise<string> {
  const tables = await sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(app.db)
  const texts: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await sql<{
      text: string
    }>`select coalesce(string_agg(to_jsonb(t)::text, ' '), '') as text from ${sql.raw(name)} t`.execute(app.db)
    texts.push(rows[0]!.text)
  }
  return texts.join('\n')
}

const spellingsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
  createHash('sha256').update(secret).digest('hex'),
]

it('doesn’t appear in an unexpected table, log, response or call to another service', async () => {
  const { token } = await createSession(app.db, {
    personId: app.persona('Niamh').id,
    roles: ['Slipway.Admin'],
    userAgent: 'test',
    accessToken: null,
    strongAt: new Date(),
    now: new Date(),
  })
  const { port, stop } = await startServer()
  const responses: string[] = []
  type TestCall = { method?: string; target: string; headers?: Record<string, string>; body?: unknown; raw?: string }
  /** Sends a call as the administrator, unless a key authenticates it. Only some responses are allowed to contain a secret. */
  async function send({ method = 'POST', target, headers = {}, body, raw }: TestCall, { isShown = false } = {}) {
    const credentials: Record<string, string> = headers['x-api-key'] ? {} : { cookie: `slipway-session=${token}` }
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const contentTypeHeaders: Record<string, string> = text === undefined ? {} : { 'content-type': 'application/json' }
    const response = await rawRequest(port, {
      method,
      target,
      headers: { ...credentials, ...contentTypeHeaders, ...headers },
      ...(text === undefined ? {} : { body: text }),
    })
    if (!isShown) responses.push(JSON.stringify(response))
    return { status: response.status, body: response.body ? JSON.parse(response.body) : undefined }
  }

  const requestBody = { name: 'Canary', scopes: ['edge:complete'] }
  const idempotencyHeaders = { 'idempotency-key': 'canary-key' }
  const created = await send({ target: '/admin/api-keys/generate', body: requestBody, headers: idempotencyHeaders }, { isShown: true })
  const apiKey: string = created.body.key
  expect((await send({ target: '/admin/api-keys/generate', body: requestBody, headers: idempotencyHeaders })).status).toBe(409)
  const completed = { method: 'PATCH', target: '/edge/completedStores' }
  const unissuedKey = mintKey('slw', app.config.keySecret).key
  for (const [key, status] of [
    [apiKey, 200],
    [`${apiKey.slice(0, -1)}!`, 401],
    [unissuedKey, 401],
  ] as const)
    expect((await send({ ...completed, headers: { 'x-api-key': key }, body: ['999999'] })).status).toBe(status)
  expect((await send({ target: '/argo/GetApp', headers: { 'x-api-key': apiKey }, body: {} })).status).toBe(403)
  await send({ ...completed, headers: { 'x-api-key': apiKey }, raw: `["${apiKey}` })
  await send({ method: 'GET', target: `/towers?key=${apiKey}` })
  await send({ method: 'GET', target: `/nowhere/${apiKey}` })
  await send({ method: 'GET', target: `/towers/ByName/${apiKey}` })
  await send({ method: 'GET', target: '/admin/api-keys?revoked=true' })
  expect((await send({ method: 'DELETE', target: `/admin/api-keys/${created.body.id}` })).status).toBe(204)
  expect((await send({ ...completed, headers: { 'x-api-key': apiKey }, body: ['999999'] })).status).toBe(401)

  const account = app.company.accounts.find(({ status, kind }) => status === 'active' && kind === 'cloud')!
  const alerts = await send({ method: 'PATCH', target: `/snow/accounts/${account.id}/key`, body: {} }, { isShown: true })
  const alertKey: string = alerts.body.key
  const address = `/snow/alert/account/${account.id}/key/${alertKey}`
  expect((await send({ target: address, body: { title: 'Disk full', severity: 'critical' } })).status).toBe(202)
  await send({ target: address, body: { nonsense: true } })
  await send({ target: address, raw: '{' })
  await send({ target: `${address.slice(0, -1)}!`, body: { title: 'x' } })
  await send({ target: `${address}%2Fx`, body: { title: 'x' } })
  await send({ target: `${address}?nope=1`, body: { title: 'x' } })
  await send({ target: address.replace(account.id, '00000000-0000-4000-8000-000000000000'), body: { title: 'x' } })
  await send({ method: 'GET', target: address })
  await send({ method: 'GET', target: `/snow/accounts/${account.id}/keys` })

  const value = 'canary-value-7d1f3b'
  const vaultName = `kv-${account.name.replace(/[^a-z0-9]/g, '').slice(0, 16)}${account.id.slice(0, 4)}`
  const secret = { accountId: account.id, vaultName, name: 'canary', value }
  const write = { target: '/utils/setKeyVaultSecret', headers: { 'idempotency-key': 'canary-value' }, body: secret }
  const firstResponse = await send(write)
  expect([200, 403, 404, 409, 502]).toContain(firstResponse.status)
  await send(write)
  await send({ ...write, headers: {}, body: { ...secret, name: 'not a name' } })
  await send({ ...write, headers: {}, body: { ...secret, surprise: value } })
  await send({ ...write, headers: {}, body: { ...secret, value: [value] } })
  await send({ ...write, headers: {}, raw: `{"value":"${value}"` })
  const echo = { error: { code: 'BadParameter', message: `The value ${value} is not accepted: ${JSON.stringify({ value })}` } }
  app.simulator.faults.add({ service: 'keyvault', method: 'PUT', action: { kind: 'status', status: 400, body: echo } })
  await send({ ...write, headers: {} })
  app.simulator.faults.clear()

  const credential = 'canary-password-55c0'
  const deploys = await app.withKey(['deploy'], { accountIds: [account.id] })
  const repository = `https://robot:${credential}@github.com/northgate/x.git`
  const onboard = { target: '/argo/OnboardRepo', headers: { 'x-api-key': deploys.key }, body: { accountId: account.id, repository } }
  expect((await send(onboard)).status).toBe(400)

  await until(async () => (await sql`select from alert_groups where incident_number is not null`.execute(app.db)).rows.length > 0)
  await app.drain()
  const log = await stop()
  const stored = await readAllStored()
  expect(log).toContain('"level":"debug"')
  expect(stored).toContain('Canary')

  const body = JSON.stringify({ params: {}, body: secret })
  const secrets = { apiKey, never: unissuedKey, deployKey: deploys.key, alertKey, value, credential, session: token, body }
  const externalExchanges = app.simulator.exchanges
    .list()
    .filter(({ service, method }) => !(service === 'keyvault' && method === 'PUT'))
    .map((exchange) => JSON.stringify(exchange))
    .join('\n')
  const outputs = { log, kept: stored, answers: responses.join('\n'), outside: externalExchanges }
  const matches = Object.entries(secrets).flatMap(([label, text]) =>
    Object.entries(outputs).flatMap(([where, outputText]) =>
      spellingsOf(text).flatMap((variant, index) => (outputText.includes(variant) ? `${label} in ${where}, spelling ${index}` : [])),
    ),
  )
  // A session token is random enough for a plain hash, which is how it is stored. Finding it proves that the search works.
  expect(matches).toEqual(['session in kept, spelling 4'])
})
