import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { company } from '../sample/company.ts'
import { seed } from '../sample/seed.ts'
import { trustedKey } from '../server/audit/auditKey.ts'
import { withAuditTrail } from '../server/audit/databaseAuditTrail.ts'
import { verifyChain } from '../server/audit/verifyChain.ts'
import { openDatabase } from '../server/db/database.ts'
import { launchPostgres } from '../server/db/launcher.ts'
import { auditHeader, auditLine } from '../server/features/platform/audit/auditCsv.ts'
import { loadContents } from '../server/features/platform/audit/contents.ts'
import { auditList, findNamed } from '../server/features/platform/audit/list.ts'
import { loadEvents } from '../server/features/platform/audit/queries.ts'
import { writeAudit } from '../server/http/audit.ts'
import { csvLine } from '../server/http/csv.ts'
import { exportText } from '../server/http/exportRows.ts'
import { findPage, type ListQuery, listAllIds } from '../server/http/list.ts'
import { migrate } from '../server/migrate.ts'
import { chainAll, fillAudit } from './auditData.ts'
import { issuer } from './listsData.ts'
import { quantile } from './measure.ts'
import { printTable, startReport } from './report.ts'

/**
 * Measures an audit trail with a given number of events: chaining and verifying all of them, lists, an export, and the cost of an event for
 * the request that writes it. Each list is compared with a lookup by ID in the same run. Usage: `node bench/audit.ts [events] [rounds]`, by
 * default a million events.
 */
const events = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 60)
const report = startReport('audit')
const people = company().people.slice(0, 400)

async function measure(callback: () => Promise<unknown>): Promise<number> {
  const startTime = performance.now()
  await callback()
  return performance.now() - startTime
}

const dir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'))
const postgres = await launchPostgres({ dataDir: dir })
const database = openDatabase(postgres.url, { max: 8 })
const { db } = database
try {
  await migrate(postgres.url)
  await seed(postgres.url, { issuer })
  await fillAudit(db, events, people)
  await sql`analyze`.execute(db)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const key = { ...trustedKey(publicPem), privateKey, publicPem }
  const print = (text: string) => process.stdout.write(`${text}\n`)
  const rate = (milliseconds: number) => `${Math.round((events / milliseconds) * 1_000).toLocaleString('en')} per second`

  const chainMs = await measure(() => chainAll(db, key))
  print(`${events.toLocaleString('en')} events chained in ${(chainMs / 1_000).toFixed(1)} s, ${rate(chainMs)}`)
  await sql`vacuum analyze`.execute(db)
  let outcome = ''
  const verifyMs = await measure(async () => {
    outcome = (await withAuditTrail(db, (source) => verifyChain(source, { keys: [key] }))).outcome
  })
  print(`verified in ${(verifyMs / 1_000).toFixed(1)} s, ${rate(verifyMs)}: ${outcome}`)
  const exportMs = await measure(async () => {
    const stream = await exportText(db, {
      personId: 'bench',
      ids: (tx) => listAllIds(tx, auditList, {}),
      start: () => [csvLine(auditHeader)],
      async text(tx, ids) {
        const [match, contents] = [await loadEvents(tx, ids), await loadContents(tx, ids)]
        return match.map((event) => csvLine(auditLine(event, contents.get(event.id)!))).join('')
      },
    })
    for await (const _ of stream);
  })
  print(`exported as CSV in ${(exportMs / 1_000).toFixed(1)} s, ${rate(exportMs)}\n`)

  const eventId = (await sql<{ id: string }>`select id from audit_events order by at limit 1 offset 999`.execute(db)).rows[0]!.id
  const list = async ({ search, ...query }: ListQuery) => {
    const { ids } = await findPage(db, auditList, query, await findNamed(db, search))
    return loadEvents(db, ids)
  }
  const page = Math.floor(events / 50)
  const shapes: [string, () => Promise<unknown>][] = [
    ['one event by ID', () => loadEvents(db, [eventId])],
    ['first page', () => list({})],
    ['by person', () => list({ filter: `person==${people[7]!.id}` })],
    ['by subject', () => list({ filter: `subject==${'cfcd2084-95d5-65ef-66e7-dff9f98764da'}` })],
    ['by person, denied', () => list({ filter: `person==${people[49]!.id};outcome==denied` })],
    ['one week', () => list({ filter: 'at=gt=2026-01-01;at=lt=2026-01-08' })],
    ['search by name', () => list({ search: people[7]!.displayName })],
    [`page ${page.toLocaleString('en')}`, () => list({ page })],
  ]
  const times = new Map(shapes.map(([name]) => [name, [] as number[]]))
  // Shapes take turns, so that other load on the machine affects all of them equally.
  for (let round = 0; round < rounds; round++) for (const [name, callback] of shapes) times.get(name)!.push(await measure(callback))
  const median = (name: string) => quantile(times.get(name)!, 0.5)
  const ratioOf = (name: string) => median(name) / median('one event by ID')
  printTable(
    ['list', 'p50 ms', 'p95 ms', 'ratio p50'],
    shapes.map(([name]) => [name, ...[median(name), quantile(times.get(name)!, 0.95), ratioOf(name)].map((each) => each.toFixed(2))]),
  )
  report('first page of events', ratioOf('first page'))

  // The cost of an event with its checks and indexes is compared with the cost of the same row in a table that has only a key.
  await sql`create table bare_events (like audit_events including defaults); alter table bare_events add primary key (id)`.execute(db)
  const actor = {
    kind: 'person' as const,
    id: people[0]!.id,
    displayName: 'x',
    email: null,
    admin: true,
    auditor: false,
    credential: 'session:1',
  }
  const record = {
    actor,
    operation: 'updateTower',
    outcome: 'allowed' as const,
    subject: { kind: 'tower', id: randomUUID() },
    before: { a: 1 },
    after: { a: 2 },
  }
  const costs: { event: number[]; baseline: number[] } = { event: [], baseline: [] }
  for (let round = 0; round < rounds * 10; round++) {
    costs.event.push(await measure(() => writeAudit(db, { ...record, requestId: randomUUID() })))
    costs.baseline.push(
      await measure(() =>
        sql`insert into bare_events (id, actor_id, actor_name, credential, operation, subject_kind, subject_id, before, after, outcome, request_id)
          values (${randomUUID()}, ${actor.id}, 'x', 'session:1', 'updateTower', 'tower', ${record.subject.id}, '{"a": 1}', '{"a": 2}', 'allowed', ${randomUUID()})`.execute(
          db,
        ),
      ),
    )
  }
  const [event, baseline] = [quantile(costs.event, 0.5), quantile(costs.baseline, 0.5)]
  print(`writing an event: ${event.toFixed(3)} ms, the row alone ${baseline.toFixed(3)} ms`)
  report('write a row with an event', event / baseline)
} finally {
  await database.close()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
