import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { seed } from '../sample/seed.ts'
import { simulatorEnv } from '../scripts/simulatorEnv.ts'
import { mintKey } from '../server/auth/keys.ts'
import { launchPostgres } from '../server/db/launcher.ts'
import { migrate } from '../server/migrate.ts'
import { listRecords } from '../simulator/servicenow/records.ts'
import { tables } from '../simulator/servicenow/tables.ts'
import { startSimulator } from '../simulator/simulator.ts'
import { cpuSeconds } from './cpu.ts'
import { quantile, type Server, start } from './measure.ts'

/**
 * Sends alerts on one key while ServiceNow is down. Halfway, the server is killed with kill -9 and restarted. Later its clock moves an hour
 * ahead, and finally ServiceNow is available again. Reports the latency of each response, and whether there is one incident with the right
 * count. Usage: `node bench/alertStorm.ts [alerts] [seconds]`, by default 10,000 in a minute.
 */
const alertCount = Number(process.argv[2] ?? 10_000)
const seconds = Number(process.argv[3] ?? 60)
const hourMs = 3_600_000

const dir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'))
const postgres = await launchPostgres({ dataDir: path.join(dir, 'postgres') })
const sim = await startSimulator({ dataDir: path.join(dir, 'cloud') })
const client = new pg.Client({ connectionString: postgres.url })
let server: Server | undefined
try {
  const env = simulatorEnv(sim)
  await migrate(postgres.url)
  await seed(postgres.url, { issuer: env.SLIPWAY_OIDC_ISSUER! })
  await client.connect()
  const postgresPid = Number(readFileSync(path.join(dir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
  const accountId = sim.company.accounts.find(({ status, kind }) => status === 'active' && kind === 'cloud')!.id
  const { key, publicId, hash } = mintKey('slwa', env.SLIPWAY_KEY_SECRET!)
  await client.query(
    `insert into alert_keys (id, account_id, name, public_id, hash, created_by) values ($1, $2, 'bench', $3, $4, (select id from people limit 1))`,
    [uuidv7(), accountId, publicId, hash],
  )
  const down = { service: 'servicenow', path: '/table/incident', action: { kind: 'reset', when: 'before' } } as const
  sim.faults.add(down)
  const startAt = (aheadMs: number) => start('./slipwayServer.ts', postgres.url, JSON.stringify({ env, runJobs: true, aheadMs }))
  server = await startAt(0)

  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const responses: { sentAt: number; ms: number }[] = []
  let repeated = 0
  /** Monitoring repeats an alert until it is accepted. Only accepted calls are timed. */
  async function send(n: number): Promise<void> {
    const body = JSON.stringify({
      title: 'The tills are offline',
      key: 'tills',
      severity: 'critical',
      id: `event-${n}`,
      resource: `till-${n % 40}`,
    })
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    for (;;) {
      const startTime = performance.now()
      const status = await new Promise<number>((resolve) => {
        const url = `${server?.origin}/snow/alert/account/${accountId}/key/${key}?humanReadable=true`
        const alertRequest = request(url, { method: 'POST', agent, headers }, (response) =>
          response.resume().on('end', () => resolve(response.statusCode ?? 0)),
        )
        alertRequest.on('error', () => resolve(0)).end(body)
      })
      if (status === 202) {
        responses.push({ sentAt: startTime, ms: performance.now() - startTime })
        return
      }
      repeated++
      await delay(200)
    }
  }
  const startTime = performance.now()
  const pendingAlerts: Promise<void>[] = []
  const [before, processor] = [cpuSeconds(server.child.pid!), cpuSeconds(postgresPid)]
  let cost = ''
  let [killedAt, startedAt] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let restart: Promise<void> | undefined
  for (let n = 0; n < alertCount; n++) {
    const wait = startTime + (n * seconds * 1_000) / alertCount - performance.now()
    if (wait > 0) await delay(wait)
    if (n === Math.floor(alertCount / 2)) {
      const each = (usedSeconds: number) => `${((usedSeconds * 1_000) / n).toFixed(1)} ms`
      cost = `server ${each(cpuSeconds(server.child.pid!) - before)}, PostgreSQL ${each(cpuSeconds(postgresPid) - processor)}`
      killedAt = performance.now()
      server.child.kill('SIGKILL')
      restart = startAt(0).then((next) => {
        server = next
        startedAt = performance.now()
      })
    }
    pendingAlerts.push(send(n))
  }
  await Promise.all([...pendingAlerts, restart])
  const elapsedSeconds = (performance.now() - startTime) / 1_000
  process.stdout.write(
    `${responses.length} of ${alertCount} accepted in ${elapsedSeconds.toFixed(1)} s, ${repeated} sent again because of the kill; restarted after ${((startedAt - killedAt) / 1_000).toFixed(1)} s. Processor time per alert before the kill: ${cost}.\n`,
  )
  const catchUpMs = 10_000
  print('before the kill', ({ sentAt, ms }) => sentAt + ms < killedAt)
  print('during the catch-up', ({ sentAt, ms }) => sentAt + ms >= killedAt && sentAt < startedAt + catchUpMs)
  print('after the catch-up', ({ sentAt }) => sentAt >= startedAt + catchUpMs)
  function print(when: string, selected: (response: { sentAt: number; ms: number }) => boolean): void {
    const times = responses.filter(selected).map(({ ms }) => ms)
    const formatQuantile = (q: number) => quantile(times, q).toFixed(1)
    const slowCount = times.filter((time) => time > 100).length
    process.stdout.write(
      `${when}: ${times.length} responses, p50 ${formatQuantile(0.5)} ms, p95 ${formatQuantile(0.95)} ms, p99 ${formatQuantile(0.99)} ms; ${slowCount} took more than 100 ms.\n`,
    )
  }

  server.child.kill('SIGKILL')
  server = await startAt(hourMs)
  await delay(20_000)
  const group = async () => (await client.query('select * from alert_groups')).rows
  process.stdout.write(
    `One hour later, without ServiceNow: ${JSON.stringify((await group()).map(({ count, synced_count, problem }) => ({ count, synced_count, problem })))}\n`,
  )
  sim.faults.clear()
  const returnedAt = performance.now()
  while ((await group()).some(({ synced_count }) => synced_count < alertCount) && performance.now() - returnedAt < 180_000) await delay(250)
  const incidents = listRecords(sim, tables.incident!).filter((row) => row.correlation_id?.startsWith('slipway-alert/'))
  const { rows } = await client.query(
    'select count(*) as arrivals, count(*) filter (where grouped_at is null) as unfolded from alert_events',
  )
  process.stdout.write(
    `${((performance.now() - returnedAt) / 1_000).toFixed(1)} s after ServiceNow was back: ${incidents.length} incident, ${(await group()).map(({ count, synced_count }) => `${count} counted and ${synced_count} synchronized`)}; ${rows[0].arrivals} alert events recorded, ${rows[0].unfolded} not counted yet.\n`,
  )
} finally {
  server?.child.kill('SIGKILL')
  await client.end()
  await sim.close()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
