import { flushCompileCache } from 'node:module'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { buildApp } from './app.ts'
import { createClients } from './clients/clients.ts'
import { readConfig } from './config.ts'
import type { Context } from './context.ts'
import { openDatabase } from './db/database.ts'
import { launchPostgres } from './db/launcher.ts'
import { migrate } from './db/migrate.ts'
import { beginFirstRound } from './features/access-drift/round.ts'
import { beginFirstCheck } from './features/account-health/firstCheck.ts'
import { beginFirstCount } from './features/sandbox-spend/firstCount.ts'
import { handlers } from './handlers.ts'
import { logger } from './http/logger.ts'
import { listenForChanges } from './jobs/changes.ts'
import { startJobs } from './jobs/jobs.ts'
import { watchOrphans } from './jobs/orphans.ts'
import { listen } from './listen.ts'

/** Opens everything in order, listens, and on SIGTERM or SIGINT closes it in the reverse order. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = logger(config.logLevel)
  if (config.ca) setDefaultCACertificates([...getCACertificates('default'), config.ca])
  const postgres = config.databaseUrl ? undefined : await launchPostgres({ dataDir: `${config.dataDir}/postgres` })
  const databaseUrl = config.databaseUrl ?? postgres?.url ?? ''
  await migrate(databaseUrl)
  const database = openDatabase(databaseUrl)
  const changes = await listenForChanges(databaseUrl)
  const jobs = await startJobs(databaseUrl, { onError: (error) => log.error({ err: error }, 'job queue') })
  const clients = createClients(config.outside, { logger: log })
  const context: Context = { config, db: database.db, jobs, clients, changes, now: () => new Date() }
  const app = await buildApp(context)
  const listening = await listen(app, config)
  await jobs.work(handlers({ ...context, databaseUrl, log }))
  await beginFirstCheck(database.db, jobs)
  await beginFirstRound(context)
  await beginFirstCount(database.db, jobs)
  const orphans = watchOrphans({ ...context, log })
  log.info({ url: config.publicUrl }, 'Slipway is ready')
  flushCompileCache() // a killed process would not

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    await listening.close()
    await orphans.stop()
    await jobs.stop()
    await changes.close()
    await database.close()
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
