import pg from 'pg'

/** A pooler process that gets two of these connections shares one session between them, even if the pooler has several processes. */
const clientCount = 4
const responseTimeoutMs = 10_000

async function openClients(setting: string, url: string): Promise<pg.Client[]> {
  const clients: pg.Client[] = []
  try {
    while (clients.length < clientCount) {
      const client = new pg.Client({
        connectionString: url,
        application_name: 'slipway-check',
        connectionTimeoutMillis: responseTimeoutMs,
        query_timeout: responseTimeoutMs,
      })
      client.on('error', () => {})
      clients.push(client)
      await client.connect()
      // A pooler accepts a connection before it has a session for it.
      await client.query('select 1')
    }
    return clients
  } catch (error) {
    const otherCount = clients.length - 1
    await closeAll(clients)
    if (otherCount === 0 || error instanceof pg.DatabaseError) throw error
    throw new Error(
      `Only ${otherCount} of ${clientCount} connections through ${setting} got a response within ${responseTimeoutMs / 1_000} seconds. ` +
        'A pooler must give each replica as many sessions as SLIPWAY_DATABASE_CONNECTIONS.',
      { cause: error },
    )
  }
}

const closeAll = (clients: readonly pg.Client[]) => Promise.all(clients.map((client) => client.end().catch(() => {})))

async function haveOwnSessions(clients: readonly pg.Client[]): Promise<boolean> {
  const pids: number[] = []
  const query = async (client: pg.Client, columns: string) =>
    (await client.query<{ pid: number; kept: string | null }>(`select pg_backend_pid() as pid, ${columns} as kept`)).rows[0]!
  for (const client of clients) pids.push((await query(client, 'null')).pid)
  if (new Set(pids).size < clients.length) return false
  // A pooler that assigns its sessions in turn would assign the same ones in the same order, so the connections are used in reverse.
  for (const [index, client] of [...clients.entries()].reverse())
    if ((await query(client, `set_config('slipway.session', '${index}', false)`)).pid !== pids[index]) return false
  for (const [index, client] of clients.entries()) {
    const { pid, kept } = await query(client, `current_setting('slipway.session', true)`)
    if (pid !== pids[index] || kept !== String(index)) return false
  }
  return true
}

export const sharedSessions = (setting: string): string =>
  `${setting} points to a connection pooler in transaction mode, which shares PostgreSQL sessions between connections. Slipway’s locks, ` +
  'notifications and prepared statements need a session for each connection. Nothing was changed. Set the pooler to session mode, ' +
  `or set ${setting} to PostgreSQL itself.`

/**
 * Checks that a connection string gives each connection a PostgreSQL session of its own, as direct connections and poolers in session mode
 * do. In transaction mode, locks and LISTEN would be lost, and one client could run the prepared statement of another.
 * @param setting the name of the setting that has the connection string
 * @returns what identifies the database and the running server
 * @throws if connections share sessions, lose their settings, or get no response
 */
export async function requireSessions(setting: string, url: string): Promise<string> {
  const clients = await openClients(setting, url)
  try {
    if (!(await haveOwnSessions(clients))) throw new Error(sharedSessions(setting))
    const { rows } = await clients[0]!.query<{ identity: string }>(
      `select current_database() || ' ' || extract(epoch from pg_postmaster_start_time()) as identity`,
    )
    return rows[0]!.identity
  } finally {
    await closeAll(clients)
  }
}
