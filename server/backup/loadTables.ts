import { createHash } from 'node:crypto'
import pg from 'pg'
import { copyIn } from '../db/copy.ts'
import { BackupError } from './backupError.ts'
import { copyTarget, loadTableColumns } from './loadTableColumns.ts'
import type { Manifest } from './manifest.ts'
import { readTableRows } from './readBackup.ts'

/**
 * Loads the rows of a checked backup into new tables without triggers, in the transaction of the caller. Foreign keys are dropped and
 * created again, because tables refer to each other.
 * @throws BackupError if the file is no longer the one of this manifest
 */
export async function loadTables(client: pg.Client, file: string, { tables, sequences }: Manifest): Promise<void> {
  const foreignKeys = await dropForeignKeys(client)
  // Migrations write rows for a new installation, which the backup replaces.
  const names = (await loadTableColumns(client)).map(({ name }) => pg.escapeIdentifier(name))
  await client.query(`truncate ${names.join(', ')}`)
  const remaining = new Map(tables.map((table) => [table.name, table]))
  for await (const { name, rows } of readTableRows(file)) {
    const table = remaining.get(name)
    if (!table) throw changedMeanwhile(file)
    remaining.delete(name)
    const hash = createHash('sha256')
    const count = await copyIn(client, `copy ${copyTarget(table)} from stdin`, hashed(rows, hash))
    if (hash.digest('hex') !== table.sha256 || count !== table.rows) throw changedMeanwhile(file)
  }
  if (remaining.size > 0) throw changedMeanwhile(file)
  for (const statement of foreignKeys) await client.query(statement)
  for (const { name, value } of sequences)
    await client.query('select setval(($1)::regclass, $2)', [`public.${pg.escapeIdentifier(name)}`, value])
  // Without statistics, the checks that follow would be planned as if the tables were empty.
  await client.query('analyze')
}

const changedMeanwhile = (file: string) => new BackupError(`${file} was changed while it was read.`)

async function* hashed(rows: AsyncGenerator<Buffer>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of rows) {
    hash.update(chunk)
    yield chunk
  }
}

/** @returns the statements that create the foreign keys again */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`)
}
