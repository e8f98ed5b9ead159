import type { FastifyBaseLogger } from 'fastify'
import { buildApp } from './app.ts'
import { maintainChain } from './audit/chainEvents.ts'
import { createClients } from './clients/clients.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { fixedConnections, sharedConnections } from './db/connections.ts'
import { openDatabase } from './db/database.ts'
import { openPing } from './db/ping.ts'
import { openReadReplica } from './db/readReplica.ts'
import { reportOutages } from './db/reportOutages.ts'
import { countSlowQueries } from './db/slowQueries.ts'
import { enqueueFirstScan } from './features/access/drift/scan.ts'
import { enqueueFirstHealthCheck } from './features/accounts/health/enqueueFirstHealthCheck.ts'
import { enqueueVerification } from './features/platform/audit/verifications.ts'
import { startChecking } from './features/platform/cockpit/checkPermissionsRegularly.ts'
import { startFlushing } from './features/platform/cockpit/flush.ts'
import { gaugeReader } from './features/platform/cockpit/readGauges.ts'
import { startWhenAccepted } from './features/platform/restores/pausedStart.ts'
import { enqueueFirstMetering } from './features/sandboxes/spend/enqueueFirstMetering.ts'
import { handlers } from './handlers.ts'
import { listen } from './listen.ts'
import { watchOutbox } from './notifications/delivery/watchOutbox.ts'
import { schedules } from './schedules.ts'
import type { Part } from './stopInOrder.ts'
import type { Metrics } from './telemetry/metrics.ts'
import { listenForChanges } from './workflows/changes.ts'
import { startJobs } from './workflows/jobs.ts'
import { watchOrphans } from './workflows/orphans.ts'
import { startSchedules } from './workflows/startSchedules.ts'

interface ServerParts {
  config: Config
  databaseUrl: string
  pooledUrl: string
  metrics: Metrics
  draining: AbortSignal
  log: FastifyBaseLogger
}

interface OpenServer {
  parts: Part[]
  ping(): Promise<void>
  readGauges(): Promise<void>
}

/** Another replica repeats schedules that don't end in this time. */
const scheduleStopMs = 4_000
const backgroundStopMs = 5_000
const releaseMs = 2_000

export async function openServer({ config, databaseUrl, pooledUrl, metrics, draining, log }: ServerParts): Promise<OpenServer> {
  const slowQueries = countSlowQueries(config.slowQueryMs)
  const database = openDatabase(pooledUrl, { max: sharedConnections(config.databaseConnections), slow: slowQueries })
  // Schedules that end access have their own connections, so that other load can't delay them.
  const accessDb = openDatabase(pooledUrl, { max: fixedConnections.access, slow: slowQueries })
  const pingConnection = openPing(pooledUrl)
  const readReplica = config.replicaUrl
    ? openReadReplica(config.replicaUrl, {
        maxLagSeconds: config.replicaLagSeconds,
        primary: pingConnection,
        db: database.callDb,
        slow: slowQueries,
        log,
      })
    : undefined
  const changes = await listenForChanges(databaseUrl)
  const queueOutages = reportOutages(log, { component: 'job queue', text: 'job queue', quietMs: 15_000 })
  const jobs = await startJobs(databaseUrl, { onError: queueOutages.failed })
  const now = () => new Date()
  const clients = createClients(config.external, { logger: log, counted: metrics.called })
  const context: Context = {
    config,
    db: database.db,
    callDb: database.callDb,
    runQueued: database.runQueued,
    waitingCalls: database.waitingCalls,
    readReplica,
    jobs,
    clients,
    changes,
    now,
    metrics,
    draining,
  }
  const app = await buildApp(context)
  const listening = await listen(app, config)
  async function startWork() {
    await jobs.work(handlers({ ...context, databaseUrl, log }))
    await enqueueFirstHealthCheck(database.db, jobs)
    await enqueueFirstScan(context)
    await enqueueFirstMetering(database.db, jobs)
    const runningSchedules = await startSchedules(schedules({ ...context, databaseUrl, log }, accessDb.db), { db: accessDb.db, log })
    const parts = [watchOrphans({ ...context, log }), watchOutbox({ ...context, databaseUrl, log })]
    return { stop: () => Promise.all([...parts.map((each) => each.stop()), runningSchedules.stop(scheduleStopMs)]) }
  }
  const background = [
    await startWhenAccepted({ ...context, databaseUrl, log }, startWork),
    startFlushing({ ...context, watch: clients.watch, slow: slowQueries, log }),
    maintainChain({ ...context, log }, () => enqueueVerification(context)),
    startChecking({ ...context, log }),
  ]
  const requestMs = config.drain.requestSeconds * 1_000
  const jobMs = config.drain.jobSeconds * 1_000
  return {
    parts: [
      { name: 'requests', stop: listening.close, maxMs: requestMs, running: app.currentCalls, cut: listening.cut },
      { name: 'background tasks', stop: () => Promise.all(background.map((each) => each.stop())), maxMs: backgroundStopMs },
      { name: 'jobs', stop: () => jobs.stop(jobMs), maxMs: jobMs + releaseMs, running: jobs.running },
      {
        name: 'database connections',
        stop: () => Promise.all([changes.close(), readReplica?.close(), pingConnection.close(), accessDb.close(), database.close()]),
      },
    ],
    ping: pingConnection.ping,
    readGauges: gaugeReader({ db: database.db, pools: { shared: database, access: accessDb }, readReplica }, metrics, {
      now,
      idleSeconds: config.session.idleSeconds,
      keepsCheckpoints: config.audit.checkpoints !== undefined,
      services: new Set(clients.watch.snapshot(now().getTime()).keys()),
    }),
  }
}
