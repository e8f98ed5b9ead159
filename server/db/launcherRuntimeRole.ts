import pg from 'pg'

/** The role that the server runs with; everything belongs to the superuser, which only migrates. */
const runtimeRole = 'slipway'

/**
 * Makes the role that the server runs with, when the cluster does not have it, and sets its password.
 * @returns how it signs in
 */
export async function prepareRuntimeRole(url: string, password: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, application_name: 'slipway launcher' })
  await client.connect()
  try {
    await client.query('begin')
    // Of several processes that start at once each would make it.
    await client.query("select pg_advisory_xact_lock(hashtextextended('slipway runtime role', 0))")
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [runtimeRole])
    const rights = `login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${pg.escapeLiteral(password)}`
    await client.query(`${rowCount ? 'alter' : 'create'} role ${runtimeRole} ${rights}`)
    await client.query('commit')
  } finally {
    await client.end()
  }
  const runtime = new URL(url)
  runtime.username = runtimeRole
  runtime.password = password
  return runtime.href
}
