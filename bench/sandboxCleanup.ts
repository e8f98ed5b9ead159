import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { sandboxHosts } from '../sample/sandboxHosts.ts'
import { seed } from '../sample/seed.ts'
import { simulatorEnv } from '../scripts/simulatorEnv.ts'
import { launchPostgres } from '../server/db/launcher.ts'
import { migrate } from '../server/migrate.ts'
import { startCloud } from './cloud.ts'
import { cpuSeconds } from './cpu.ts'
import { type Server, start } from './measure.ts'

/**
 * Measures how long it takes until many queued sandboxes are ready, until all of them have expired in the same minute, and until they are
 * removed after a day of grace, in the simulated cloud and directory, with the processor time. Usage: `node bench/sandboxCleanup.ts
 * [sandboxes]`, by default 500.
 */
const count = Number(process.argv[2] ?? 500)
const maxWaitMs = 3_600_000

async function queueAll(client: pg.Client): Promise<void> {
  const host = sandboxHosts.find(({ kind }) => kind === 'shared')!
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  for (const table of ['sandboxes', 'sandbox_hosts', 'sandbox_requests', 'sandbox_owners', 'sandbox_events', 'sandbox_actions'])
    await client.query(`delete from ${table}`)
  for (const table of ['group_assignments', 'access_requests', 'access_groups', 'approvals'])
    await client.query(
      table === 'group_assignments'
        ? 'delete from group_assignments where group_id in (select id from access_groups where sandbox_id is not null)'
        : `delete from ${table} where sandbox_id is not null`,
    )
  await client.query('commit')
  await client.query(
    `insert into sandbox_hosts (id, subscription_id, name, kind, capacity) values (gen_random_uuid(), $1, $2, 'shared', 980)`,
    [host.subscriptionId, host.name],
  )
  const template = `{"templateName": "Bench", "allowedResourceTypes": [], "maxBudget": 50000, "maxHours": 336, "maxExtensions": 1, "extensionHours": 72,
    "maxMembers": 20, "thresholds": [{"percent": 100, "action": "freeze"}], "reminderHours": [], "idleHours": null, "approval": {"mode": "automatic"},
    "groups": [{"suffix": "owners", "role": "Contributor"}]}`
  await client.query(
    `with t as (
      insert into sandbox_templates (id, name, hosting, regions, max_budget, default_budget, max_hours, default_hours, thresholds, approval, groups)
      values (gen_random_uuid(), 'Bench', 'resourceGroup', '{uksouth}', 50000, 5000, 336, 72,
        '[{"percent": 100, "action": "freeze"}]', '{"mode": "automatic"}', '[{"suffix": "owners", "role": "Contributor"}]') returning id
    ), wanted as (
      select n, gen_random_uuid() as id, gen_random_uuid() as request, (select id from people where active order by id offset n % 200 limit 1) as person,
        (select id from towers order by code limit 1) as tower, 'bench-' || n as name from generate_series(1, $1::int) n
    ), requests as (
      insert into sandbox_requests (id, reference, kind, template_id, sandbox_id, requester_id, tower_id, details, name, justification, status)
      select request, 'SBX-BENCH-' || n, 'new', t.id, wanted.id, person, tower, '{"members": []}', name, 'To see how long it takes.', 'approved' from wanted, t
    ), made as (
      insert into sandboxes (id, name, purpose, status, template_id, terms, request_id, requester_id, tower_id, region, hosting, lease_hours, currency, budget_limit)
      select wanted.id, name, 'To see how long it takes.', 'queued', t.id, $2::jsonb, request, person, tower, 'uksouth', 'resourceGroup', 72, 'GBP', 5000
      from wanted, t order by n
    )
    insert into sandbox_owners (sandbox_id, person_id, position) select id, person, 0 from wanted`,
    [count, template],
  )
}

const dir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'))
const postgres = await launchPostgres({ dataDir: path.join(dir, 'postgres') })
let stopCloud: (() => void) | undefined
let server: Server | undefined
const client = new pg.Client({ connectionString: postgres.url })
try {
  const { cloud, pid: cloudPid, stop } = await startCloud(path.join(dir, 'cloud'))
  stopCloud = stop
  const env = simulatorEnv(cloud)
  await migrate(postgres.url)
  await seed(postgres.url, { issuer: env.SLIPWAY_OIDC_ISSUER! })
  await client.connect()
  await queueAll(client)
  server = await start('./slipwayServer.ts', postgres.url, JSON.stringify({ env, runJobs: true }))
  const pids: Record<string, number> = {
    server: server.child.pid!,
    PostgreSQL: Number(readFileSync(path.join(dir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]),
    'simulated cloud': cloudPid,
  }
  const cpu = () => Object.entries(pids).map(([name, pid]) => ({ name, seconds: cpuSeconds(pid) }))
  const number = async (sql: string) => Number((await client.query(`select count(*) as n from sandboxes where ${sql}`)).rows[0].n)
  const idleCondition = `not exists (select from sandbox_actions a where a.sandbox_id = sandboxes.id and a.status = 'open')`

  async function phase(label: string, condition: string): Promise<void> {
    const [from, before] = [Date.now(), cpu()]
    const elapsed = () => Math.round((Date.now() - from) / 1_000)
    const reachedAt = new Map<string, number>()
    for (let completedCount = 0; completedCount < count && Date.now() - from < maxWaitMs; ) {
      await delay(500)
      completedCount = await number(condition)
      for (const share of [0.01, 0.5, 0.95])
        if (completedCount >= count * share) reachedAt.set(`${share * 100} %`, reachedAt.get(`${share * 100} %`) ?? elapsed())
    }
    const blockedCount = await number(`status in ('failed', 'quarantined')`)
    const cpuTexts = cpu().map(({ name, seconds }, n) => `${name} ${(((seconds - before[n]!.seconds) * 1_000) / count).toFixed(0)} ms`)
    const times = [...reachedAt].map(([share, s]) => `${share} after ${s} s`).join(', ')
    process.stdout.write(
      `${label}: ${times}, all ${await number(condition)} of ${count} after ${elapsed()} s; ${blockedCount} failed; processor time per sandbox: ${cpuTexts.join(', ')}.\n`,
    )
  }

  await phase('ready', `status = 'active' and ${idleCondition}`)
  await client.query(`update sandboxes set lease_start = now() - interval '72 hours', lease_end = now()`)
  await phase('frozen after the end of the lease', `status = 'deleting' and ${idleCondition}`)
  await client.query(`update sandboxes set delete_at = now() where status = 'deleting'`)
  await phase('deleted and checked', `status = 'deleted'`)
  const { rows } = await client.query(
    `select (select count(*) from access_groups where sandbox_id is not null and status <> 'deleted') as groups,
      (select count(*) from (select sandbox_id, key from sandbox_events where kind = 'deleted' group by 1, 2 having count(*) > 1) x) as twice`,
  )
  process.stdout.write(`Groups left: ${rows[0].groups}; duplicate deletion events: ${rows[0].twice}.\n`)
} finally {
  server?.child.kill()
  await client.end()
  stopCloud?.()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
