import pg from 'pg'
import { inject } from 'vitest'
import { loadTableColumns } from '../../server/backup/loadTableColumns.ts'
import type { BackupTable } from '../../server/backup/manifest.ts'
import { databaseUrl, withClient } from '../postgresServer.ts'

type TableColumns = Pick<BackupTable, 'name' | 'columns'>

/** Tables that a contract migration renames, and columns whose values it changes. */
const renamedTables: Record<string, string> = { alert_arrivals: 'alert_events', calendar_refusals: 'calendar_denials' }
const changedColumns: Record<string, readonly string[]> = { work_runs: ['at_step', 'kind'], work_steps: ['name', 'output'] }

export const currentName = (table: string): string => renamedTables[table] ?? table

/** Leaves out columns that this version doesn’t have, and columns whose values have changed. */
export async function unchangedColumns(tables: readonly TableColumns[]): Promise<TableColumns[]> {
  const { url, prefix } = inject('postgres')
  const present = await withClient(databaseUrl(url, `${prefix}template`), loadTableColumns)
  return tables.map(({ name, columns }) => {
    const known = new Set(present.find((table) => table.name === currentName(name))?.columns)
    return { name, columns: columns.filter((column) => known.has(column) && !changedColumns[name]?.includes(column)) }
  })
}

export async function digestRows(
  client: pg.Client,
  tables: readonly TableColumns[],
  nameOf = (table: string) => table,
): Promise<Map<string, string>> {
  const digests = new Map<string, string>()
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest
       from (select ${columns.map((column) => pg.escapeIdentifier(column)).join(', ')} from ${pg.escapeIdentifier(nameOf(name))}) t`,
    )
    digests.set(name, rows[0]!.digest)
  }
  return digests
}
