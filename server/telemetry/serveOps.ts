import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Lifecycle } from './lifecycle.ts'
import type { Metrics } from './metrics.ts'

export const opsMessage = 'Slipway responds to probes'

/** Prometheus waits for 10 s by default. */
const gaugesTimeoutMs = 2_000

interface OpsOptions {
  host: string
  port: number
  lifecycle: Lifecycle
  metrics: Metrics
  readGauges(): Promise<void>
}

interface Page {
  status: number
  type: string
  text: string
}

/**
 * Serves probes and metrics on a separate port, which users of the portal can't reach:
 *
 * - `GET /livez`: 200 while the event loop runs, whatever the database does
 * - `GET /startupz`: 200 once the start is complete
 * - `GET /readyz`: 200 while requests can be served; otherwise 503 with the status
 * - `GET /metrics`: metrics for Prometheus
 *
 * @returns its port and a stop function
 * @throws if the port can't be used
 */
export async function serveOps(options: OpsOptions): Promise<{ port: number; stop(): Promise<void> }> {
  const { host, port, lifecycle, metrics, readGauges } = options
  const pages = new Map<string, () => Page | Promise<Page>>([
    ['/livez', () => statusPage(true, 'alive')],
    ['/startupz', async () => (lifecycle.isStarted() ? statusPage(true, 'started') : statusPage(false, await lifecycle.readStatus()))],
    [
      '/readyz',
      async () => {
        const status = await lifecycle.readStatus()
        return statusPage(status === 'ready', status)
      },
    ],
    [
      '/metrics',
      async () => {
        await Promise.race([readGauges().catch(() => undefined), delay(gaugesTimeoutMs, undefined, { ref: false })])
        return { status: 200, type: metrics.registry.contentType, text: await metrics.registry.metrics() }
      },
    ],
  ])
  const server = createServer(async (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const page = isRead ? pages.get(request.url?.split('?')[0] ?? '') : undefined
    if (!page) return void response.writeHead(404).end()
    try {
      writePage(response, await page())
    } catch {
      response.writeHead(500).end()
    }
  })
  server.requestTimeout = 15_000
  await new Promise<void>((resolve, reject) =>
    server
      .once('error', (cause) => reject(new Error(`Probes and metrics can’t use ${host}:${port} (${codeOf(cause)}). ${remedy}`, { cause })))
      .listen(port, host, resolve),
  )
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const remedy = 'Set SLIPWAY_OPS_HOST and SLIPWAY_OPS_PORT to an address that is not in use.'
const codeOf = (error: NodeJS.ErrnoException) => error.code ?? error.message

const statusPage = (isOk: boolean, status: string): Page => ({
  status: isOk ? 200 : 503,
  type: 'application/json; charset=utf-8',
  text: JSON.stringify({ status }),
})

function writePage(response: ServerResponse, { status, type, text }: Page): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).end(text)
}
