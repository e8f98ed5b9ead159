import pg from 'pg'

/** The server's privileges on tables of the audit trail, keys, evidence and schema. On all other tables, it has all privileges. */
const restrictedPrivileges = {
  audit_events: 'select, insert',
  audit_chain: 'select, insert',
  audit_checkpoints: 'select, insert',
  // A trigger allows deletion only for an event that is being chained.
  audit_pending: 'select, insert, delete',
  audit_erasures: 'select',
  // A trigger allows an update only to close a request.
  audit_erasure_requests: 'select, insert, update',
  key_fingerprints: 'select, insert',
  approval_evidence: 'select, insert',
  feedback_pictures: 'select, insert',
  // Only the owner records a restore. A trigger allows an update only to accept it.
  database_restores: 'select, update',
  // A trigger allows an update only to complete a report.
  restore_reports: 'select, insert, update',
  schema_migrations: 'select',
  schema_definitions: 'select',
  schema_revisions: 'select',
}

export async function roleOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ role: string }>('select current_user as role')
    return rows[0]!.role
  } finally {
    await client.end()
  }
}

/**
 * Grants the server's role exactly the privileges that it needs. The role owns nothing, and can only read and insert in the audit trail.
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
  const narrow = Object.entries(restrictedPrivileges).flatMap(([table, columns]) => [
    `revoke all on ${table} from ${name}`,
    `grant ${columns} on ${table} to ${name}`,
  ])
  await owner.query(['begin', ...each('public'), ...each('pgboss'), ...narrow, 'commit'].join('; '))
}
