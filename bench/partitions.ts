import pg from 'pg'
import { company } from '../sample/company.ts'
import { openDatabase } from '../server/db/database.ts'
import { fillAudit } from './auditData.ts'
import { withPostgres } from './database.ts'
import { quantile } from './measure.ts'
import { printTable } from './report.ts'

/**
 * Compares the table of audit events with a copy that is partitioned by month, for decision 89. Each query runs on both tables in turn, and
 * the table shows medians. Usage: `node bench/partitions.ts [events] [months] [rounds]`.
 */
const [events, months, rounds] = [2_000_000, 36, 200].map((count, index) => Number(process.argv[index + 2] ?? count)) as [
  number,
  number,
  number,
]
const people = company().people
const copy = 'monthly_events'

const statements: [string, string, (n: number) => unknown[]][] = [
  ['latest 50', 'select id from TABLE order by at desc, id desc limit 50', () => []],
  [
    'latest 50 of a subject',
    'select id from TABLE where subject_id = md5($1)::uuid::text order by at desc, id desc limit 50',
    (n) => [String((n * 37) % 20_000)],
  ],
  [
    'latest 50 of a person',
    'select id from TABLE where actor_id = $1 order by at desc, id desc limit 50',
    (n) => [people[n % people.length]!.id],
  ],
  ['latest 50 that were denied', "select id from TABLE where outcome = 'denied' order by at desc, id desc limit 50", () => []],
  ['one event by ID', 'select * from TABLE where id = $1', (n) => [sampleIds[n % sampleIds.length]]],
  ['2,000 events by ID, as a verification', 'select count(what_salt) from TABLE where id = any ($1)', () => [sampleIds]],
  [
    'count of a month',
    "select count(*) from TABLE where at >= date_trunc('month', now()) - interval '3 months' and at < date_trunc('month', now()) - interval '2 months'",
    () => [],
  ],
  [
    'insert',
    `insert into TABLE (id, at, actor_id, actor_name, credential, operation, subject_kind, subject_id, before, after, outcome, request_id)
     values (gen_random_uuid(), now(), $1, 'Priya', 'session:1', 'updateMyAccount', 'account', md5($2)::uuid::text, '{}', '{}', 'allowed', $2)`,
    (n) => [people[n % people.length]!.id, String(n)],
  ],
]
let sampleIds: string[] = []

await withPostgres(async (url) => {
  const { db, close } = openDatabase(url)
  await fillAudit(db, events, people)
  await close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Triggers would add the same work to both tables, and prevent the change of the times.
  await client.query('alter table audit_events disable trigger user; set statement_timeout = 0')
  await client.query(`update audit_events set at = now() - (now() - at) * (${months} * 30.4 * 86400 / (${events} * 20.0))`)
  await client.query(`create table ${copy} (like audit_events including defaults including constraints) partition by range (at);
    create table ${copy}_later partition of ${copy} default`)
  for (let month = months + 1; month >= 0; month--)
    await client.query(`do $$ declare first date := date_trunc('month', now()) - interval '${month} months'; begin
      execute format('create table ${copy}_${month} partition of ${copy} for values from (%L) to (%L)', first, first + interval '1 month'); end $$`)
  const { rows: indexes } = await client.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where tablename = 'audit_events' and indexname <> 'audit_events_pkey'",
  )
  await client.query(`insert into ${copy} select * from audit_events; alter table ${copy} add primary key (id, at)`)
  for (const { indexdef } of indexes)
    await client.query(indexdef.replace(/INDEX audit_events/, `INDEX ${copy}`).replace(' ON public.audit_events ', ` ON ${copy} `))
  await client.query('vacuum full audit_events')
  await client.query('vacuum analyze')
  const found = await client.query<{ id: string }>('select id from audit_events tablesample system (1) limit 2000')
  sampleIds = found.rows.map(({ id }) => id)

  const results: string[][] = []
  for (const [title, statement, parameters] of statements) {
    const times: [number[], number[]] = [[], []]
    for (let n = 0; n < rounds; n++)
      for (const [index, table] of ['audit_events', copy].entries()) {
        const start = performance.now()
        await client.query({ name: `${title}${index}`, text: statement.replace('TABLE', table), values: parameters(n) })
        times[index]!.push(performance.now() - start)
      }
    const [one, monthly] = times.map((each) => quantile(each, 0.5)) as [number, number]
    results.push([title, one.toFixed(2), monthly.toFixed(2), (monthly / one).toFixed(1)])
  }
  printTable(['query', 'one table, ms', 'by month, ms', 'ratio'], results)
  await client.end()
})
