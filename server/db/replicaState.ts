import { openPing } from './ping.ts'
import { requireSessions } from './requireSessions.ts'
import { openClient } from './waitForDatabase.ts'

export const setting = 'DATABASE_REPLICA_URL'

export interface ServerState {
  system: string
  timeline: string
  schema: string
  /** Position in the write-ahead log, in bytes. */
  position: string
}
export interface ReplicaState extends ServerState {
  isStandby: boolean
  /** Start time of the server, which differs between servers behind one address. */
  server: string
}

const schemaColumn = `(select max(version) from schema_migrations) || '.' || (select max(revision) from schema_revisions) as schema`
export const primaryStatement = `select system_identifier::text as system, left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline, ${schemaColumn},
  (pg_current_wal_lsn() - '0/0')::text as position from pg_control_system()`
export const replicaStatement = `select system_identifier::text as system, ${schemaColumn}, (pg_last_wal_replay_lsn() - '0/0')::text as position,
  lpad(upper(to_hex(greatest(c.timeline_id, r.min_recovery_end_timeline))), 8, '0') as timeline,
  pg_is_in_recovery() as "isStandby", pg_postmaster_start_time()::text as server
  from pg_control_system(), pg_control_checkpoint() c, pg_control_recovery() r`

/** @throws with a message that says what to do, if the server isn't a replica of the primary */
export function requireReplicaOf(primary: ServerState, replica: ReplicaState): void {
  if (!replica.isStandby)
    throw new Error(`The server in ${setting} isn’t a standby. Set ${setting} to a streaming replica of DATABASE_URL.`)
  if (replica.system !== primary.system) throw new Error(`The server in ${setting} is a standby of a different server than DATABASE_URL.`)
  if (replica.timeline !== primary.timeline)
    throw new Error(`The server in ${setting} doesn’t follow the server in DATABASE_URL since its last failover.`)
  if (replica.schema !== primary.schema) throw new Error(`The server in ${setting} doesn’t have the current schema yet.`)
}

/** @throws with a message that says what to do, if calls can't use the replica, apart from its lag */
export async function checkReadReplica(primaryUrl: string, url: string): Promise<void> {
  openClient(setting, url)
  const [primary, replica] = [openPing(primaryUrl), openPing(url)]
  try {
    requireReplicaOf(await primary.readRow<ServerState>(primaryStatement), await replica.readRow<ReplicaState>(replicaStatement))
    await requireSessions(setting, url)
  } finally {
    await Promise.all([primary.close(), replica.close()])
  }
}
