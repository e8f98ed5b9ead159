import { readFileSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { buildApp } from '../server/app.ts'
import type { Config } from '../server/config.ts'
import type { Context } from '../server/context.ts'
import { listen } from '../server/listen.ts'
import type { TestApp } from './app.ts'
import { recordAuditedCalls } from './auditedCalls.ts'
import { recordTestedCalls } from './testedCalls.ts'

export function loopbackCertificate({ simulator }: Pick<TestApp, 'simulator'>): { cert: string; key: string } {
  const readPem = (name: string) => readFileSync(path.join(path.dirname(simulator.caFile), name), 'utf8')
  return { cert: readPem('server.pem'), key: readPem('server.key') }
}

/** Lets a server count calls separately, for tests that reach a rate limit on one of several servers. */
export const countingAlone = ({ context }: TestApp): Pick<Context, 'changes'> => ({
  changes: { ...context.changes, onMessage: () => () => {} },
})

export async function openApp(app: TestApp, settings: Partial<Config> = {}, parts: Partial<Omit<Context, 'config'>> = {}) {
  const config: Config = { ...app.config, ...settings, port: 0, httpsPort: settings.httpsPort ?? 0, tls: loopbackCertificate(app) }
  const server = await buildApp({ ...app.context, ...parts, config })
  recordTestedCalls(server, inject('answeredDir'))
  recordAuditedCalls(server, inject('answeredDir'), app.db)
  const { port, httpsPort, close } = await listen(server, config)
  return { config, server, port, http: `http://127.0.0.1:${port}`, https: `https://127.0.0.1:${httpsPort}`, close }
}
export type OpenApp = Awaited<ReturnType<typeof openApp>>
