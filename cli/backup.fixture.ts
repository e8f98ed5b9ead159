import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { auditKey } from '../server/audit/auditKey.ts'
import { recordSystemEvent } from '../server/audit/recordSystemEvent.ts'
import { chainNextBatch } from '../server/audit/sequencer.ts'
import { checkKeys, type KeySettings } from '../server/auth/keyFingerprints.ts'
import { type Db, openDatabase } from '../server/db/database.ts'
import { createTestDatabase } from '../test/postgres.ts'
import { databaseUrl, runtimeRoleUrl, withClient } from '../test/postgresServer.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

const commands = { backup, restore }

export async function run(command: keyof typeof commands, args: string[], env: Record<string, string | undefined>) {
  const printed = { out: '', error: '' }
  const captureTo = (name: 'out' | 'error') => ({
    write: (text: string) => {
      printed[name] += text
    },
  })
  const code = await commands[command](args, env, { out: captureTo('out'), error: captureTo('error') })
  return { code, ...printed }
}

export function openFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-backup-'))
  return { folder, file: (name: string) => path.join(folder, name), close: () => rmSync(folder, { recursive: true, force: true }) }
}

export const newPem = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

export async function createEmptyDatabase() {
  const { url, prefix } = inject('postgres')
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await withClient(url, (client) => client.query(`create database ${name}`))
  const target = databaseUrl(url, name)
  return {
    url: target,
    runtimeUrl: databaseUrl(runtimeRoleUrl(url, prefix).url, name),
    tables: () =>
      withClient(target, async (client) => {
        const { rows } = await client.query<{ tables: number }>(
          `select count(*)::int as tables from pg_class c join pg_namespace n on n.oid = relnamespace where nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
        )
        return rows[0]!.tables
      }),
    drop: () => withClient(url, async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  }
}

/** Opens a migrated database with keys and a signed trail of `events` events, and the environment of its server. */
export async function openSource(events: number) {
  const database = await createTestDatabase()
  const files = openFolder()
  const keySecret = randomBytes(32).toString('hex')
  const pem = newPem()
  const keys: KeySettings = {
    keySecret,
    audit: { key: pem, trustedKeys: [], checkpoints: undefined },
    dataDir: files.folder,
    replacedKeys: [],
  }
  const { db, close } = openDatabase(database.url, { max: 4 })
  const key = auditKey(keys)
  const write = (reason: string) =>
    recordSystemEvent(db, { action: 'rolesChanged', subject: { kind: 'setting', id: 'stepUp' }, after: { a: 'tab\tand\nline\\' }, reason })
  const chain = () => chainNextBatch({ db, key, trusted: [], now: () => new Date() })
  await checkKeys(db, keys)
  for (let n = 0; n < events; n++) await write(`Event ${n}`)
  await chain()
  return {
    ...{ db, keys, key, write, chain, files },
    url: database.url,
    runtimeUrl: database.runtimeUrl,
    env: {
      DATABASE_URL: database.runtimeUrl,
      DATABASE_MIGRATION_URL: database.url,
      SLIPWAY_KEY_SECRET: keySecret,
      SLIPWAY_AUDIT_KEY: pem,
      SLIPWAY_DATA: files.folder,
    } as Record<string, string>,
    async close() {
      await close()
      files.close()
      await database.drop()
    },
  }
}
export type Source = Awaited<ReturnType<typeof openSource>>

/** Returns a digest of each table's rows, except tables that a restore writes. */
export async function digestTables(url: string): Promise<Record<string, string>> {
  const written = ['audit_events', 'audit_pending', 'database_restores', 'schema_migrations', 'schema_definitions', 'schema_revisions']
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1) order by 1`,
      [written],
    )
    const digests: Record<string, string> = {}
    for (const { name } of rows) {
      const table = pg.escapeIdentifier(name)
      const { rows: digest } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest from ${table} t`,
      )
      digests[name] = digest[0]!.digest
    }
    return digests
  })
}

export async function addSession(db: Db): Promise<void> {
  const id = randomUUID()
  await db.insertInto('people').values({ id, issuer: 'https://issuer.example', tenant_id: id, display_name: 'Ann' }).execute()
  const secrets = { token_hash: Buffer.from('a token hash'), access_token: 'an access token' }
  await db
    .insertInto('sessions')
    .values({ id, person_id: id, expires_at: new Date(), ...secrets })
    .execute()
}
