import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { simulatorEnv } from '../../scripts/simulatorEnv.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { serverBundle } from '../../test/crash/serverBundle.ts'
import { newRequest } from '../../test/newRequest.ts'
import { rawRequest } from '../../test/rawRequest.ts'
import { until } from '../../test/until.ts'
import { createSession } from '../auth/session.ts'
import { readyMessage } from '../listen.ts'

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
  const directory = path.dirname(app.simulator.caFile)
  const serverProcess = spawn(process.execPath, [await serverBundle()], {
    env: {
      ...simulatorEnv(app.simulator),
      PATH: process.env['PATH'],
      PORT: '0',
      SLIPWAY_HTTPS_PORT: '0',
      SLIPWAY_OPS_PORT: '0',
      SLIPWAY_MODE: 'development',
      SLIPWAY_PUBLIC_URL: 'http://127.0.0.1:8080',
      SLIPWAY_LOG_LEVEL: 'trace',
      SLIPWAY_TLS_CERT_FILE: path.join(directory, 'server.pem'),
      SLIPWAY_TLS_KEY_FILE: path.join(directory, 'server.key'),
      DATABASE_URL: app.databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child = serverProcess
  let output = ''
  for (const stream of [serverProcess.stdout, serverProcess.stderr]) stream.on('data', (chunk) => (output += chunk))
  const whenEnded = once(child, 'exit')
  await until(() => output.includes(readyMessage) || serverProcess.exitCode !== null)
  return {
    port: Number(/Server listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]),
    async stop() {
      serverProcess.kill('SIGTERM')
      const [code] = await whenEnded
      return { code, output }
    },
  }
}

it('writes one valid JSON object per line for any input, without secrets (CVE-2023-6484)', async () => {
  const { token } = await createSession(app.db, {
    personId: app.persona('Priya').id,
    roles: [],
    userAgent: undefined,
    accessToken: null,
    now: new Date(),
  })
  const server = await startServer()
  const forgedValue = '{"level":"info","msg":"forged"}'
  const utf8 = (text: string) => Buffer.from(text).toString('latin1')
  const cookie = `slipway-session=${token}`
  const hostileLines = [
    `%0d%0a${forgedValue.replaceAll('"', '%22')}`,
    '%1b[31mred',
    '%E2%80%A8',
    utf8('\u2028'),
    utf8('\u0085'),
    '\u009b31m',
    '%00',
    '%zz',
    'x?token=canary-in-query',
  ]
  for (const text of hostileLines) {
    const headers = { cookie, 'user-agent': `evil\t${utf8('\u2028')}`, 'x-request-id': 'canary-in-id' }
    for (const target of [`/towers/ByName/${text}`, `/nowhere/${text}`, `/health?${text}`])
      await rawRequest(server.port, { target, headers })
  }
  const justification = `canary-in-body\r\n${forgedValue}\u2028\u2029\u0085\u001b[2J`
  const body = JSON.stringify(newRequest(app, { name: 'log-injection-dev', purpose: justification }))
  const jsonHeaders = { cookie, 'content-type': 'application/json' }
  expect((await rawRequest(server.port, { method: 'POST', target: '/account-requests', headers: jsonHeaders, body })).status).toBe(201)
  await rawRequest(server.port, { method: 'POST', target: '/account-requests', headers: jsonHeaders, body: `{"${justification}` })
  await rawRequest(server.port, {
    method: 'POST',
    target: '/csp-reports',
    headers: { 'content-type': 'application/csp-report' },
    body: justification.replace('canary-in-body', 'report'),
  })
  await rawRequest(server.port, { target: '/me', headers: { authorization: 'Bearer canary-in-header' } })
  const { code, output } = await server.stop()

  expect(code).toBe(0)
  const lines = output.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).filter(Boolean)
  expect(lines.length).toBeGreaterThan(hostileLines.length * 3)
  for (const line of lines) {
    const { level, msg } = JSON.parse(line)
    expect(level).toMatch(/^(trace|debug|info|warn|error|fatal)$/)
    expect(msg).not.toBe('forged')
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the very characters that must not be there
  expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  expect(output).not.toContain('canary')
  expect(output).not.toContain(token)
})
