import { generateKeyPairSync } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { tenantId } from '../sample/company.ts'
import '../server/heapLimit.ts'
import { buildApp } from '../server/app.ts'
import { createSession, sessionCookieName } from '../server/auth/session.ts'
import { createClients } from '../server/clients/clients.ts'
import { readConfig } from '../server/config.ts'
import { openDatabase } from '../server/db/database.ts'
import { handlers } from '../server/handlers.ts'
import { logger } from '../server/http/logger.ts'
import { schedules } from '../server/schedules.ts'
import { listenForChanges } from '../server/workflows/changes.ts'
import { startJobs } from '../server/workflows/jobs.ts'
import { startSchedules } from '../server/workflows/startSchedules.ts'
import { issuer } from './listsData.ts'

const databaseUrl = process.argv[2] ?? ''
const port = Number(process.argv[3])
/**
 * `roles` are the roles of the people who sign in, and `people` limits their number. `env` can contain a cloud, `runJobs` also runs due jobs,
 * and `aheadMs` moves the clock ahead.
 */
interface Settings {
  roles?: string[]
  people?: string[]
  env?: Record<string, string>
  runJobs?: boolean
  aheadMs?: number
}
const settings = JSON.parse(process.argv[4] ?? '{}') as Settings
const unreachableUrl = 'https://127.0.0.1:9'
const config = readConfig({
  PORT: String(port),
  SLIPWAY_PUBLIC_URL: `http://127.0.0.1:${port}`,
  SLIPWAY_LOG_LEVEL: 'silent',
  SLIPWAY_TENANT_ID: tenantId,
  SLIPWAY_OIDC_ISSUER: issuer,
  SLIPWAY_OIDC_CLIENT_ID: 'bench',
  SLIPWAY_OIDC_CLIENT_SECRET: 'bench',
  SLIPWAY_AUTHORITY_HOST: unreachableUrl,
  SLIPWAY_ARM_ENDPOINT: unreachableUrl,
  SLIPWAY_GRAPH_ENDPOINT: unreachableUrl,
  SLIPWAY_GIT_ENDPOINT: unreachableUrl,
  SLIPWAY_GIT_TOKEN: 'bench',
  SLIPWAY_GIT_REPOSITORY: 'bench/bench',
  SLIPWAY_PRICES_ENDPOINT: unreachableUrl,
  SLIPWAY_SERVICENOW_ENDPOINT: unreachableUrl,
  SLIPWAY_SERVICENOW_USER: 'bench',
  SLIPWAY_SERVICENOW_PASSWORD: 'bench',
  SLIPWAY_KEY_SECRET: 'hashes the keys of a server that is measured',
  SLIPWAY_AUDIT_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  SLIPWAY_BILLING_SCOPE: '/bench',
  SLIPWAY_MANAGEMENT_GROUP: 'bench',
  ...settings.env,
  DATABASE_URL: databaseUrl,
})
if (config.ca) setDefaultCACertificates([...getCACertificates('default'), config.ca])
const log = logger(config.logLevel)
const { db, callDb, runQueued, waitingCalls } = openDatabase(databaseUrl)
const changes = await listenForChanges(databaseUrl)
const jobs = await startJobs(databaseUrl, { onError: () => {} })
const clients = createClients({ ...config.external, tenantId }, { logger: log })
const context = {
  config,
  db,
  callDb,
  runQueued,
  waitingCalls,
  jobs,
  changes,
  clients,
  now: () => new Date(Date.now() + (settings.aheadMs ?? 0)),
}
const app = await buildApp(context)
await app.listen({ host: '127.0.0.1', port })
if (settings.runJobs) {
  await jobs.work(handlers({ ...context, databaseUrl, log }))
  await startSchedules(schedules({ ...context, databaseUrl, log }, openDatabase(databaseUrl).db), { db, log })
}

// The benchmark has no directory, so roles are marked as synced. Otherwise calls would wait for a sync.
const { roles = ['Slipway.Auditor'] } = settings
if (roles.length > 0) await db.updateTable('people').set({ roles }).execute()
const readAt = new Date(Date.now() + 86_400_000)
await db
  .insertInto('directory_cursors')
  .values({ name: 'appRoles', link: '', updated_at: readAt })
  .onConflict((conflict) => conflict.column('name').doUpdateSet({ updated_at: readAt }))
  .execute()

// Many people send the requests, so that the rate limit per person is not measured. They are auditors by default.
const people =
  settings.people?.map((id) => ({ id })) ?? (await db.selectFrom('people').select('id').where('active', '=', true).limit(200).execute())
const cookies = await Promise.all(
  people.map(async ({ id }) => {
    const session = { personId: id, roles, userAgent: 'bench', accessToken: null, strongAt: new Date(), now: new Date() }
    return `${sessionCookieName(config.publicUrl)}=${(await createSession(db, session)).token}`
  }),
)
let externalCalls = 0
subscribe('http.client.request.start', () => {
  externalCalls++
})
process.on('message', (message) => {
  if (message === 'calls') process.send?.({ calls: externalCalls })
})
process.send?.({ cookies })
