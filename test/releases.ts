import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { inject, onTestFinished } from 'vitest'
import { readMigrations } from '../server/db/migrationFiles.ts'
import { migrate } from '../server/migrate.ts'
import { databaseUrl, runtimeRoleUrl, withClient } from './postgresServer.ts'

const source = new URL('../server/db/', import.meta.url)

export const migrationNames = readMigrations(new URL('migrations/', source)).map(({ name }) => name)

export async function emptyDatabase(): Promise<string> {
  const { url, prefix } = inject('postgres')
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await withClient(url, (client) => client.query(`create database ${name}`))
  onTestFinished(() => withClient(url, async (client) => void (await client.query(`drop database if exists ${name} with (force)`))))
  return databaseUrl(url, name)
}

export const readApplied = (url: string) =>
  withClient(url, async (client) => {
    const migrations = await client.query<{ name: string; checksum: string; applied_at: Date }>(
      'select name, checksum, applied_at from schema_migrations order by version',
    )
    const definitions = await client.query<{ name: string; applied_at: Date }>(
      'select name, applied_at from schema_definitions order by name',
    )
    return { migrations: migrations.rows, definitions: definitions.rows }
  })

export const sendRequest = async <T>(url: string, text: string): Promise<T> =>
  withClient(url, async (client) => (await client.query<{ answer: T }>(`select ${text} as answer`)).rows[0]!.answer)

export async function startRelease() {
  const url = await emptyDatabase()
  const runtimeUrl = databaseUrl(runtimeRoleUrl(url, inject('postgres').prefix).url, new URL(url).pathname.slice(1))
  await migrate(url, runtimeUrl)
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-upgrade-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['migrations', 'functions']) cpSync(new URL(name, source), path.join(folder, name), { recursive: true })
  const next = pathToFileURL(`${folder}/`)
  let count = migrationNames.length
  return {
    url,
    runtimeUrl,
    upgrade: () => migrate(url, runtimeUrl, next),
    addMigration: (title: string, text: string) => {
      const name = `${String(++count).padStart(4, '0')}_${title}`
      writeFileSync(path.join(folder, `migrations/${name}.sql`), text)
      return name
    },
    read: (name: string) => readFileSync(path.join(folder, name), 'utf8'),
    write: (name: string, text: string) => writeFileSync(path.join(folder, name), text),
    remove: (name: string) => rmSync(path.join(folder, name)),
  }
}
