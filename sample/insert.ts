import type pg from 'pg'

/** Inserts a few thousand JSON rows per statement; columns that a row leaves out take their defaults. */
export async function insert(client: pg.Client, table: string, rows: Record<string, unknown>[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  for (let from = 0; from < rows.length; from += 5_000) {
    const part = JSON.stringify(rows.slice(from, from + 5_000))
    await client.query(
      `insert into ${table} (${columns.join(', ')}) select ${columns.join(', ')} from json_populate_recordset(null::${table}, $1) on conflict do nothing`,
      [part],
    )
  }
}
