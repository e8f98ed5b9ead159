import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import pg from 'pg'
import { company } from '../sample/company.ts'
import { seed } from '../sample/seed.ts'
import { simulatorEnv } from '../scripts/simulatorEnv.ts'
import { launchPostgres } from '../server/db/launcher.ts'
import { migrate } from '../server/migrate.ts'
import { newRequest } from '../test/newRequest.ts'
import { startCloud } from './cloud.ts'
import { cpuSeconds } from './cpu.ts'
import { exchange } from './edgeWaveExchange.ts'
import { quantile, type Server, start } from './measure.ts'
import { printTable, startReport } from './report.ts'

/**
 * Measures the time from the last approval of an account request to the active account: one at a time, then many together, with the time
 * per step, processor time, external calls and transactions. Usage: `node bench/provisioning.ts [singles] [concurrency] [cloudMs]`, by default
 * 10, 50, and a cloud that completes everything immediately.
 */
const singleRuns = Number(process.argv[2] ?? 10)
const concurrency = Number(process.argv[3] ?? 50)
const cloudMs = Number(process.argv[4] ?? 0)
const maxWaitMs = 600_000
const report = startReport('provisioning')

const world = company()
const persona = (givenName: string) => world.personas.find((person) => person.givenName === givenName)!
const people = ['Priya', 'Ravi', 'Margaret'].map((name) => persona(name).id)
const print = (line: string) => process.stdout.write(`${line}\n`)

const dir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'))
const postgres = await launchPostgres({ dataDir: path.join(dir, 'postgres') })
const client = new pg.Client({ connectionString: postgres.url })
let stopCloud: (() => void) | undefined
let server: Server | undefined
try {
  const { cloud, pid: cloudPid, stop } = await startCloud(path.join(dir, 'cloud'))
  stopCloud = stop
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(cloud.caFile, 'utf8')])
  const consistency = { newSubscriptionMs: { roleDefinitions: cloudMs, managementGroups: 0 } }
  await exchange('PUT', `${cloud.origins.control}/settings`, { asyncDelayMs: cloudMs, consistencyMs: cloudMs, consistency })
  const env = simulatorEnv(cloud)
  await migrate(postgres.url)
  await seed(postgres.url, { issuer: env.SLIPWAY_OIDC_ISSUER! })
  await client.connect()
  server = await start('./slipwayServer.ts', postgres.url, JSON.stringify({ env, runJobs: true, roles: [], people }))
  const { origin, cookies, child } = server
  const pids: Record<string, number> = {
    server: child.pid!,
    PostgreSQL: Number(readFileSync(path.join(dir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]),
    'simulated cloud': cloudPid,
  }
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape pass through here
  const call = (cookieIndex: number, method: string, to: string, body?: unknown): Promise<any> =>
    exchange(method, `${origin}${to}`, body, { cookie: cookies[cookieIndex]! })
  const calls = async (): Promise<number> => {
    child.send('calls')
    return (await once(child, 'message'))[0].calls
  }
  const transactions = async () =>
    Number((await client.query(`select xact_commit as n from pg_stat_database where datname = current_database()`)).rows[0].n)

  async function prepare(name: string): Promise<() => Promise<{ requestId: string; votedAt: number }>> {
    const accountRequest = await call(0, 'POST', '/account-requests', newRequest({ company: world, persona }, { name }))
    const to = `/account-approvals/${accountRequest.approvals[0].id}`
    await call(1, 'POST', to, { decision: 'approve', stage: 1 })
    return async () => {
      const votedAt = Date.now()
      await call(2, 'POST', to, { decision: 'approve', stage: 2 })
      return { requestId: accountRequest.id, votedAt }
    }
  }

  async function waitUntilEnded(ids: string[]): Promise<{ id: string; ended: Date; epoch: number }[]> {
    for (const startTime = Date.now(); ; await delay(20)) {
      const { rows } = await client.query(
        `select subject_id as id, status, ended_at as ended, epoch from work_runs where kind = 'buildAccount' and subject_id = any ($1)`,
        [ids],
      )
      const failedRun = rows.find(({ status }) => status === 'failed')
      if (failedRun) throw new Error(`the run of ${failedRun.id} failed`)
      if (rows.length === ids.length && rows.every(({ status }) => status === 'succeeded')) return rows
      if (Date.now() - startTime > maxWaitMs) throw new Error('the accounts took too long')
    }
  }

  /** Returns the 95th percentile in seconds. */
  async function measure(title: string, batches: string[][]): Promise<number> {
    const preparedBatches = []
    for (const names of batches) preparedBatches.push(await Promise.all(names.map(prepare)))
    await delay(2_000)
    const readUsage = async () => ({ cpu: Object.values(pids).map(cpuSeconds), calls: await calls(), transactions: await transactions() })
    const usageBefore = await readUsage()
    const seconds: number[] = []
    const ids: string[] = []
    let takeovers = 0
    for (const votes of preparedBatches) {
      const voted = await Promise.all(votes.map((vote) => vote()))
      const whenEnded = await waitUntilEnded(voted.map(({ requestId }) => requestId))
      for (const { requestId, votedAt } of voted) {
        const run = whenEnded.find(({ id }) => id === requestId)!
        seconds.push((run.ended.getTime() - votedAt) / 1_000)
        takeovers += run.epoch
        ids.push(requestId)
      }
    }
    const usageAfter = await readUsage()
    const each = (from: number, to: number) => (to - from) / ids.length
    const cpu = Object.keys(pids).map((name, n) => `${name} ${(each(usageBefore.cpu[n]!, usageAfter.cpu[n]!) * 1_000).toFixed(0)} ms`)
    const counts = [
      `${each(usageBefore.calls, usageAfter.calls).toFixed(0)} calls`,
      `${each(usageBefore.transactions, usageAfter.transactions).toFixed(0)} transactions`,
      `${(takeovers / ids.length).toFixed(1)} jobs`,
    ]
    print(`${title}: p50 ${quantile(seconds, 0.5).toFixed(2)} s, p95 ${quantile(seconds, 0.95).toFixed(2)} s.`)
    print(`For each: ${counts.join(', ')}; processor time ${cpu.join(', ')}. Load ${loadavg()[0]!.toFixed(1)}.\n`)
    const { rows } = await client.query(
      `select s.name, s.position, percentile_cont(array[0.5, 0.95]) within group (order by extract(epoch from s.ended_at - s.started_at)::float8) as took
       from work_steps s join work_runs r on r.id = s.run_id where r.kind = 'buildAccount' and r.subject_id = any ($1) group by 1, 2 order by 2`,
      [ids],
    )
    printTable(
      ['step', 'p50 s', 'p95 s'],
      rows.map(({ name, took }) => [name, ...(took as number[]).map((s) => s.toFixed(2))]),
    )
    return quantile(seconds, 0.95)
  }

  const names = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `bench-${prefix}-${n}`)
  await (await prepare('bench-warm'))().then(({ requestId }) => waitUntilEnded([requestId]))
  const singles = names('one', singleRuns).map((name) => [name])
  report('single account, p95', await measure(`${singleRuns} accounts, one at a time`, singles))
  report('accounts together, p95', await measure(`${concurrency} accounts together`, [names('many', concurrency)]))
} finally {
  server?.child.kill()
  await client.end()
  stopCloud?.()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
