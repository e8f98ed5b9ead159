import pg from 'pg'
import { loadTableColumns } from '../../server/backup/loadTableColumns.ts'
import type { BackupTable } from '../../server/backup/manifest.ts'

export async function digestRows(
  client: pg.Client,
  tables: readonly Pick<BackupTable, 'name' | 'columns'>[],
): Promise<Map<string, string>> {
  const present = new Map((await loadTableColumns(client)).map(({ name, columns }) => [name, new Set(columns)]))
  const digests = new Map<string, string>()
  for (const { name, columns } of tables) {
    const common = columns.filter((column) => present.get(name)?.has(column))
    if (common.length === 0) continue
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest
       from (select ${common.map((column) => pg.escapeIdentifier(column)).join(', ')} from ${pg.escapeIdentifier(name)}) t`,
    )
    digests.set(name, rows[0]!.digest)
  }
  return digests
}
