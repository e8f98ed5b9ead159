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
import { startReport } from './report.ts'

/**
 * Measures how long it takes until assignments that are due in the same minute have ended, including in the simulated directory, with the
 * processor time and the latency of people's requests before and during it. Usage: `node bench/accessExpiry.ts [assignments]`, by default
 * 10 000.
 */
const dueCount = Number(process.argv[2] ?? 10_000)
const beforeMs = 15_000
const maxWaitMs = 900_000
const polledPaths = ['/account-access/UserExistingAccess', '/account-access/access-requests/adv', '/accounts/adv', '/me']
const connections = 4
const callsASecond = 20
const report = startReport('accessExpiry')

async function grantTemporaryAccess(client: pg.Client, endsAt: Date): Promise<number> {
  const groups = new Map(
    (await client.query<{ id: string; directory: string }>('select id, directory_group_id as directory from access_groups')).rows.map(
      ({ id, directory }) => [directory, id],
    ),
  )
  const memberships = company()
    .groups.flatMap((group) => group.memberIds.map((personId) => ({ groupId: groups.get(group.id), personId })))
    .filter(({ groupId }) => groupId !== undefined)
    .slice(0, dueCount)
  const column = (name: 'groupId' | 'personId') => memberships.map((each) => each[name])
  await client.query(
    `insert into group_assignments (id, group_id, person_id, via, starts_at, ends_at, status)
     select id, g, p, 'adopted', now() - interval '30 days', $4, 'active' from unnest($1::uuid[], $2::uuid[], $3::uuid[]) x (id, g, p)`,
    [memberships.map(() => uuidv7()), column('groupId'), column('personId'), endsAt],
  )
  await client.query('analyze group_assignments')
  return memberships.length
}

function pollContinuously(server: Server): { stop(): Promise<number[]> } {
  let isRunning = true
  const times: number[] = []
  const completion = (async () => {
    for (let n = 0; isRunning; n++) {
      const pause = delay((connections / callsASecond) * 1_000)
      times.push(...(await round(server, polledPaths[n % polledPaths.length]!, connections, 1)))
      await pause
    }
  })()
  return {
    async stop() {
      isRunning = false
      await completion
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
  server = await start('./slipwayServer.ts', postgres.url, JSON.stringify({ env, runJobs: true }))
  await round(server, polledPaths[1]!, connections, 20)
  const endsAt = new Date(Date.now() + beforeMs + 1_000)
  const grantedCount = await grantTemporaryAccess(client, endsAt)
  const pids: Record<string, number> = {
    server: server.child.pid!,
    PostgreSQL: Number(readFileSync(path.join(dir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]),
    'simulated cloud': cloudPid,
  }
  const cpu = () => Object.entries(pids).map(([name, pid]) => ({ name, at: Date.now(), seconds: cpuSeconds(pid) }))
  const baselinePoll = pollContinuously(server)
  const cpuBefore = cpu()
  await delay(beforeMs)
  const baselineTimes = await baselinePoll.stop()
  const cpuAtDue = cpu()
  const pollDuring = pollContinuously(server)
  const countRemaining = async () =>
    Number((await client.query(`select count(*) as n from group_assignments where status not in ('expired', 'revoked')`)).rows[0].n)
  const reachedAt = new Map<string, number>()
  for (let open = grantedCount; open > 0 && Date.now() - endsAt.getTime() < maxWaitMs; open = await countRemaining()) {
    await delay(500)
    for (const share of [0.01, 0.5, 0.95])
      if (open <= grantedCount * (1 - share)) reachedAt.set(`${share * 100} %`, reachedAt.get(`${share * 100} %`) ?? sinceDue())
  }
  function sinceDue(): number {
    return Math.round((Date.now() - endsAt.getTime()) / 1_000)
  }
  reachedAt.set('all', sinceDue())
  report('all assignments of a minute ended', sinceDue())
  const cpuAtEnd = cpu()
  const busy = await pollDuring.stop()
  const ms = (times: number[]) => `p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`
  process.stdout.write(
    `${grantedCount.toLocaleString('en')} assignments due at the same time: ${[...reachedAt].map(([share, s]) => `${share} ended after ${s} s`).join(', ')}.\n`,
  )
  const { rows } = await client.query<{ notified: number; runs: number }>(
    `select extract(epoch from max(created_at) - $1)::float8 as notified, percentile_cont(0.5) within group (order by extract(epoch from ended_at - started_at)) as runs
     from work_runs where kind in ('revokeAccess', 'revokeBatch')`,
    [endsAt],
  )
  process.stdout.write(`The last person was notified after ${rows[0]!.notified.toFixed(0)} s; a run took ${rows[0]!.runs.toFixed(1)} s.\n`)
  for (const [n, { name, at, seconds }] of cpuAtEnd.entries()) {
    const [cpuAtStart, cpuWhenDue] = [cpuBefore[n]!, cpuAtDue[n]!]
    const calmShare = (cpuWhenDue.seconds - cpuAtStart.seconds) / (cpuWhenDue.at - cpuAtStart.at)
    const total = seconds - cpuWhenDue.seconds
    const ownSeconds = total - calmShare * (at - cpuWhenDue.at)
    const each = (s: number) => `${((s * 1_000) / grantedCount).toFixed(1)} ms`
    process.stdout.write(`${name}: ${each(total)} of processor time per assignment, ${each(ownSeconds)} without the load from before.\n`)
  }
  process.stdout.write(`Calls before: ${ms(baselineTimes)} (${baselineTimes.length}); during expiry: ${ms(busy)} (${busy.length}).\n`)
} finally {
  server?.child.kill()
  await client.end()
  stopCloud?.()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
