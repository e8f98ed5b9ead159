import pg from 'pg'

/** What the server does with the tables of the trail; with all others it does what it likes. */
const trail = {
  audit_events: 'select, insert',
  audit_chain: 'select, insert',
  audit_checkpoints: 'select, insert',
  // A trigger lets an event leave only for its place in the chain.
  audit_pending: 'select, insert, delete',
  audit_erasures: 'select',
  // A trigger lets a request be closed, and nothing else.
  audit_erasure_requests: 'select, insert, update',
  schema_migrations: 'select',
  schema_definitions: 'select',
}

/** Who a connection string signs in as. */
export async function roleOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ role: string }>('select current_user as role')
    return rows[0]!.role
  } finally {
    await client.end()
  }
}

/**
 * Grants the role that the server runs with what it needs and no more: it owns nothing, and of the audit trail it can only read and insert.
 * @param owner a connection of the role that owns everything
 */
export async function grantToRuntime(owner: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role)
  const each = (schema: string) => [
    `grant usage on schema ${schema} to ${name}`,
    `grant select, insert, update, delete on all tables in schema ${schema} to ${name}`,
    `grant usage, select on all sequences in schema ${schema} to ${name}`,
    `grant execute on all functions in schema ${schema} to ${name}`,
  ]
  const narrow = Object.entries(trail).flatMap(([table, rights]) => [
    `revoke all on ${table} from ${name}`,
    `grant ${rights} on ${table} to ${name}`,
  ])
  await owner.query(['begin', ...each('public'), ...each('pgboss'), ...narrow, 'commit'].join('; '))
}
