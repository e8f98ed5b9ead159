import pg from 'pg'

/** The server's rights on tables of the audit trail; it has full rights on all others. */
const trail = {
  audit_events: 'select, insert',
  audit_chain: 'select, insert',
  audit_checkpoints: 'select, insert',
  // A trigger lets an event leave only into the chain.
  audit_pending: 'select, insert, delete',
  audit_erasures: 'select',
  // A trigger allows only closing a request.
  audit_erasure_requests: 'select, insert, update',
  schema_migrations: 'select',
  schema_definitions: 'select',
}

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
 * Grants the server's role exactly the rights it needs: it owns nothing, and can only read and insert in the audit trail.
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
