import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { seed } from '../sample/seed.ts'
import { mintKey } from '../server/auth/keys.ts'
import { launchPostgres } from '../server/db/launcher.ts'
import { migrate } from '../server/migrate.ts'
import { cpuSeconds } from './cpu.ts'
import { issuer } from './listsData.ts'
import { comparisonCells, comparisonHeads, type Server, start } from './measure.ts'
import { printTable } from './report.ts'

/**
 * Measures how quickly an alert is accepted, alone and with a hundred concurrent alerts, and its processor time. A bare server with a
 * single insert is measured in turn on the same database. Accepted alerts are grouped in the meantime, as in production. Usage: `node
 * bench/alertLatency.ts [alerts] [rounds]`.
 */
const alertCount = Number(process.argv[2] ?? 3_000)
const rounds = Number(process.argv[3] ?? 3)
const secret = 'hashes the keys of a server that is measured'

const dir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'))
const postgres = await launchPostgres({ dataDir: path.join(dir, 'postgres') })
const client = new pg.Client({ connectionString: postgres.url })
const servers: Server[] = []
try {
  await migrate(postgres.url)
  await seed(postgres.url, { issuer })
  await client.connect()
  const { rows } = await client.query("select id from accounts where status = 'active' and kind = 'cloud' limit 20")
  // Many keys are used, so that the rate limit per key does not affect the measurement.
  const keys: { id: string; path: string; accountId: string }[] = []
  for (const { id: accountId } of rows as { id: string }[]) {
    const { key, publicId, hash } = mintKey('slwa', secret)
    const id = uuidv7()
    await client.query(
      `insert into alert_keys (id, account_id, name, public_id, hash, created_by) values ($1, $2, 'bench', $3, $4, (select id from people limit 1))`,
      [id, accountId, publicId, hash],
    )
    keys.push({ id, path: `/snow/alert/account/${accountId}/key/${key}?humanReadable=true`, accountId })
  }
  const slipway = await start('./slipwayServer.ts', postgres.url, JSON.stringify({ runJobs: true }))
  const baseline = await start('./bareAlertServer.ts', postgres.url, JSON.stringify({ accountId: keys[0]!.accountId, keyId: keys[0]!.id }))
  servers.push(slipway, baseline)

  let sentCount = 0
  function accept(agent: Agent, { origin }: Server, target: (n: number) => string): Promise<number> {
    const n = sentCount++
    const alert = { title: 'The tills are offline', key: 'tills', severity: 'critical', id: `event-${n}`, resource: `till-${n % 40}` }
    const body = JSON.stringify(alert)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const startTime = performance.now()
    return new Promise((resolve, reject) => {
      request(`${origin}${target(n)}`, { method: 'POST', agent, headers }, (response) =>
        response
          .resume()
          .on('end', () =>
            response.statusCode === 202 ? resolve(performance.now() - startTime) : reject(new Error(`answered ${response.statusCode}`)),
          ),
      )
        .on('error', reject)
        .end(body)
    })
  }
  async function round(server: Server, target: (n: number) => string, concurrency: number, count: number): Promise<number[]> {
    const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
    const times: number[] = []
    let remainingCount = count
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        while (remainingCount-- > 0) times.push(await accept(agent, server, target))
      }),
    )
    agent.destroy()
    return times
  }
  const nextAlertPath = (n: number) => keys[n % keys.length]!.path
  const baselinePath = () => '/alert'
  const postgresPid = Number(readFileSync(path.join(dir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])

  const cells: string[][] = []
  const cost: string[] = []
  for (const concurrency of [1, 100]) {
    const times: { slipway: number[]; baseline: number[] } = { slipway: [], baseline: [] }
    let [server, database] = [0, 0]
    const count = concurrency === 1 ? Math.ceil(alertCount / 10) : alertCount
    for (let n = 0; n <= rounds; n++) {
      const cpuBefore = [cpuSeconds(slipway.child.pid!), cpuSeconds(postgresPid)] as const
      const samples = await round(slipway, nextAlertPath, concurrency, count)
      const cpuUsed = [cpuSeconds(slipway.child.pid!) - cpuBefore[0], cpuSeconds(postgresPid) - cpuBefore[1]] as const
      const baselineTimes = await round(baseline, baselinePath, concurrency, count)
      if (n === 0) continue // The first round only warms up.
      times.slipway.push(...samples)
      times.baseline.push(...baselineTimes)
      server += cpuUsed[0]
      database += cpuUsed[1]
    }
    cells.push(comparisonCells('an alert', { ...times, connections: concurrency }))
    const each = (seconds: number) => `${((seconds * 1_000) / times.slipway.length).toFixed(2)} ms`
    cost.push(`${concurrency} at a time: server ${each(server)}, PostgreSQL ${each(database)}`)
  }
  printTable(comparisonHeads, cells)
  process.stdout.write(`Processor time per alert, ${cost.join('; ')}.\n`)
} finally {
  for (const { child } of servers) child.kill('SIGKILL')
  await client.end()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
