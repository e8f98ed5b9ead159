import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { launchPostgres } from '../server/db/launcher.ts'
import { migrate } from '../server/migrate.ts'
import { fillAccounts } from './listsData.ts'
import { quantile, round, type Server, start, write } from './measure.ts'

/**
 * Measures lists of accounts and one account through the whole server, with sign-in, permissions and audit, against a bare Fastify server
 * with handwritten statements and four joined columns. Both take turns on one PostgreSQL. Exits with 1 if a ratio misses its target by more
 * than a fifth in three runs. Usage: `node bench/lists.ts [rows] [rounds]`, by default 100 000 rows.
 */
const rows = Number(process.argv[2] ?? 100_000)
const rounds = Number(process.argv[3] ?? 12)
const runs = 3
const warmUpRequests = 400
const tolerance = 1.2

interface Target {
  title: string
  slipway: string
  baseline: string
  maxRatio: number
}
const shapesOf = (id: string): Target[] => [
  { title: 'first page, no total', slipway: '/accounts/adv?total=none', baseline: '/accounts/adv?shape=byName&total=none', maxRatio: 1.8 },
  { title: 'first page with total', slipway: '/accounts/adv', baseline: '/accounts/adv?shape=byName', maxRatio: 0.3 },
  {
    title: 'two filters, by date, total',
    slipway: '/accounts/adv?filter=status==active;environment==production&sort=-createdAt',
    baseline: '/accounts/adv?shape=filtered',
    maxRatio: 1.8,
  },
  { title: 'substring, total', slipway: '/accounts/adv?search=basket', baseline: '/accounts/adv?shape=substring', maxRatio: 1.5 },
  { title: 'page 2,000, total', slipway: '/accounts/adv?page=2000', baseline: '/accounts/adv?shape=byName&page=2000', maxRatio: 0.5 },
  { title: 'one account by ID', slipway: `/accounts/${id}`, baseline: `/accounts/${id}`, maxRatio: 2 },
]

const load = () => readFileSync('/proc/loadavg', 'utf8').split(' ')[0]

/**
 * Returns the ratio of the median times at a number of connections. The servers are measured in short turns, so that other load on the
 * machine slows both equally.
 */
async function ratioOf(shape: Target, connections: number, [slipway, baseline]: [Server, Server]): Promise<number> {
  const times: [number[], number[]] = [[], []]
  const requests = Math.max(5, Math.round(30 / Math.sqrt(connections)))
  // V8 must have optimised both servers before they are compared.
  for (const [server, target] of [
    [slipway, shape.slipway],
    [baseline, shape.baseline],
  ] as const)
    await round(server, target, connections, warmUpRequests / connections)
  for (let n = 0; n < rounds; n++) {
    times[0].push(...(await round(slipway, shape.slipway, connections, requests)))
    times[1].push(...(await round(baseline, shape.baseline, connections, requests)))
  }
  return quantile(times[0], 0.5) / quantile(times[1], 0.5)
}

/** Returns the ratio of the times per request with 128 connections and with 8. A rejected request fails the measurement. */
async function ratioUnderLoad(target: string, server: Server): Promise<number> {
  const msPerRequest = [0, 0]
  for (let n = 0; n < rounds; n++)
    for (const [index, connections] of [8, 128].entries()) {
      const startTime = performance.now()
      const times = await round(server, target, connections, 256 / connections)
      msPerRequest[index]! += (performance.now() - startTime) / times.length
    }
  return msPerRequest[1]! / msPerRequest[0]!
}

let hasMissed = false
/** Measures up to three times and reports the first run that meets the target, or the best. */
async function measureTarget(title: string, maxRatio: number, measure: () => Promise<number[]>): Promise<void> {
  let bestTimes: number[] = []
  for (let n = 0; n < runs; n++) {
    const figures = await measure()
    if (bestTimes.length === 0 || Math.max(...figures) < Math.max(...bestTimes)) bestTimes = figures
    if (Math.max(...bestTimes) <= maxRatio * tolerance) break
  }
  const worst = Math.max(...bestTimes)
  const verdict = worst <= maxRatio ? 'met' : worst <= maxRatio * tolerance ? 'within 20%' : 'missed'
  hasMissed ||= verdict === 'missed'
  write([title, String(maxRatio), bestTimes.map((figure) => figure.toFixed(2)).join(' / '), verdict, load() ?? ''])
}

const dir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'))
const postgres = await launchPostgres({ dataDir: dir })
let servers: Server[] = []
try {
  await migrate(postgres.url)
  await fillAccounts(postgres.url, rows)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const { id } = (await client.query('select id from accounts order by id limit 1 offset 999')).rows[0]
  await client.end()
  servers = [await start('./slipwayServer.ts', postgres.url), await start('./baselineServer.ts', postgres.url)]
  const pair = servers as [Server, Server]
  process.stdout.write(`${rows.toLocaleString('en')} accounts, 25 per page, one machine for client, servers and database\n\n`)
  write(['shape', 'target', 'ratio p50, 1 / 8 connections', 'verdict', 'load average'])
  write(['---', '---', '---', '---', '---'])
  for (const shape of shapesOf(id))
    await measureTarget(shape.title, shape.maxRatio, async () => [await ratioOf(shape, 1, pair), await ratioOf(shape, 8, pair)])
  for (const [title, target] of [
    ['first page', '/accounts/adv'],
    ['one account by ID', `/accounts/${id}`],
  ] as const)
    await measureTarget(`${title}, time per request with 128 connections to 8`, 1, async () => [await ratioUnderLoad(target, pair[0])])
} finally {
  for (const { child } of servers) child.kill()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
process.exitCode = hasMissed ? 1 : 0
