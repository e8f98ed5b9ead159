import { flushCompileCache } from 'node:module'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import './heap.ts'
import { buildApp } from './app.ts'
import { maintainChain } from './audit/keepChain.ts'
import { createClients } from './clients/clients.ts'
import { readConfig } from './config.ts'
import type { Context } from './context.ts'
import { openDatabase } from './db/database.ts'
import { launchPostgres } from './db/launcher.ts'
import { countSlowQueries } from './db/slowQueries.ts'
import { enqueueFirstScan } from './features/access/drift/scan.ts'
import { enqueueFirstHealthCheck } from './features/accounts/health/firstCheck.ts'
import { enqueueVerification } from './features/platform/audit/verifications.ts'
import { startFlushing } from './features/platform/cockpit/flush.ts'
import { startChecking } from './features/platform/cockpit/keepChecking.ts'
import { gaugeReader } from './features/platform/cockpit/readGauges.ts'
import { enqueueFirstMetering } from './features/sandboxes/spend/firstCount.ts'
import { handlers } from './handlers.ts'
import { logger } from './http/logger.ts'
import { listen, readyMessage } from './listen.ts'
import { migrate } from './migrate.ts'
import { watchOutbox } from './notifications/delivery/watchOutbox.ts'
import { schedules } from './schedules.ts'
import { createMetrics } from './telemetry/metrics.ts'
import { serveMetrics } from './telemetry/serveMetrics.ts'
import { startTracing } from './telemetry/tracing.ts'
import { listenForChanges } from './workflows/changes.ts'
import { startJobs } from './workflows/jobs.ts'
import { watchOrphans } from './workflows/orphans.ts'
import { startSchedules } from './workflows/startSchedules.ts'

/** Opens all dependencies in order, listens, and closes them in reverse order on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = logger(config.logLevel)
  const tracing = await startTracing(config)
  if (config.ca) setDefaultCACertificates([...getCACertificates('default'), config.ca])
  const postgres = config.databaseUrl ? undefined : await launchPostgres({ dataDir: `${config.dataDir}/postgres` })
  const databaseUrl = config.databaseUrl ?? postgres?.runtimeUrl ?? ''
  await migrate(config.migrationUrl ?? config.databaseUrl ?? postgres?.url ?? '', databaseUrl)
  const slowQueries = countSlowQueries(config.slowQueryMs)
  const database = openDatabase(databaseUrl, { slow: slowQueries })
  // Schedules that end access have their own connections, so that other load can't delay them.
  const accessDb = openDatabase(databaseUrl, { slow: slowQueries })
  const changes = await listenForChanges(databaseUrl)
  const jobs = await startJobs(databaseUrl, { onError: (error) => log.error({ err: error }, 'job queue') })
  const now = () => new Date()
  const metrics = config.metrics && createMetrics()
  const clients = createClients(config.outside, { logger: log, ...(metrics ? { counted: metrics.called } : {}) })
  const context: Context = {
    config,
    db: database.db,
    callDb: database.callDb,
    runInTurn: database.runInTurn,
    waitingCalls: database.waitingCalls,
    jobs,
    clients,
    changes,
    now,
    metrics,
  }
  const metricsServer =
    metrics &&
    config.metrics &&
    (await serveMetrics(metrics, {
      ...config.metrics,
      read: gaugeReader({ db: database.db, pools: { shared: database, access: accessDb } }, metrics, {
        now,
        idleSeconds: config.session.idleSeconds,
        keepsCheckpoints: config.audit.checkpoints !== undefined,
        services: new Set(clients.watch.snapshot(now().getTime()).keys()),
      }),
    }))
  const app = await buildApp(context)
  const listening = await listen(app, config)
  await jobs.work(handlers({ ...context, databaseUrl, log }))
  await enqueueFirstHealthCheck(database.db, jobs)
  await enqueueFirstScan(context)
  await enqueueFirstMetering(database.db, jobs)
  const runningSchedules = await startSchedules(schedules({ ...context, databaseUrl, log }, accessDb.db), { db: accessDb.db, log })
  const orphans = watchOrphans({ ...context, log })
  const flushing = startFlushing({ ...context, watch: clients.watch, slow: slowQueries, log })
  const delivery = watchOutbox({ ...context, databaseUrl, log })
  const chain = maintainChain({ ...context, log }, () => enqueueVerification(context))
  const backgroundCheck = startChecking({ ...context, log })
  log.info({ url: config.publicUrl }, readyMessage)
  flushCompileCache() // a killed process would not write the profile

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    await listening.close()
    await delivery.stop()
    await orphans.stop()
    await backgroundCheck.stop()
    await flushing.stop()
    await chain.stop()
    await runningSchedules.stop()
    await jobs.stop()
    await changes.close()
    await metricsServer?.stop()
    await accessDb.close()
    await database.close()
    await tracing.stop()
    await postgres?.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
