import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { FaultRule } from '../../simulator/core/faults.ts'
import type { TestApp } from '../app.ts'
import { withClient } from '../postgresServer.ts'
import { until } from '../until.ts'

export interface InstalledFailpoints {
  /** The time that the first stopped worker waits for the others, before the server is killed anyway. */
  lingerMs: number
  reached(): Promise<number[]>
  /** Waits until the statements of a killed server have completed or stopped in a failpoint. */
  waitForStatements(): Promise<void>
  lift(): Promise<void>
}

/** An external call without a response, because the request (`before`) or the response (`after`) is lost. */
export type CallFailpoint = Pick<FaultRule, 'service' | 'method' | 'path'> & { when: 'before' | 'after' }

/** Each failpoint stops one call and lets others pass. Two failpoints at the same call stop the first and the second call. */
export function installCallFailpoints({ simulator }: Pick<TestApp, 'simulator'>, failpoints: CallFailpoint[]): InstalledFailpoints {
  const reachedIndexes: number[] = []
  for (const [n, { when, ...call }] of failpoints.entries()) {
    const skip = failpoints.slice(0, n).filter(({ when: _, ...otherCall }) => isDeepStrictEqual(otherCall, call)).length
    simulator.faults.add({ ...call, skip, count: 1, action: { kind: 'hold', when, held: () => void reachedIndexes.push(n) } })
  }
  return {
    lingerMs: 10_000,
    reached: async () => reachedIndexes,
    waitForStatements: async () => {},
    lift: async () => simulator.faults.clear(),
  }
}

/** The commit that marks this step of the run; position -1 is the commit that ends the run. */
export interface CommitFailpoint {
  runId: string
  position: number
  status: 'running' | 'succeeded'
}

/** Delays these commits in the database, with a table and triggers that only tests have. */
export async function installCommitFailpoints(
  { databaseUrl, db }: Pick<TestApp, 'databaseUrl' | 'db'>,
  failpoints: CommitFailpoint[],
): Promise<InstalledFailpoints> {
  await withClient(databaseUrl, async (client) => {
    await client.query(slowCommitSql)
    for (const { runId, position, status } of failpoints)
      await client.query('insert into crash_at values ($1, $2, $3)', [runId, position, status])
  })
  return {
    // Statements time out after ten seconds.
    lingerMs: 5_000,
    async reached() {
      const locks = await sql<{ failpoint: number }>`
        select objid::int as failpoint from pg_locks where locktype = 'advisory' and classid = 7261525 and granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db)
      return locks.rows.map(({ failpoint }) => failpoint - 1)
    },
    // A statement that was sent before the kill can still start, so the server must be quiet in several checks.
    async waitForStatements() {
      let quietChecks = 0
      await until(async () => {
        const active = await sql`
          select from pg_stat_activity where datname = current_database() and state = 'active' and wait_event is distinct from 'PgSleep'
          and pid <> pg_backend_pid()`.execute(db)
        quietChecks = active.rows.length === 0 ? quietChecks + 1 : 0
        return quietChecks === 4
      })
    },
    // PostgreSQL detects a lost client only when it sends a result, so the delayed update would complete.
    lift: () =>
      withClient(databaseUrl, async (client) => {
        await client.query('truncate crash_at restart identity')
        await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
        )
      }),
  }
}

// An advisory lock identifies the failpoint, because the transaction’s data isn’t visible yet.
const slowCommitSql = `
  create table if not exists crash_at (run_id uuid, position int, status text, failpoint int generated always as identity);
  create or replace function crash_pause() returns trigger language plpgsql as $$
  declare stepped crash_at;
  begin
    select * into stepped from crash_at c where c.status = new.status and
      case when tg_table_name = 'work_steps' then c.run_id = (to_jsonb(new) ->> 'run_id')::uuid and c.position = (to_jsonb(new) ->> 'position')::int
      else c.run_id = (to_jsonb(new) ->> 'id')::uuid and c.position = -1 end;
    if found then
      perform pg_advisory_lock(7261525, stepped.failpoint);
      perform pg_sleep(9);
    end if;
    return new;
  end $$;
  create or replace trigger crash_pause before update on work_steps for each row execute function crash_pause();
  create or replace trigger crash_pause before update on work_runs for each row execute function crash_pause()`
