import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { openEnvironment } from '../server/config/environment.ts'
import type { Db } from '../server/db/database.ts'
import { databaseOver } from '../server/db/databaseOver.ts'
import { launchPostgres } from '../server/db/launcher.ts'
import type { Part } from '../server/features/platform/support-bundle/collectParts.ts'
import { loadChangedSettings, loadConnectorFacts, loadReplicas } from '../server/features/platform/support-bundle/connectorFacts.ts'
import { loadDatabaseFacts, loadStatements } from '../server/features/platform/support-bundle/databaseFacts.ts'
import { loadInvariantResults, loadQueues, loadSchema, loadStuckWork } from '../server/features/platform/support-bundle/workFacts.ts'

export interface BundleDatabase {
  /**
   * Reads in one read-only transaction, after the reads before it.
   * @throws if the database can't be reached, or a statement takes longer than 20 s
   */
  read<Facts>(read: (db: Db) => Promise<Facts>): Promise<Facts>
  close(): Promise<void>
}

/**
 * Connects as the role that owns the tables, to read. Without `DATABASE_URL`, the embedded PostgreSQL is started unless it is running; it is
 * never created. A database that can't be reached fails later, when a part is read.
 */
export async function openBundleDatabase(env: Record<string, string | undefined>, dataDir: string): Promise<BundleDatabase> {
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const end of closing.reverse()) await end().catch(() => {})
  }
  try {
    const { read } = openEnvironment(env)
    const url = read('DATABASE_MIGRATION_URL') ?? read('DATABASE_DIRECT_URL') ?? read('DATABASE_URL') ?? (await launch(dataDir, closing))
    const client = new pg.Client({
      connectionString: url,
      application_name: 'slipway-support',
      connectionTimeoutMillis: 10_000,
      query_timeout: 30_000,
    })
    client.on('error', () => {}) // The statement in progress reports the error.
    await client.connect()
    closing.push(() => client.end())
    const db = databaseOver(client)
    let last: Promise<unknown> = Promise.resolve()
    return {
      read(read) {
        // A part that took too long can still run when the next one starts.
        const facts = last.then(() => readOnly(client, () => read(db)))
        last = facts.catch(() => {})
        return facts
      },
      close,
    }
  } catch (error) {
    return { read: () => Promise.reject(error), close }
  }
}

/** The settings end with the transaction, because a pooler can give the connection to a replica next. */
async function readOnly<Facts>(client: pg.Client, read: () => Promise<Facts>): Promise<Facts> {
  await client.query('begin read only')
  try {
    await client.query('set local statement_timeout = 20000')
    return await read()
  } finally {
    await client.query('rollback')
  }
}

async function launch(dataDir: string, closing: (() => Promise<unknown>)[]): Promise<string> {
  const folder = path.join(dataDir, 'postgres')
  if (!existsSync(folder)) throw Object.assign(new Error('There is no database.'), { code: 'noDatabase' })
  const postgres = await launchPostgres({ dataDir: folder })
  closing.push(postgres.stop)
  return postgres.url
}

export function databaseParts(database: BundleDatabase, operations: ReadonlySet<string>, now: Date): Part[] {
  const part = (name: string, read: (db: Db) => Promise<object>): Part => ({ name, read: () => database.read(read) })
  return [
    part('schema.json', loadSchema),
    part('database.json', loadDatabaseFacts),
    part('statements.json', (db) => loadStatements(db, operations)),
    part('changed-settings.json', loadChangedSettings),
    part('replicas.json', loadReplicas),
    part('connectors.json', loadConnectorFacts),
    part('queues.json', loadQueues),
    part('stuck-work.json', (db) => loadStuckWork(db, now)),
    part('invariants.json', loadInvariantResults),
  ]
}
