import { flushCompileCache } from 'node:module'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import './heapLimit.ts'
import { setFetchProxy } from './clients/proxy.ts'
import { readConfig } from './config.ts'
import { launchPostgres } from './db/launcher.ts'
import { prepareWhenAvailable } from './db/waitForDatabase.ts'
import { logger } from './http/logger.ts'
import { readyMessage } from './listen.ts'
import { openServer } from './openServer.ts'
import { connectionsOf, prepareDatabase } from './prepareDatabase.ts'
import type { Part } from './stopInOrder.ts'
import { stopOnSignals } from './stopOnSignals.ts'
import { trackLifecycle } from './telemetry/lifecycle.ts'
import { createMetrics } from './telemetry/metrics.ts'
import { opsMessage, serveOps } from './telemetry/serveOps.ts'
import { startTracing } from './telemetry/tracing.ts'

const draining = new AbortController()

/** Serves probes first, then waits for the database, migrates it, and opens everything else. Signals stop the process at any time. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = logger(config.logLevel)
  const lifecycle = trackLifecycle(draining.signal)
  const metrics = createMetrics()
  let readGauges = async () => {}
  const ops = await serveOps({ ...config.ops, lifecycle, metrics, readGauges: () => readGauges() })
  log.info({ host: config.ops.host, port: ops.port }, opsMessage)
  const lastParts: Part[] = [{ name: 'probes', stop: ops.stop }]
  let parts = lastParts
  stopOnSignals({ draining, drain: config.drain, parts: () => parts, isStarted: lifecycle.isStarted, log })

  const tracing = await startTracing(config)
  lastParts.unshift({ name: 'traces', stop: tracing.stop })
  setFetchProxy(config.external.proxy)
  if (config.ca) setDefaultCACertificates([...getCACertificates('default'), config.ca])
  lifecycle.setStatus('waitingForDatabase')
  const postgres = config.databaseUrl ? undefined : await launchPostgres({ dataDir: `${config.dataDir}/postgres` })
  if (postgres) lastParts.unshift({ name: 'PostgreSQL', stop: postgres.stop })
  const urls = await prepareWhenAvailable(connectionsOf(config), { maxWaitMs: config.databaseWaitSeconds * 1_000, log }, () => {
    lifecycle.setStatus('starting')
    return prepareDatabase(config, postgres, log)
  })
  const server = await openServer({ config, ...urls, metrics, draining: draining.signal, log })
  parts = [...server.parts, ...lastParts]
  readGauges = server.readGauges
  lifecycle.completeStart(server.ping)
  log.info({ url: config.publicUrl }, readyMessage)
  flushCompileCache() // A killed process would not write the profile.
}

main().catch((error: unknown) => {
  // A stop during startup closes parts that startup still uses.
  if (draining.signal.aborted) return
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
