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
import { heads, quantile, type Server, start, write } from './measure.ts'

/**
 * Measures how quickly an alert is accepted, one and a hundred concurrently, beside a bare server with a single insert, in turn on the same
 * database, and the processor time of each. Accepted alerts are grouped in the meantime, as in production. Usage: `node
 * bench/alertAnswers.ts [alerts] [rounds]`.
 */
const many = Number(process.argv[2] ?? 3_000)
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
  // Many keys keep the per-key rate limit out of the measurement.
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
  const slipway = await start('./slipwayServer.ts', postgres.url, JSON.stringify({ work: true }))
  const bare = await start('./bareAlertServer.ts', postgres.url, JSON.stringify({ accountId: keys[0]!.accountId, keyId: keys[0]!.id }))
  servers.push(slipway, bare)

  let sent = 0
  function accept(agent: Agent, { origin }: Server, target: (n: number) => string): Promise<number> {
    const n = sent++
    const alert = { title: 'The tills are offline', key: 'tills', severity: 'critical', id: `event-${n}`, resource: `till-${n % 40}` }
    const body = JSON.stringify(alert)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const began = performance.now()
    return new Promise((resolve, reject) => {
      request(`${origin}${target(n)}`, { method: 'POST', agent, headers }, (answer) =>
        answer
          .resume()
          .on('end', () =>
            answer.statusCode === 202 ? resolve(performance.now() - began) : reject(new Error(`answered ${answer.statusCode}`)),
          ),
      )
        .on('error', reject)
        .end(body)
    })
  }
  async function round(server: Server, target: (n: number) => string, atOnce: number, count: number): Promise<number[]> {
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
    const times: number[] = []
    let left = count
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (left-- > 0) times.push(await accept(agent, server, target))
      }),
    )
    agent.destroy()
    return times
  }
  const ours = (n: number) => keys[n % keys.length]!.path
  const theirs = () => '/alert'
  const postgresPid = Number(readFileSync(path.join(dir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])

  write(heads.map((head, place) => (place === 1 ? 'at a time' : head)))
  write(heads.map(() => '---'))
  const cost: string[] = []
  for (const atOnce of [1, 100]) {
    const times: { slipway: number[]; bare: number[] } = { slipway: [], bare: [] }
    let [server, database] = [0, 0]
    const count = atOnce === 1 ? Math.ceil(many / 10) : many
    for (let n = 0; n <= rounds; n++) {
      const before = [cpuSeconds(slipway.child.pid!), cpuSeconds(postgresPid)] as const
      const some = await round(slipway, ours, atOnce, count)
      const used = [cpuSeconds(slipway.child.pid!) - before[0], cpuSeconds(postgresPid) - before[1]] as const
      const limit = await round(bare, theirs, atOnce, count)
      if (n === 0) continue // the first round warms up
      times.slipway.push(...some)
      times.bare.push(...limit)
      server += used[0]
      database += used[1]
    }
    const figures = [times.slipway, times.bare].flatMap((each) => [quantile(each, 0.5), quantile(each, 0.95)])
    const ratios = [figures[0]! / figures[2]!, figures[1]! / figures[3]!]
    write(['an alert', String(atOnce), ...[...figures, ...ratios].map((figure) => figure.toFixed(2))])
    const each = (seconds: number) => `${((seconds * 1_000) / times.slipway.length).toFixed(2)} ms`
    cost.push(`${atOnce} at a time: server ${each(server)}, PostgreSQL ${each(database)}`)
  }
  process.stdout.write(`Processor time for each, ${cost.join('; ')}.\n`)
} finally {
  for (const { child } of servers) child.kill('SIGKILL')
  await client.end()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
