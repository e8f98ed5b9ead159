import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { seed } from '../../sample/seed.ts'
import { buildServer } from '../../scripts/serverBuild.ts'
import { simulatorEnv } from '../../scripts/simulatorEnv.ts'
import { createSession } from '../../server/auth/session.ts'
import { createClients } from '../../server/clients/clients.ts'
import { readConfig } from '../../server/config.ts'
import { type Db, openDatabase } from '../../server/db/database.ts'
import { isUnavailable } from '../../server/db/unavailable.ts'
import { logger } from '../../server/http/logger.ts'
import { migrate } from '../../server/migrate.ts'
import type { Simulator } from '../../simulator/core/simulator.ts'
import { startSimulator } from '../../simulator/simulator.ts'
import { trust } from '../trust.ts'
import { openOlderServer } from '../upgrades/olderServer.ts'
import { type Balancer, createBalancer, type ReplicaResponse } from './balancer.ts'
import { employees } from './employees.ts'
import { type Replica, startFleet } from './fleet.ts'
import { type PostgresPair, startPostgresPair } from './postgresPair.ts'

export interface World {
  company: Simulator['company']
  simulator: Simulator
  postgres: PostgresPair
  replicas: Replica[]
  balancer: Balancer
  config: ReturnType<typeof readConfig>
  context: { clients: ReturnType<typeof createClients> }
  startedAt: Date
  persona(givenName: string): Simulator['company']['personas'][number]
  /** Sends a call as this person, who confirms their identity when needed. Each write has a new Idempotency-Key. */
  as(personId: string): (method: string, path: string, body?: unknown) => Promise<ReplicaResponse>
  /** Opens the database as its owner, without the servers. While it is unavailable, `use` is repeated. */
  withDatabase<T>(use: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const replicaCount = 3
const maxDatabaseAttempts = 60
const root = fileURLToPath(new URL('../..', import.meta.url))

export async function createWorld(olderCommit?: string): Promise<World> {
  const dir = mkdtempSync(path.join(tmpdir(), 'slipway-chaos-'))
  await buildServer(root)
  const older = olderCommit === undefined ? undefined : openOlderServer(olderCommit)
  if (olderCommit !== undefined && !older) throw new Error(`The history has no commit ${olderCommit}.`)
  const [postgres, simulator] = await Promise.all([
    startPostgresPair(path.join(dir, 'postgres')),
    startSimulator({ dataDir: path.join(dir, 'cloud') }),
  ])
  simulator.asyncDelayMs = 200
  // In Azure, it takes hours until every service knows a new subscription.
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
    SLIPWAY_PUBLIC_URL: 'http://127.0.0.1:8080',
    DATABASE_URL: postgres.runtimeUrl(),
  })
  await migrate(postgres.url(), postgres.runtimeUrl())
  await seed(postgres.url(), { issuer: config.oidc.issuer })
  const startedAt = new Date()
  const withDatabase: World['withDatabase'] = async (use) => {
    for (let attempt = 1; ; attempt++) {
      const { db, close } = openDatabase(postgres.url(), { max: 2 })
      try {
        return await use(db)
      } catch (error) {
        if (!isUnavailable(error) || attempt === maxDatabaseAttempts) throw error
      } finally {
        await close()
      }
      await delay(1_000)
    }
  }
  const cookies = await signIn(withDatabase, employees(simulator))
  const replicas = await startFleet(replicaCount, {
    program: path.join(root, 'dist/server/main.js'),
    older,
    dataDir: dir,
    simulator,
    postgres,
  })
  const balancer = createBalancer(replicas)
  return {
    company: simulator.company,
    simulator,
    postgres,
    replicas,
    balancer,
    config,
    startedAt,
    context: { clients: createClients(config.external, { logger: logger('silent') }) },
    persona: (givenName) => simulator.company.personas.find((person) => person.givenName === givenName)!,
    as: (personId) => async (method, path, body) => {
      const send = () =>
        balancer.send({
          method,
          path,
          body,
          headers: { cookie: cookies.get(personId)!, ...(method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }) },
        })
      const response = await send()
      if (response.body?.code !== 'stepUpNeeded') return response
      await withDatabase((db) => db.updateTable('sessions').set({ strong_at: new Date() }).where('person_id', '=', personId).execute())
      return send()
    },
    withDatabase,
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()))
      await simulator.close()
      await postgres.stop()
      older?.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function signIn(withDatabase: World['withDatabase'], people: World['company']['people']): Promise<Map<string, string>> {
  const cookies = new Map<string, string>()
  await withDatabase(async (db) => {
    const now = new Date()
    // Without this row, roles would not count until the first sync with the directory.
    await db.insertInto('directory_cursors').values({ name: 'appRoles', link: '', updated_at: now }).execute()
    for (const { id, appRoles } of people) {
      const session = { personId: id, roles: appRoles, userAgent: 'chaos', accessToken: null, strongAt: now, now }
      cookies.set(id, `slipway-session=${(await createSession(db, session)).token}`)
    }
  })
  return cookies
}
