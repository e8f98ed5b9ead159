import pg from 'pg'

/** The server uses this role. The superuser owns everything and is used for migrations only. */
const runtimeRole = 'slipway'

/**
 * Creates the server's role if it is missing, and sets its password.
 * @returns its connection string
 */
export async function prepareRuntimeRole(url: string, password: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, application_name: 'slipway launcher' })
  await client.connect()
  try {
    await client.query('begin')
    // Processes that start concurrently would otherwise all try to create the role.
    await client.query("select pg_advisory_xact_lock(hashtextextended('slipway runtime role', 0))")
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [runtimeRole])
    const roleOptions = `login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${pg.escapeLiteral(password)}`
    await client.query(`${rowCount ? 'alter' : 'create'} role ${runtimeRole} ${roleOptions}`)
    await client.query('commit')
  } finally {
    await client.end()
  }
  const runtimeDatabaseUrl = new URL(url)
  runtimeDatabaseUrl.username = runtimeRole
  runtimeDatabaseUrl.password = password
  return runtimeDatabaseUrl.href
}
