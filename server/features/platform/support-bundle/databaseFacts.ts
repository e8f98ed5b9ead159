import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { knownName, timeOf } from './allowedValues.ts'
import { knownQueues } from './knownNames.ts'
import { withoutValues } from './statementText.ts'

const settingNames = [
  'max_connections',
  'shared_buffers',
  'work_mem',
  'maintenance_work_mem',
  'effective_cache_size',
  'max_wal_size',
  'wal_level',
  'synchronous_commit',
  'fsync',
  'full_page_writes',
  'autovacuum',
  'autovacuum_vacuum_scale_factor',
  'random_page_cost',
  'max_locks_per_transaction',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'default_transaction_isolation',
]
const maxStatements = 20

/** Size, settings, tables, connections and locks of the database, without names of databases, roles and hosts. */
export async function loadDatabaseFacts(db: Db): Promise<object> {
  const { rows: facts } = await sql<{ version: number; megabytes: number; standbys: number; replica: boolean; started: Date }>`
    select current_setting('server_version_num')::int as version, (pg_database_size(current_database()) / 1048576)::int as megabytes,
      (select count(*) from pg_stat_replication)::int as standbys, pg_is_in_recovery() as replica, pg_postmaster_start_time() as started`.execute(
    db,
  )
  const { version, megabytes, standbys, replica, started } = facts[0]!
  return {
    ...{ version, megabytes, standbys, isStandby: replica, startedAt: timeOf(started) },
    settings: await loadServerSettings(db),
    connections: await loadConnections(db),
    tables: await loadTableFacts(db),
  }
}

async function loadServerSettings(db: Db): Promise<object[]> {
  const { rows } = await sql<{ name: string; value: string; unit: string | null }>`
    select name, setting as value, unit from pg_settings where name = any (${settingNames}) order by name`.execute(db)
  return rows.map(({ name, value, unit }) => ({ name, value: /^[\w. ]{1,40}$/.test(value) ? value : null, unit }))
}

/** Programs other than Slipway are counted together, because their names can be anything. */
async function loadConnections(db: Db): Promise<object> {
  const { rows: byProgram } = await sql<{ program: string; state: string | null; connections: number; longest: number | null }>`
    select case when application_name ~ '^slipway(-[a-z]+)?$' then application_name when application_name = 'pgboss' then 'pgboss' else 'other' end as program,
      state, count(*)::int as connections, extract(epoch from max(clock_timestamp() - xact_start))::float8 as longest
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() group by 1, 2 order by 1, 2`.execute(db)
  const { rows: locks } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks where not granted`.execute(db)
  return {
    byProgram: byProgram.map(({ program, state, connections, longest }) => ({
      program,
      state,
      connections,
      longestTransactionSeconds: longest,
    })),
    waitingForLocks: locks[0]!.waiting,
  }
}

async function loadTableFacts(db: Db): Promise<object[]> {
  const { rows } = await sql<{ name: string; rows: number; dead: number; kilobytes: number; vacuumed: Date | null; analyzed: Date | null }>`
    select n.nspname || '.' || c.relname as name, greatest(c.reltuples, 0)::float8 as rows, coalesce(s.n_dead_tup, 0)::float8 as dead,
      (pg_total_relation_size(c.oid) / 1024)::int as kilobytes, greatest(s.last_vacuum, s.last_autovacuum) as vacuumed,
      greatest(s.last_analyze, s.last_autoanalyze) as analyzed
    from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_stat_all_tables s on s.relid = c.oid
    where n.nspname in ('public', 'pgboss') and c.relkind = 'r' and c.relname ~ '^[a-z_0-9]{1,63}$'
    order by kilobytes desc, name limit 300`.execute(db)
  return rows.map(({ name, rows: estimate, dead, kilobytes, vacuumed, analyzed }) => ({
    ...{ name, rows: estimate, deadRows: dead, kilobytes },
    ...{ vacuumedAt: timeOf(vacuumed), analyzedAt: timeOf(analyzed) },
  }))
}

/**
 * Slow statements that Slipway counted, and the slowest of the extension pg_stat_statements if this role can read it.
 * @param operations IDs of the operations
 */
export async function loadStatements(db: Db, operations: ReadonlySet<string>): Promise<object> {
  const { rows: own } = await sql<{ statement: string; operation: string; count: number; total: number; max: number; last: Date }>`
    select statement, operation, count::float8 as count, total_ms::float8 as total, max_ms::float8 as max, last_seen as last
    from slow_queries order by total_ms desc limit ${maxStatements}`.execute(db)
  const { rows: found } = await sql<{ exists: boolean }>`
    select coalesce(has_table_privilege(to_regclass('pg_stat_statements'), 'select'), false) as exists`.execute(db)
  return {
    slow: own.map(({ statement, operation, count, total, max, last }) => ({
      ...{
        statement: withoutValues(statement),
        operation: runnerOf(operation, operations),
        count,
        totalMs: total,
        maxMs: max,
        lastSeenAt: timeOf(last),
      },
    })),
    pgStatStatements: found[0]!.exists ? await loadPgStatStatements(db) : null,
  }
}

/** @returns an operation, or a job as `job <queue>`, as `runInContext` names them */
function runnerOf(name: string, operations: ReadonlySet<string>): string {
  const [, queue] = /^job (.+)$/.exec(name) ?? []
  return queue !== undefined && knownQueues.has(queue) ? name : knownName(name, operations)
}

async function loadPgStatStatements(db: Db): Promise<object[]> {
  const { rows } = await sql<{ statement: string; calls: number; total: number; mean: number; rows: number }>`
    select query as statement, calls::float8 as calls, total_exec_time as total, mean_exec_time as mean, rows::float8 as rows
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
    order by total_exec_time desc limit ${maxStatements}`.execute(db)
  return rows.map(({ statement, calls, total, mean, rows: count }) => ({
    ...{ statement: withoutValues(statement), calls, totalMs: total, meanMs: mean, rows: count },
  }))
}
