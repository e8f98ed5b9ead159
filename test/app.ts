import { rmSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { inject } from 'vitest'
import { seed } from '../sample/seed.ts'
import { simulatorEnv } from '../scripts/simulatorEnv.ts'
import { buildApp } from '../server/app.ts'
import { mintKey } from '../server/auth/keys.ts'
import type { ApiKeyScope } from '../server/auth/scopes.ts'
import { createSession, sessionCookieName } from '../server/auth/session.ts'
import { createClients } from '../server/clients/clients.ts'
import { readConfig } from '../server/config.ts'
import type { Context } from '../server/context.ts'
import { openDatabase } from '../server/db/database.ts'
import { handlers } from '../server/handlers.ts'
import { logger } from '../server/http/logger.ts'
import { listenForChanges } from '../server/workflows/changes.ts'
import { startJobs } from '../server/workflows/jobs.ts'
import { findPerson, patchPerson } from '../simulator/core/directory.ts'
import type { Simulator } from '../simulator/core/simulator.ts'
import { startSimulator } from '../simulator/simulator.ts'
import { recordAuditedCalls } from './auditedCalls.ts'
import { createTestDatabase, type TestDatabase } from './postgres.ts'
import { previousAttempts } from './previousAttempts.ts'
import { recordCallsTo } from './recordedCalls.ts'
import { recordExchanges } from './recordedExchanges.ts'
import { recordPermissions } from './recordedPermissions.ts'
import { simulatorFolder } from './simulatorFolder.ts'
import { recordTestedCalls } from './testedCalls.ts'
import { trust } from './trust.ts'
import { until } from './until.ts'

export interface TestResponse {
  status: number
  // Tests read bodies without types and assert their content.
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape pass through here
  body: any
  headers: Record<string, string | string[] | number | undefined>
}
type Send = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<TestResponse>
export interface Caller {
  get: (path: string, headers?: Record<string, string>) => Promise<TestResponse>
  head: (path: string, headers?: Record<string, string>) => Promise<TestResponse>
  post: Send
  patch: Send
  delete: Send
  /** Returns the same person with the same credential on another server with the same database. */
  on: (server: Pick<FastifyInstance, 'inject'>) => Caller
}

export interface TestAppOptions {
  /** Processes jobs (default true). With false, a server started by the test does that. */
  runJobs?: boolean
  now?: () => Date
  simulator?: Simulator
  /** A migrated database with the sample company, which is dropped at the end; default is a new one. */
  database?: TestDatabase
  settings?: (simulator: Simulator) => Record<string, string>
  /** The public address; by default no server listens there. */
  publicUrl?: string
  /** Data invariants that the tests violate on purpose, with the reason. */
  violates?: Record<string, string>
}

/** A retried test must not get the responses of its earlier attempt, so each attempt has its own keys. */
function headersOfAttempt(headers: Record<string, string>): Record<string, string> {
  const key = headers['idempotency-key']
  return key === undefined || previousAttempts() === 0 ? headers : { ...headers, 'idempotency-key': `${key}-${previousAttempts()}` }
}

/** Starts the real server with its own database and simulator, but without a port: requests are injected. */
export async function startTestApp(options: TestAppOptions = {}) {
  const dir = simulatorFolder()
  const [database, simulator] = await Promise.all([
    options.database ?? createTestDatabase(options),
    options.simulator ?? startSimulator({ dataDir: dir }),
  ])
  recordExchanges(simulator, inject('exchangesDir'))
  recordCallsTo(simulator, inject('callsDir'))
  recordPermissions(simulator, inject('permissionsDir'))
  // These operations take minutes or days in Azure. Short delays keep tests fast but still asynchronous.
  if (!options.simulator)
    Object.assign(simulator.consistency.newSubscriptionMs, {
      costManagement: 800,
      roleDefinitions: 200,
      resourceGraph: 400,
      managementGroups: 0,
    })
  trust(simulator.caPem)
  const config = readConfig({
    ...simulatorEnv(simulator),
    PORT: '0',
    SLIPWAY_DATA: dir,
    SLIPWAY_MODE: 'development',
    SLIPWAY_PUBLIC_URL: options.publicUrl ?? 'http://127.0.0.1:8080',
    SLIPWAY_LOG_LEVEL: process.env.SLIPWAY_TEST_LOG ?? 'silent',
    DATABASE_URL: database.runtimeUrl,
    DATABASE_MIGRATION_URL: database.url,
    ...options.settings?.(simulator),
  })
  const open = openDatabase(database.url, { max: 4 })
  // The template has the sample company. Only personas sign in, and changing the issuer of all people would take a fifth of the start.
  const personaIds = simulator.company.personas.map(({ id }) => id)
  if (options.database) await seed(database.url, { issuer: config.oidc.issuer })
  else await open.db.updateTable('people').set({ issuer: config.oidc.issuer }).where('id', 'in', personaIds).execute()
  // App roles count as just synced, because they come from the sample.
  const rolesReadAt = options.now?.() ?? new Date()
  await open.db.insertInto('directory_cursors').values({ name: 'appRoles', link: '', updated_at: rolesReadAt }).execute()
  // Each connection plans every statement again, and most tests run one call at a time.
  const serverDatabase = openDatabase(database.runtimeUrl, { max: 6 })
  const log = logger(config.logLevel)
  const changes = await listenForChanges(database.runtimeUrl)
  // Schedules don’t run, because they would call external services, send reminders and close objects that tests count. Tests run them
  // explicitly (runSchedules.ts).
  const jobs = await startJobs(database.runtimeUrl, { onError: (error) => log.error(error) })
  const clients = createClients(config.external, { logger: log })
  const context: Context = {
    config,
    db: serverDatabase.db,
    callDb: serverDatabase.callDb,
    runQueued: serverDatabase.runQueued,
    waitingCalls: serverDatabase.waitingCalls,
    jobs,
    clients,
    changes,
    now: options.now ?? (() => new Date()),
  }
  const app = await buildApp(context)
  recordTestedCalls(app, inject('answeredDir'))
  recordAuditedCalls(app, inject('answeredDir'), open.db)
  if (options.runJobs !== false) await jobs.work(handlers({ ...context, databaseUrl: database.runtimeUrl, log }))

  async function withKey(scopes: ApiKeyScope[], options: { accountIds?: string[]; expiresAt?: Date } = {}) {
    const { key, publicId, hash } = mintKey('slw', config.keySecret)
    const owner = simulator.company.personas[0]!.id
    const id = uuidv7()
    await open.db
      .insertInto('api_keys')
      .values({
        id,
        name: `Test ${publicId}`,
        public_id: publicId,
        hash,
        scopes,
        account_ids: options.accountIds ?? [],
        owner_id: owner,
        created_by: owner,
        created_at: new Date(context.now().getTime() - 60_000),
        expires_at: options.expiresAt ?? new Date(context.now().getTime() + 86_400_000),
      })
      .execute()
    const headers = { 'x-api-key': key }
    const withHeaders = ({ get, head, post, patch, delete: remove, on }: Caller): Caller => ({
      get: (url, extraHeaders) => get(url, { ...headers, ...extraHeaders }),
      head: (url, extraHeaders) => head(url, { ...headers, ...extraHeaders }),
      post: (url, body, extraHeaders) => post(url, body, { ...headers, ...extraHeaders }),
      patch: (url, body, extraHeaders) => patch(url, body, { ...headers, ...extraHeaders }),
      delete: (url, body, extraHeaders) => remove(url, body, { ...headers, ...extraHeaders }),
      on: (server) => withHeaders(on(server)),
    })
    return { id, key, publicId, caller: withHeaders(as('anonymous')) }
  }

  /** A role counts only while the directory has it, so it is added there. */
  async function assign(personId: string, roles: string[]): Promise<void> {
    const person = findPerson(simulator, personId)
    if (!person || roles.every((role) => person.appRoles.includes(role))) return
    const appRoles = [...new Set([...person.appRoles, ...roles])]
    patchPerson(simulator, personId, { appRoles })
    await open.db.updateTable('people').set({ roles: appRoles }).where('id', '=', personId).execute()
  }

  function as(
    personId: string,
    roles: string[] = simulator.company.people.find((person) => person.id === personId)?.appRoles ?? [],
    /** True if the sign-in is recent and used multi-factor authentication. */
    { strong = true }: { strong?: boolean } = {},
  ): Caller {
    let cookie: Promise<string> | undefined
    const signIn = async () => {
      const now = context.now()
      await assign(personId, roles)
      const session = { personId, roles, userAgent: 'test', accessToken: null, strongAt: strong ? now : undefined, now }
      const { token } = await createSession(open.db, session)
      return `${sessionCookieName(config.publicUrl)}=${token}`
    }
    const send = async (
      server: Pick<FastifyInstance, 'inject'>,
      method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE',
      url: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<TestResponse> => {
      if (personId !== 'anonymous') cookie ??= signIn()
      const session = await cookie
      const response = await server.inject({
        method,
        url,
        headers: {
          host: '127.0.0.1:8080',
          ...(session ? { cookie: session } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headersOfAttempt(headers),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      const text = response.body
      const isJson = /[/+]json/.test(String(response.headers['content-type'] ?? ''))
      return { status: response.statusCode, body: isJson && text ? JSON.parse(text) : text, headers: response.headers }
    }
    const callerOf = (server: Pick<FastifyInstance, 'inject'>): Caller => ({
      get: (url, headers) => send(server, 'GET', url, undefined, headers),
      head: (url, headers) => send(server, 'HEAD', url, undefined, headers),
      post: (url, body, headers) => send(server, 'POST', url, body, headers),
      patch: (url, body, headers) => send(server, 'PATCH', url, body, headers),
      delete: (url, body, headers) => send(server, 'DELETE', url, body, headers),
      on: callerOf,
    })
    return callerOf(app)
  }

  const drain = () =>
    until(async () => {
      const active = open.db.selectFrom('work_runs').select('id').where('status', 'in', ['queued', 'running', 'waiting'])
      return (await active.execute()).length === 0
    })

  return {
    app,
    as,
    withKey,
    context,
    config,
    db: open.db,
    jobs,
    simulator,
    company: simulator.company,
    databaseUrl: database.url,
    runtimeUrl: database.runtimeUrl,
    persona: (givenName: string) => simulator.company.personas.find((person) => person.givenName === givenName)!,
    drain,
    /** Waits like `drain` and then clears the recorded external calls, so that later ones belong to later actions. */
    async quiet() {
      await drain()
      simulator.exchanges.clear()
    },
    async close() {
      await app.close()
      await jobs.stop(5_000)
      await changes.close()
      await serverDatabase.close()
      if (!options.simulator) await simulator.close()
      rmSync(dir, { recursive: true, force: true })
      await database.drop(open)
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof startTestApp>>
