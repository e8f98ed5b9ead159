import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { company } from '../sample/company.ts'
import { seed } from '../sample/seed.ts'
import { simulatorEnv } from '../scripts/simulatorEnv.ts'
import { launchPostgres } from '../server/db/launcher.ts'
import { migrate } from '../server/migrate.ts'
import { startCloud } from './cloud.ts'
import { cpuSeconds } from './cpu.ts'
import { quantile, round, type Server, start } from './measure.ts'

/**
 * Measures how long it takes until assignments that are due in the same minute have ended, including in the simulated directory, with the
 * processor time and the latency of people's requests before and during it. Usage: `node bench/accessExpiry.ts [assignments]`, by default
 * 10 000.
 */
const due = Number(process.argv[2] ?? 10_000)
const beforeMs = 15_000
const maxWaitMs = 900_000
const asked = ['/account-access/UserExistingAccess', '/account-access/access-requests/adv', '/accounts/adv', '/me']
const connections = 4
const callsASecond = 20

async function lend(client: pg.Client, endsAt: Date): Promise<number> {
  const groups = new Map(
    (await client.query<{ id: string; directory: string }>('select id, directory_group_id as directory from access_groups')).rows.map(
      ({ id, directory }) => [directory, id],
    ),
  )
  const memberships = company()
    .groups.flatMap((group) => group.memberIds.map((personId) => ({ groupId: groups.get(group.id), personId })))
    .filter(({ groupId }) => groupId !== undefined)
    .slice(0, due)
  const column = (name: 'groupId' | 'personId') => memberships.map((each) => each[name])
  await client.query(
    `insert into group_assignments (id, group_id, person_id, via, starts_at, ends_at, status)
     select id, g, p, 'adopted', now() - interval '30 days', $4, 'active' from unnest($1::uuid[], $2::uuid[], $3::uuid[]) x (id, g, p)`,
    [memberships.map(() => uuidv7()), column('groupId'), column('personId'), endsAt],
  )
  await client.query('analyze group_assignments')
  return memberships.length
}

/** Sends requests at a steady rate until stopped, as people would. */
function keepAsking(server: Server): { stop(): Promise<number[]> } {
  let going = true
  const times: number[] = []
  const done = (async () => {
    for (let n = 0; going; n++) {
      const rest = delay((connections / callsASecond) * 1_000)
      times.push(...(await round(server, asked[n % asked.length]!, connections, 1)))
      await rest
    }
  })()
  return {
    async stop() {
      going = false
      await done
      return times
    },
  }
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
  server = await start('./slipwayServer.ts', postgres.url, JSON.stringify({ env, work: true }))
  await round(server, asked[1]!, connections, 20)
  const endsAt = new Date(Date.now() + beforeMs + 1_000)
  const granted = await lend(client, endsAt)
  const pids: Record<string, number> = {
    server: server.child.pid!,
    PostgreSQL: Number(readFileSync(path.join(dir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]),
    'simulated cloud': cloudPid,
  }
  const cpu = () => Object.entries(pids).map(([name, pid]) => ({ name, at: Date.now(), seconds: cpuSeconds(pid) }))
  const before = keepAsking(server)
  const began = cpu()
  await delay(beforeMs)
  const calm = await before.stop()
  const wasDue = cpu()
  const during = keepAsking(server)
  const left = async () =>
    Number((await client.query(`select count(*) as n from group_assignments where status not in ('expired', 'revoked')`)).rows[0].n)
  const reached = new Map<string, number>()
  for (let open = granted; open > 0 && Date.now() - endsAt.getTime() < maxWaitMs; open = await left()) {
    await delay(500)
    for (const share of [0.01, 0.5, 0.95])
      if (open <= granted * (1 - share)) reached.set(`${share * 100} %`, reached.get(`${share * 100} %`) ?? sinceDue())
  }
  function sinceDue(): number {
    return Math.round((Date.now() - endsAt.getTime()) / 1_000)
  }
  reached.set('all', sinceDue())
  const ended = cpu()
  const busy = await during.stop()
  const ms = (times: number[]) => `p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`
  process.stdout.write(
    `${granted.toLocaleString('en')} assignments due at once: ${[...reached].map(([share, s]) => `${share} ended after ${s} s`).join(', ')}.\n`,
  )
  const { rows } = await client.query<{ notified: number; runs: number }>(
    `select extract(epoch from max(created_at) - $1)::float8 as notified, percentile_cont(0.5) within group (order by extract(epoch from ended_at - started_at)) as runs
     from work_runs where kind in ('revokeAccess', 'revokeBatch')`,
    [endsAt],
  )
  process.stdout.write(`The last was notified after ${rows[0]!.notified.toFixed(0)} s; a run took ${rows[0]!.runs.toFixed(1)} s.\n`)
  for (const [n, { name, at, seconds }] of ended.entries()) {
    const [first, due] = [began[n]!, wasDue[n]!]
    const calmShare = (due.seconds - first.seconds) / (due.at - first.at)
    const whole = seconds - due.seconds
    const own = whole - calmShare * (at - due.at)
    const each = (s: number) => `${((s * 1_000) / granted).toFixed(1)} ms`
    process.stdout.write(`${name}: ${each(whole)} of processor time for each, ${each(own)} without what it took for the calls before.\n`)
  }
  process.stdout.write(`Calls before: ${ms(calm)} (${calm.length}); meanwhile: ${ms(busy)} (${busy.length}).\n`)
} finally {
  server?.child.kill()
  await client.end()
  stopCloud?.()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
