import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.ts'

/** Serves `GET /metrics` on a separate address, so that users of the portal can't reach it. @returns its port and a stop function */
export async function serveMetrics(
  metrics: Metrics,
  { host, port, read }: { host: string; port: number; read(): Promise<void> },
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    // The metrics of this process are available even if the database is not.
    read()
      .catch(() => undefined)
      .then(() => metrics.registry.metrics())
      .then((text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text))
      .catch(() => response.writeHead(500).end())
  })
  server.requestTimeout = 15_000
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
