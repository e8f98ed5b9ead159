import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { sql } from 'kysely'
import { sandboxHosts } from '../sample/sandboxHosts.ts'
import { seed } from '../sample/seed.ts'
import { simulatorEnv } from '../scripts/simulatorEnv.ts'
import { createClients } from '../server/clients/clients.ts'
import { readConfig } from '../server/config.ts'
import { type Db, inTransaction, openDatabase } from '../server/db/database.ts'
import { launchPostgres } from '../server/db/launcher.ts'
import { makeSandbox } from '../server/features/sandboxes/sandboxes/sandboxes.fixture.ts'
import { fetchScopeResources } from '../server/features/sandboxes/spend/fetchScopeResources.ts'
import { type MeterCursor, meterSandboxes } from '../server/features/sandboxes/spend/meterSandboxes.ts'
import { logger } from '../server/http/logger.ts'
import { migrate } from '../server/migrate.ts'
import type { Jobs } from '../server/workflows/jobs.ts'
import { deployWorkload, type Workload } from '../simulator/arm/deployWorkload.ts'
import { saveGroup } from '../simulator/arm/resourceStore.ts'
import { findSubscription } from '../simulator/arm/subscriptionStore.ts'
import type { Simulator } from '../simulator/core/simulator.ts'
import { startSimulator } from '../simulator/simulator.ts'

/**
 * Measures one scan of the spend of many sandboxes with three to seven resources each, and checks that every sandbox is counted. The read
 * of their resources from the cloud is measured for comparison. Usage: `node bench/sandboxSpend.ts [sandboxes …]`, by default 500 and
 * 5,000.
 */
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [500, 5_000]
const rounds = 3
const workloads: Workload[] = ['webApp', 'machineLab', 'kubernetes']

const dir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'))
const postgres = await launchPostgres({ dataDir: path.join(dir, 'postgres') })
const sim = await startSimulator({ dataDir: path.join(dir, 'cloud') })
sim.exchanges.enabled = false
setDefaultCACertificates([...getCACertificates('default'), sim.caPem])
const config = readConfig({ ...simulatorEnv(sim), SLIPWAY_PUBLIC_URL: 'http://127.0.0.1:8080', SLIPWAY_LOG_LEVEL: 'silent' })
const log = logger('silent')
const clients = createClients(config.external, { logger: log })
await migrate(postgres.url)
await seed(postgres.url, { issuer: config.oidc.issuer })
const { db, close } = openDatabase(postgres.url)
try {
  let existingCount = 0
  for (const [index, size] of sizes.entries()) {
    await fill(db, sim, existingCount, size)
    existingCount = Math.max(existingCount, size)
    // Each size uses different hours, because an hour is counted only once.
    await measure(db, size, Date.now() + index * 3_600_000)
  }
} finally {
  await close()
  await sim.close()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}

async function fill(to: Db, cloud: Simulator, from: number, size: number): Promise<void> {
  const addedSandboxes = Array.from({ length: size - from }, (_, index) => {
    const n = from + index
    const { subscriptionId } = sandboxHosts[n % sandboxHosts.length]!
    return { n, id: randomUUID(), request: randomUUID(), name: `bench-${n}`, subscription: subscriptionId, place: `rg-bench-${n}` }
  })
  for (const { n, subscription, place } of addedSandboxes)
    cloud.state.atomically(() => {
      saveGroup(cloud, findSubscription(cloud, subscription), { name: place, location: 'uksouth', tags: {} })
      deployWorkload(cloud, `/subscriptions/${subscription}/resourceGroups/${place}`, workloads[n % workloads.length]!)
    })
  const owner = (await to.selectFrom('people').select('id').limit(1).executeTakeFirstOrThrow()).id
  const model = await makeSandbox(to, { name: `bench-model-${from}`, owners: [owner], budget_limit: 100_000_000 })
  const all = sql`jsonb_to_recordset(${JSON.stringify(addedSandboxes)}::jsonb)
    as x (n int, id uuid, request uuid, name text, subscription uuid, place text)`
  await inTransaction(to, async (tx) => {
    await sql`insert into sandbox_requests
        (id, reference, kind, template_id, sandbox_id, requester_id, tower_id, details, name, justification, status)
      select x.request, 'SBX-BENCH-' || x.n, r.kind, r.template_id, x.id, r.requester_id, r.tower_id, r.details, x.name, r.justification, r.status
      from ${all} cross join sandbox_requests r where r.sandbox_id = ${model}`.execute(tx)
    await sql`insert into sandboxes (id, name, purpose, status, template_id, terms, request_id, requester_id, tower_id, region, hosting,
        host_id, subscription_id, resource_group, lease_hours, lease_start, lease_end, currency, budget_limit)
      select x.id, x.name, s.purpose, s.status, s.template_id, s.terms, x.request, s.requester_id, s.tower_id, s.region, s.hosting,
        s.host_id, x.subscription, x.place, s.lease_hours, s.lease_start, s.lease_end, s.currency, s.budget_limit
      from ${all} cross join sandboxes s where s.id = ${model}`.execute(tx)
    await sql`insert into sandbox_owners (sandbox_id, person_id, position) select x.id, ${owner}, 0 from ${all}`.execute(tx)
  })
  await sql`analyze`.execute(to)
}

async function measure(of: Db, size: number, start: number): Promise<void> {
  const scopes = await of
    .selectFrom('sandboxes')
    .select([sql<string>`subscription_id`.as('subscription_id'), 'resource_group'])
    .where('subscription_id', 'is not', null)
    .execute()
  const readSeconds = await seconds(() => fetchScopeResources(clients, scopes))
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const now = () => new Date(start + round * 900_000)
    times.push(await seconds(() => runAllScans(of, now)))
  }
  const { missed, spent } = await of
    .selectFrom('sandboxes as s')
    .leftJoin('sandbox_meters as m', 'm.sandbox_id', 's.id')
    .select([
      sql<number>`count(*) filter (where m.counted_to is distinct from ${new Date(start + (rounds - 1) * 900_000)})`.as('missed'),
      sql<number>`count(*) filter (where s.spent > 0)`.as('spent'),
    ])
    .where('s.subscription_id', 'is not', null)
    .executeTakeFirstOrThrow()
  const [firstSeconds, ...otherSeconds] = times as [number, ...number[]]
  const usualSeconds = Math.min(...otherSeconds)
  process.stdout.write(
    `${size.toLocaleString('en')} sandboxes: reading their resources ${readSeconds.toFixed(1)} s; first scan ${firstSeconds.toFixed(1)} s, later scans ${otherSeconds.map((each) => each.toFixed(1)).join(' and ')} s (fastest: ${(usualSeconds / readSeconds).toFixed(2)} of the reading time, ${((usualSeconds * 1_000) / size).toFixed(1)} ms each). ${spent} have spend, ${missed} were missed.\n`,
  )
}

async function runAllScans(of: Db, now: () => Date): Promise<void> {
  let next: { after?: MeterCursor } | undefined = {}
  const jobs: Jobs = {
    async send(_db, queue, data) {
      if (queue === 'meterSandboxes') next = data as { after?: MeterCursor }
    },
  }
  while (next) {
    const data: { after?: MeterCursor } = next
    next = undefined
    await meterSandboxes({ db: of, clients, jobs, now, config, log }, data)
  }
}

async function seconds(callback: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await callback()
  return (performance.now() - from) / 1_000
}
