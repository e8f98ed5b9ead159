import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { launchPostgres } from '../server/db/launcher.ts'
import { migrate } from '../server/migrate.ts'
import { fillAccounts } from './listsData.ts'
import { heads, measure, memoryOf, round, type Server, type Shape, start, write } from './measure.ts'

/**
 * Measures lists of accounts through the whole server (including sign-in, permissions and `can`), against a bare Fastify server with
 * handwritten statements; both take turns on one PostgreSQL. Then exports everything once as CSV. Reports the server's memory before,
 * after, and after each further round of all shapes, to show whether it grows. Usage: `node bench/lists.ts [rows] [rounds]`, by default 100
 * 000 rows.
 */
const rows = Number(process.argv[2] ?? 100_000)
const rounds = Number(process.argv[3] ?? 6)
const memoryPasses = 8

async function exportAll(server: Server): Promise<string> {
  const began = performance.now()
  let bytes = 0
  let lines = 0
  await new Promise<void>((resolve, reject) => {
    get(`${server.origin}/accounts/adv/export.csv`, { headers: { cookie: server.cookies[0] ?? '' } }, (response) => {
      response.on('data', (part: Buffer) => {
        bytes += part.length
        for (const byte of part) if (byte === 10) lines++
      })
      response.on('end', resolve)
      response.on('error', reject)
    }).on('error', reject)
  })
  const seconds = (performance.now() - began) / 1_000
  return `${(lines - 1).toLocaleString('en')} rows, ${Math.round(bytes / 1e6)} MB in ${seconds.toFixed(1)} s`
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
  const shapes: Shape[] = [
    { title: 'first page by name', slipway: '/accounts/adv', bare: '/accounts/adv?shape=byName', requests: 60 },
    {
      title: 'two filters, date descending',
      slipway: '/accounts/adv?filter=status==active;environment==production&sort=-createdAt',
      bare: '/accounts/adv?shape=filtered',
      requests: 60,
    },
    { title: 'substring, ranked', slipway: '/accounts/adv?search=basket', bare: '/accounts/adv?shape=substring', requests: 40 },
    { title: 'misspelt term, ranked', slipway: '/accounts/adv?search=baskte', bare: '/accounts/adv?shape=typo', requests: 20 },
    { title: 'page 2,000 by name', slipway: '/accounts/adv?page=2000', bare: '/accounts/adv?shape=byName&page=2000', requests: 30 },
    { title: 'options', slipway: '/accounts/adv/options', bare: '/accounts/adv/options?shape=all', requests: 30 },
    {
      title: 'options under two filters',
      slipway: '/accounts/adv/options?filter=status==active;environment==production',
      bare: '/accounts/adv/options?shape=filtered',
      requests: 30,
    },
    { title: 'one row by id', slipway: `/accounts/${id}`, bare: `/accounts/${id}`, requests: 100 },
  ]
  servers = [await start('./slipwayServer.ts', postgres.url), await start('./bareServer.ts', postgres.url)]
  const [slipway, bare] = servers as [Server, Server]
  const atFirst = memoryOf(slipway)
  process.stdout.write(`${rows.toLocaleString('en')} accounts, 25 a page, one machine for client, servers and database\n\n`)
  write(heads)
  write(heads.map(() => '---'))
  for (const shape of shapes) for (const connections of [1, 8]) write(await measure(shape, slipway, bare, connections, rounds))
  const afterLists = memoryOf(slipway)
  process.stdout.write(`\nMemory of the server: ${atFirst} before, ${afterLists} after the lists.\n`)
  for (let n = 1; n <= memoryPasses; n++) {
    for (const shape of shapes) await round(slipway, shape.slipway, 8, Math.max(5, Math.round(shape.requests / 3)))
    process.stdout.write(`After round ${n} more: ${memoryOf(slipway)}.\n`)
  }
  process.stdout.write(`CSV of everything: ${await exportAll(slipway)}; memory ${memoryOf(slipway)} after it.\n`)
} finally {
  for (const { child } of servers) child.kill()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
