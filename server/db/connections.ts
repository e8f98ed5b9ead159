import pg from 'pg'

/** Reserved connections of one replica, by purpose. Calls, runs and schedules share the other connections. */
export const fixedConnections = {
  access: 5,
  jobs: 4,
  listeners: 2,
  ping: 1,
  /** One session for each of the four runs in progress, one for the delivery of notifications, and one for alerts on their way to ServiceNow. */
  locks: 6,
}
const fixedCount = Object.values(fixedConnections).reduce((sum, count) => sum + count, 0)

/** Leaves 8 shared connections: 3 that calls can't use, and 5 for calls. */
export const minConnections = fixedCount + 8
/** Three replicas (such as two, and a third during an update) fit into PostgreSQL's default limit of 97. */
export const defaultConnections = 32
export const maxConnections = 1_000

export const sharedConnections = (total: number) => total - fixedCount

interface Limit {
  source: string
  limit: number
  /** Connections of other processes that count toward the limit. */
  used: number
}

/** `pg_stat_activity` hides most columns of other roles' connections, but not the user. Background processes have no user. */
async function loadLimits(url: string): Promise<Limit[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'slipway-check' })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Limit>(`
      with me as (select r.oid, r.rolname, r.rolconnlimit, r.rolsuper from pg_roles r where r.rolname = current_user),
        db as (select oid, datname, datconnlimit from pg_database where datname = current_database()),
        others as (select datid, usesysid from pg_stat_activity
          where usesysid is not null and pid <> pg_backend_pid() and coalesce(backend_type, 'client backend') = 'client backend')
      select 'max_connections without the reserved ones' as source,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true), '0')::int as limit,
        (select count(*)::int from others) as used
      union all select 'the connection limit of the database ' || datname, datconnlimit,
        (select count(*)::int from others where datid = db.oid) from db, me where datconnlimit >= 0 and not rolsuper
      union all select 'the connection limit of the role ' || rolname, rolconnlimit,
        (select count(*)::int from others where usesysid = me.oid) from me where rolconnlimit >= 0 and not rolsuper`)
    return rows
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '53300')
      throw new Error(
        `PostgreSQL doesn’t accept more connections: ${error.message}. Lower SLIPWAY_DATABASE_CONNECTIONS on the other replicas, or raise max_connections.`,
        { cause: error },
      )
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Compares the connections of this replica with the number that PostgreSQL allows and has available.
 * @param url connection string of the server's role
 * @param total the connections that this replica can open (`SLIPWAY_DATABASE_CONNECTIONS`)
 * @returns the limit that currently leaves too few connections; undefined if all of them can be opened
 * @throws if a limit is lower than the total, or PostgreSQL accepts no connection
 */
export async function checkConnections(url: string, total: number): Promise<(Limit & { free: number }) | undefined> {
  const limits = await loadLimits(url)
  const lowest = limits.toSorted((one, other) => one.limit - other.limit)[0]
  if (lowest && lowest.limit < total)
    throw new Error(
      `SLIPWAY_DATABASE_CONNECTIONS is ${total}, but PostgreSQL allows only ${lowest.limit} (${lowest.source}). ` +
        (lowest.limit < minConnections
          ? `Raise that limit to at least ${minConnections} for each replica.`
          : `Set it to a number from ${minConnections} to ${lowest.limit}, or raise that limit.`),
    )
  return limits
    .map((limit) => ({ ...limit, free: limit.limit - limit.used }))
    .toSorted((one, other) => one.free - other.free)
    .find(({ free }) => free < total)
}
