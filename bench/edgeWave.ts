import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import pg from 'pg'
import { company } from '../sample/company.ts'
import { storeDirectory } from '../sample/edgeStores.ts'
import { seed } from '../sample/seed.ts'
import { simulatorEnv } from '../scripts/simulatorEnv.ts'
import { mintKey } from '../server/auth/keys.ts'
import { launchPostgres } from '../server/db/launcher.ts'
import { migrate } from '../server/migrate.ts'
import { startCloud } from './cloud.ts'
import { cpuSeconds } from './cpu.ts'
import { exchange } from './edgeWaveExchange.ts'
import { memoryOf, type Server, start } from './measure.ts'
import { startReport } from './report.ts'

/**
 * Measures a rollout of many stores against the simulated cloud with its delays: a dry run, the launch, a halt after three failures in the
 * third wave (so there must be three waves), the resumption, and the completion reported by an API key. Usage: `node bench/edgeWave.ts
 * [stores] [waveSize]`, by default 3,000 in waves of 100.
 */
const storeCount = Number(process.argv[2] ?? 3_000)
const waveSize = Number(process.argv[3] ?? 100)
const maxWaitMs = 3_600_000
const report = startReport('edgeWave')

const dir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'))
const postgres = await launchPostgres({ dataDir: path.join(dir, 'postgres') })
const client = new pg.Client({ connectionString: postgres.url })
const print = (line: string) => process.stdout.write(`${line}\n`)
let stopCloud: (() => void) | undefined
let server: Server | undefined
try {
  const { cloud, pid: cloudPid, stop } = await startCloud(path.join(dir, 'cloud'))
  stopCloud = stop
  const env = simulatorEnv(cloud)
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(cloud.caFile, 'utf8')])
  await migrate(postgres.url)
  await seed(postgres.url, { issuer: env.SLIPWAY_OIDC_ISSUER! })
  await client.connect()
  const key = await newKey(client, env.SLIPWAY_KEY_SECRET!)
  server = await start('./slipwayServer.ts', postgres.url, JSON.stringify({ env, runJobs: true, roles: ['Slipway.Admin'] }))
  const { origin, cookies, child } = server
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape pass through here
  const call = (method: string, to: string, body?: unknown, headers: Record<string, string> = { cookie: cookies[0]! }): Promise<any> =>
    exchange(method, `${origin}${to}`, body, headers)
  const control = (method: string, to: string, body?: unknown) => exchange(method, `${cloud.origins.control}${to}`, body)
  const pids: Record<string, number> = {
    server: child.pid!,
    PostgreSQL: Number(readFileSync(path.join(dir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]),
    'simulated cloud': cloudPid,
  }
  const cpu = () => Object.entries(pids).map(([name, pid]) => ({ name, seconds: cpuSeconds(pid) }))
  const commits = async () =>
    Number((await client.query(`select xact_commit as n from pg_stat_database where datname = current_database()`)).rows[0].n)
  let lastSeconds = 0
  const measure = async <T>(label: string, callback: () => Promise<T>): Promise<T> => {
    const from = performance.now()
    const result = await callback()
    lastSeconds = (performance.now() - from) / 1_000
    print(`${label}: ${lastSeconds.toFixed(2)} s.`)
    return result
  }

  const usedNumbers = new Set(company().accounts.flatMap(({ storeNumbers }) => storeNumbers))
  const numbers = storeDirectory(company().accounts)
    .filter(({ number, closing }) => closing === null && !usedNumbers.has(number))
    .slice(0, storeCount)
    .map(({ number }) => number)
  const requestBody = { name: 'Every store', stores: numbers.map((storeNumber) => ({ storeNumber })), waveSize }
  await call('GET', '/edge/rollouts')
  const dryRunResponse = await measure('Dry run, stores read from the directory', () =>
    call('POST', '/edge/newStores', { ...requestBody, dryRun: true }),
  )
  print(`${dryRunResponse.ok} of ${dryRunResponse.lines.length} can be rolled out.`)
  await measure('Dry run, stores read from the cache', () => call('POST', '/edge/newStores', { ...requestBody, dryRun: true }))
  const quotaError = { error: { code: 'SubscriptionQuotaExceeded', message: 'The billing scope has reached its limit of subscriptions.' } }
  const fault = {
    service: 'arm',
    method: 'PUT',
    path: '/aliases/',
    skip: 2 * waveSize + 5,
    count: 3,
    action: { kind: 'status', status: 400, body: quotaError },
  }
  await control('POST', '/faults', fault)
  const [startTime, cpuBefore, commitsBefore] = [Date.now(), cpu(), await commits()]
  const { id } = await measure('Launch', () => call('POST', '/edge/newStores', requestBody))
  report('launch of a rollout', lastSeconds)

  const statusOf = async () =>
    (
      await client.query(
        `select r.status, (select count(*)::int from edge_rollout_stores s where s.rollout_id = r.id and s.status = 'ready') as ready,
          exists (select from edge_waves w where w.rollout_id = r.id and w.status = 'running') as working from edge_rollouts r where r.id = $1`,
        [id],
      )
    ).rows[0]
  const waitForStatus = async (status: string) => {
    for (let now = await statusOf(); now.status !== status || now.working; now = await statusOf()) {
      if (Date.now() - startTime > maxWaitMs) throw new Error(`still ${now.status} with ${now.ready} ready`)
      await delay(500)
    }
  }
  const elapsed = () => ((Date.now() - startTime) / 1_000).toFixed(0)
  await waitForStatus('halted')
  const haltedRollout = await call('GET', `/edge/rollouts/${id}`)
  print(
    `Halted after ${elapsed()} s: “${haltedRollout.haltReason}” ${haltedRollout.counts.ready} ready, ${haltedRollout.counts.failed} failed, ${haltedRollout.counts.planned} not begun.`,
  )
  await control('DELETE', '/faults')
  await call('POST', `/edge/rollouts/${id}/resume`, { failed: 'retry' })
  await waitForStatus('built')
  const seconds = (Date.now() - startTime) / 1_000
  const perStore = cpu().map(
    ({ name, seconds: after }, n) => `${name} ${(((after - cpuBefore[n]!.seconds) * 1_000) / storeCount).toFixed(0)} ms`,
  )
  print(
    `Built after ${seconds.toFixed(0)} s, ${((seconds * 1_000) / storeCount).toFixed(0)} ms per store; processor time per store: ${perStore.join(', ')}.`,
  )
  print(
    `Transactions per store: ${(((await commits()) - commitsBefore) / storeCount).toFixed(1)}. Peak memory of the server: ${memoryOf(child.pid!).peak.toFixed()} MB.`,
  )
  const firstReport = await measure('Report of completed stores', () =>
    call('PATCH', '/edge/completedStores', numbers, { 'x-api-key': key }),
  )
  const secondReport = await measure('Repeated report', () => call('PATCH', '/edge/completedStores', numbers, { 'x-api-key': key }))
  const rollout = await call('GET', `/edge/rollouts/${id}`)
  print(
    `First report: ${firstReport.counts.completed} completed. Repeated report: ${secondReport.counts.completed} completed, ${secondReport.counts.already} already completed. Rollout: ${rollout.status}.`,
  )
  print(`In the cloud: ${inCloud(path.join(dir, 'cloud', 'state.sqlite'))}`)
} finally {
  server?.child.kill()
  await client.end()
  stopCloud?.()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}

async function newKey(to: pg.Client, secret: string): Promise<string> {
  const { key, publicId, hash } = mintKey('slw', secret)
  await to.query(
    `insert into api_keys (id, name, public_id, hash, scopes, owner_id, created_by, expires_at)
      select $1, 'Bench', $2, $3, '{edge:complete}', p.id, p.id, now() + interval '1 day' from (select id from people where active limit 1) p`,
    [randomUUID(), publicId, hash],
  )
  return key
}

function inCloud(file: string): string {
  const state = new DatabaseSync(file, { readOnly: true })
  const count = (sql: string) => Number((state.prepare(sql).get() as { n: number }).n)
  const [createdCount, different] = ['count(*)', `count(distinct json_extract(value, '$.displayName'))`].map((label) =>
    count(`select ${label} as n from things where collection = 'arm.aliases' and json_extract(value, '$.displayName') like 'store-%'`),
  )
  const items = `from things where collection = 'servicenow.records' and value like '%Edge account of store%'`
  const [registeredCount, distinctCount] = [
    count(`select count(*) as n ${items}`),
    count(`select count(distinct value ->> 'correlation_id') as n ${items}`),
  ]
  const pulls = count(`select count(*) as n from things where collection = 'git.pulls' and value like '%Every store%'`)
  state.close()
  return `${createdCount} subscriptions for ${different} names, ${registeredCount} configuration items for ${distinctCount} accounts, ${pulls} pull requests.`
}
