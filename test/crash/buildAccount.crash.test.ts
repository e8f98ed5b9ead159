import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { type Approved, approveAll } from '../approveAll.ts'
import { withClient } from '../postgresServer.ts'
import { until } from '../until.ts'
import { whatWasBuilt, wholeAccount } from '../whatWasBuilt.ts'
import { type OutsideCall, pathFor, recordCalls } from './outsideCalls.ts'
import { type ServerProcess, startServer } from './serverProcess.ts'

const minutes = 60_000
let app: TestApp
let calls: OutsideCall[]
let server: ServerProcess

beforeAll(async () => {
  app = await startTestApp({ work: false })
  app.simulator.asyncDelayMs = 20
  server = startServer(app)
  let account: Approved | undefined
  const recorder = recordCalls(app.simulator, () => account!)
  account = await approveAll(app, 'crash-none')
  await ended(account)
  calls = recorder.stop()
  expect(await whatWasBuilt(app, account)).toEqual(wholeAccount(account))
}, 2 * minutes)
afterAll(async () => {
  server.signal('SIGKILL')
  await server.ended
  await app.close()
})

async function statusOf({ runId }: Approved): Promise<string> {
  return (await app.db.selectFrom('work_runs').select('status').where('id', '=', runId).executeTakeFirstOrThrow()).status
}
const hasEnded = async (account: Approved) => ['succeeded', 'failed'].includes(await statusOf(account))
const ended = (account: Approved) => until(() => hasEnded(account), minutes)

/** Waits for the server's death. @throws when the run ends first: then what should have killed it never came. */
async function dies(account: Approved, where: string): Promise<void> {
  await until(async () => {
    if (server.gone()) return true
    if (await hasEnded(account)) throw new Error(`the run ended ${await statusOf(account)}, and nothing was killed ${where}`)
    return false
  }, minutes)
  await server.ended
}

describe('a server killed with kill -9', () => {
  // Some calls an account, so that a failure says where to look.
  const share = 12
  it.each([0, 1, 2, 3])(
    'before and after every kind of outside call, and started again at once (part %i of 4)',
    async (part) => {
      expect(calls.length).toBeGreaterThan(30)
      expect(calls.length).toBeLessThanOrEqual(4 * share)
      const account = await approveWhileDown(`crash-call-${part}`)
      for (const call of calls.slice(part * share, (part + 1) * share)) {
        for (const when of ['before', 'after'] as const) {
          if (server.gone()) server = startServer(app)
          const { service, method } = call
          app.simulator.faults.add({
            service,
            method,
            path: pathFor(call, account),
            count: 1,
            action: { kind: 'kill', pid: server.pid, when },
          })
          await dies(account, `${when} ${service} ${method} ${call.path}`)
          app.simulator.faults.clear()
        }
      }
      server = startServer(app)
      await ended(account)
      expect(await whatWasBuilt(app, account)).toEqual(wholeAccount(account))
    },
    10 * minutes,
  )

  it.each(['running', 'succeeded'])(
    'inside every commit that marks a step as %s',
    async (status) => {
      const account = await approveWhileDown(`crash-step-${status}`)
      const steps = await app.db
        .selectFrom('work_steps')
        .select('position')
        .where('run_id', '=', account.runId)
        .orderBy('position')
        .execute()
      // The commit that ends the run stands in the row of no step.
      const positions = [...steps.map((step) => step.position), ...(status === 'succeeded' ? [-1] : [])]
      await layTraps()
      for (const position of positions) {
        await withClient(app.databaseUrl, (client) =>
          client.query('insert into crash_at values ($1, $2, $3)', [account.runId, position, status]),
        )
        server = startServer(app)
        await until(async () => (await sleepers()) > 0 || (await hasEnded(account)), minutes)
        expect(await sleepers(), `no commit of step ${position} was held up`).toBe(1)
        server.signal('SIGKILL')
        await server.ended
        await wakeSleepers()
      }
      server = startServer(app)
      await ended(account)
      expect(await whatWasBuilt(app, account)).toEqual(wholeAccount(account))
    },
    10 * minutes,
  )
})

/** Approves with no server about, so that whatever is to kill it can be put in place first. */
async function approveWhileDown(name: string): Promise<Approved> {
  server.signal('SIGKILL')
  await server.ended
  return approveAll(app, name)
}

/** Makes the database dawdle inside the update that `crash_at` names; the table is only for tests. */
async function layTraps(): Promise<void> {
  await withClient(app.databaseUrl, (client) =>
    client.query(`
      create table if not exists crash_at (run_id uuid, position int, status text);
      create or replace function crash_pause() returns trigger language plpgsql as $$
      begin
        if tg_table_name = 'work_steps' then
          if exists (select 1 from crash_at c where c.run_id = new.run_id and c.position = new.position and c.status = new.status) then perform pg_sleep(9); end if;
        elsif exists (select 1 from crash_at c where c.run_id = new.id and c.position = -1 and c.status = new.status) then perform pg_sleep(9);
        end if;
        return new;
      end $$;
      create or replace trigger crash_pause before update on work_steps for each row execute function crash_pause();
      create or replace trigger crash_pause before update on work_runs for each row execute function crash_pause()`),
  )
}

async function sleepers(): Promise<number> {
  return withClient(app.databaseUrl, async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    )
    return rows[0].n
  })
}

/** PostgreSQL notices a dead client only when it answers, so the killed update would sleep to its end. */
async function wakeSleepers(): Promise<void> {
  await withClient(app.databaseUrl, async (client) => {
    await client.query('delete from crash_at')
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    )
  })
}
