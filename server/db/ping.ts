import pg from 'pg'

const timeoutMs = 2_000

export interface Ping {
  ping(): Promise<void>
  readRow<Row extends pg.QueryResultRow>(statement: string): Promise<Row>
  close(): Promise<void>
}

/** Checks whether the database responds, on a separate connection, because a busy pool must not look like an unavailable database. */
export function openPing(databaseUrl: string): Ping {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    idleTimeoutMillis: 60_000,
    application_name: 'slipway-ready',
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    async ping() {
      await pool.query('select 1')
    },
    readRow: async <Row extends pg.QueryResultRow>(statement: string) => (await pool.query<Row>(statement)).rows[0]!,
    close: () => pool.end(),
  }
}
