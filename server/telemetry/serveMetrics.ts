import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.ts'

/** Answers `GET /metrics` on an address of its own, so that whoever reaches the portal does not reach it. @returns its port, and how to stop */
export async function serveMetrics(
  metrics: Metrics,
  { host, port, read }: { host: string; port: number; read(): Promise<void> },
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    // What this process measured of itself is told also while the database is away.
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
