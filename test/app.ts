import { rmSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { inject } from 'vitest'
import { seed } from '../sample/seed.ts'
import { simulatorEnv } from '../scripts/simulatorEnv.ts'
import { buildApp } from '../server/app.ts'
import { mintKey } from '../server/auth/keys.ts'
import type { Scope } from '../server/auth/scopes.ts'
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
import { keepAnswered } from './answeredCalls.ts'
import { keepAudited } from './auditedCalls.ts'
import { earlierTries } from './earlierTries.ts'
import { keepCalls } from './keptCalls.ts'
import { keepExchanges } from './keptExchanges.ts'
import { keepPermissions } from './keptPermissions.ts'
import { createTestDatabase } from './postgres.ts'
import { simulatorFolder } from './simulatorFolder.ts'
import { trust } from './trust.ts'
import { until } from './until.ts'

export interface Answer {
  status: number
  // Tests read bodies freely; what they assert gives them their meaning.
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape pass through here
  body: any
  headers: Record<string, string | string[] | number | undefined>
}
type Send = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
export interface Caller {
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>
  head: (path: string, headers?: Record<string, string>) => Promise<Answer>
  post: Send
  patch: Send
  delete: Send
  /** The same person with the same credential at another server over the same database. */
  on: (server: Pick<FastifyInstance, 'inject'>) => Caller
}

export interface TestAppOptions {
  /** Take jobs in this process (default true); false to let a spawned server do the work. */
  work?: boolean
  /** The clock of the server; default the real one. */
  now?: () => Date
  simulator?: Simulator
  /** Settings in place of those that the simulator calls for. */
  settings?: (simulator: Simulator) => Record<string, string>
  /** Where browsers find it; default an address nobody listens at. */
  publicUrl?: string
  /** Invariants of the data that the tests violate on purpose, each with the reason. */
  violates?: Record<string, string>
}

/** A key that an earlier try of the test sent would be answered with what that try was answered. */
function headersOfThisTry(headers: Record<string, string>): Record<string, string> {
  const key = headers['idempotency-key']
  return key === undefined || earlierTries() === 0 ? headers : { ...headers, 'idempotency-key': `${key}-${earlierTries()}` }
}

/** The real server on its own database and simulator, without a listening port: requests are injected, everything else is real. */
export async function startTestApp(options: TestAppOptions = {}) {
  const dir = simulatorFolder()
  const [database, simulator] = await Promise.all([createTestDatabase(options), options.simulator ?? startSimulator({ dataDir: dir })])
  keepExchanges(simulator, inject('exchangesDir'))
  keepCalls(simulator, inject('callsDir'))
  keepPermissions(simulator, inject('permissionsDir'))
  // In Azure days and minutes; short here, so that everything is set and seen within a test, but never at once.
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
  await seed(database.url, { issuer: config.oidc.issuer })
  // Tests look, and lay their hands, where the server may not.
  const open = openDatabase(database.url, { max: 10 })
  // As if the clock had just read the directory's app roles, which are those of the sample.
  const rolesReadAt = options.now?.() ?? new Date()
  await open.db.insertInto('directory_cursors').values({ name: 'appRoles', link: '', updated_at: rolesReadAt }).execute()
  const serverDatabase = openDatabase(database.runtimeUrl, { max: 10 })
  const log = logger(config.logLevel)
  const changes = await listenForChanges(database.runtimeUrl)
  // No schedule runs by itself: it would ask outside, remind and close what the test counts. Tests run them (runSchedules.ts).
  const jobs = await startJobs(database.runtimeUrl, { onError: (error) => log.error(error) })
  const clients = createClients(config.outside, { logger: log })
  const context: Context = { config, db: serverDatabase.db, jobs, clients, changes, now: options.now ?? (() => new Date()) }
  const app = await buildApp(context)
  keepAnswered(app, inject('answeredDir'))
  keepAudited(app, inject('answeredDir'), open.db)
  if (options.work !== false) await jobs.work(handlers({ ...context, databaseUrl: database.runtimeUrl, log }))

  /** A new API key with these scopes, and a caller that sends it. */
  async function withKey(scopes: Scope[], options: { accountIds?: string[]; expiresAt?: Date } = {}) {
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
      get: (url, more) => get(url, { ...headers, ...more }),
      head: (url, more) => head(url, { ...headers, ...more }),
      post: (url, body, more) => post(url, body, { ...headers, ...more }),
      patch: (url, body, more) => patch(url, body, { ...headers, ...more }),
      delete: (url, body, more) => remove(url, body, { ...headers, ...more }),
      on: (server) => withHeaders(on(server)),
    })
    return { id, key, publicId, caller: withHeaders(as('anonymous')) }
  }

  /** Roles count only while the directory shows them: assigns them there, beside those that the person has. */
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
    /** Whether the sign-in was a strong one, made now. */
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
    ): Promise<Answer> => {
      if (personId !== 'anonymous') cookie ??= signIn()
      const session = await cookie
      const response = await server.inject({
        method,
        url,
        headers: {
          host: '127.0.0.1:8080',
          ...(session ? { cookie: session } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headersOfThisTry(headers),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      const text = response.body
      const isJson = /[/+]json/.test(String(response.headers['content-type'] ?? ''))
      return { status: response.statusCode, body: isJson && text ? JSON.parse(text) : text, headers: response.headers }
    }
    const at = (server: Pick<FastifyInstance, 'inject'>): Caller => ({
      get: (url, headers) => send(server, 'GET', url, undefined, headers),
      head: (url, headers) => send(server, 'HEAD', url, undefined, headers),
      post: (url, body, headers) => send(server, 'POST', url, body, headers),
      patch: (url, body, headers) => send(server, 'PATCH', url, body, headers),
      delete: (url, body, headers) => send(server, 'DELETE', url, body, headers),
      on: at,
    })
    return at(app)
  }

  /** Waits until no workflow run is queued, running or waiting. */
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
    /** As the owner of everything, and as the server signs in. */
    databaseUrl: database.url,
    runtimeUrl: database.runtimeUrl,
    /** The sample person of that persona. */
    persona: (givenName: string) => simulator.company.personas.find((person) => person.givenName === givenName)!,
    drain,
    /** Waits as `drain` does and forgets what was asked outside until then, so that what is found there later is due to what came after. */
    async quiet() {
      await drain()
      simulator.exchanges.clear()
    },
    async close() {
      await app.close()
      await jobs.stop(5_000)
      await changes.close()
      await serverDatabase.close()
      await open.close()
      if (!options.simulator) await simulator.close()
      rmSync(dir, { recursive: true, force: true })
      await database.drop()
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof startTestApp>>
