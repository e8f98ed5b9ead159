import pg from 'pg'

const timeoutMs = 2_000

/** Checks whether the database responds, on a separate connection, because a busy pool must not look like an unavailable database. */
export function openPing(databaseUrl: string): { ping(): Promise<void>; close(): Promise<void> } {
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
    close: () => pool.end(),
  }
}
