import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { emptyFacts, type PolicyFacts } from '../server/approvals/facts.ts'
import { evaluateRules, type PolicyRules } from '../server/approvals/rules.ts'
import { type Db, inTransaction } from '../server/db/database.ts'
import { replayPolicy } from '../server/features/approvals/replay/replayPolicy.ts'
import { withSample } from './database.ts'
import { startReport } from './report.ts'

/**
 * Measures a replay of a draft over past requests, most of which change. The evaluation of both policies in memory and the read of the
 * requests are measured for comparison. Usage: `node bench/policyReplay.ts [requests …]`, by default 10,000 and 100,000.
 */
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000]
const report = startReport('policyReplay')

await withSample(async (db) => {
  const msEach: number[] = []
  let existingCount = 0
  for (const size of sizes) {
    await fill(db, existingCount, size)
    existingCount = Math.max(existingCount, size)
    msEach.push(await measure(db, size))
  }
  report('replay, each request', ...msEach)
})

function livePolicy(db: Db) {
  return db
    .selectFrom('approval_policies')
    .selectAll()
    .where('subject_kind', '=', 'accountRequest')
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
}

function factsOf(n: number): PolicyFacts {
  const facts = emptyFacts()
  Object.assign(facts.request, { budget: (n % 40) * 50, items: ['Key vault', 'Web app'], region: 'uksouth', connectivity: 'corporate' })
  Object.assign(facts.target, { environment: ['production', 'preproduction', 'test', 'development'][n % 4], name: `bench-${n}` })
  Object.assign(facts.risk, { score: n % 90, reasons: ['Production environment (+15).'] })
  return facts
}

async function fill(to: Db, from: number, size: number): Promise<void> {
  const policy = await livePolicy(to)
  const people = (await to.selectFrom('people').select('id').orderBy('id').execute()).map(({ id }) => id)
  const families = await to.selectFrom('families').select(['id', 'tower_id']).orderBy('id').execute()
  for (let start = from; start < size; start += 5_000) {
    const chunk = Array.from({ length: Math.min(5_000, size - start) }, (_, index) => {
      const n = start + index
      const facts = factsOf(n)
      const family = families[n % families.length]!
      const result = evaluateRules(policy, facts)
      const openedDate = new Date(Date.now() - 3_600_000 - (n % (89 * 24)) * 3_600_000)
      const stages = result.outcome === 'stages' ? result.stages : []
      return {
        id: uuidv7(),
        facts,
        requester: people[n % people.length],
        family: family.id,
        tower: family.tower_id,
        opened: openedDate,
        stages,
      }
    })
    await inTransaction(to, async (tx) => {
      // The triggers are disabled, because an approval can't be inserted as approved.
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`insert into approvals (id, subject_kind, subject_id, requester_id, policy_id, policy_version, tower_id, family_id, status, stage, opened_at, due_at, closed_at, facts)
        select x.id, 'accountRequest', x.id, x.requester, ${policy.id}, ${policy.version}, x.tower, x.family, 'approved', 2, x.opened, x.opened + interval '14 days', x.opened + interval '9 hours', x.facts
        from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as x (id uuid, requester uuid, tower uuid, family uuid, opened timestamptz, facts jsonb)`.execute(
        tx,
      )
      await sql`insert into approval_stages (approval_id, stage, name, rule, minimum, status, opened_at, closed_at)
        select x.id, s.n, s.stage->>'name', s.stage->'rule', (s.stage->>'minimum')::int, 'approved', x.opened + (s.n - 1) * interval '4 hours', x.opened + s.n * interval '4 hours'
        from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as x (id uuid, opened timestamptz, stages jsonb)
        cross join lateral jsonb_array_elements(x.stages) with ordinality s (stage, n)`.execute(tx)
    })
  }
  await sql`analyze`.execute(to)
}

/** Returns the time for each request, in milliseconds. */
async function measure(db: Db, size: number): Promise<number> {
  const live = await livePolicy(db)
  const draft: PolicyRules = {
    reject: [{ when: 'target.environment == "production" && risk.score >= 80.0', reason: 'The risk is too high.' }],
    approve: [{ when: 'target.environment in ["development", "test"] && request.budget <= 500.0', reason: 'The budget is small.' }],
    stages: [...live.stages, { name: 'Risk', rule: { kind: 'role', role: 'Slipway.Admin' }, minimum: 1, when: 'risk.score >= 60.0' }],
  }
  await db.deleteFrom('approval_policies').where('id', '=', live.id).where('status', '=', 'draft').execute()
  await db
    .insertInto('approval_policies')
    .values({
      id: live.id,
      version: live.version + 1,
      subject_kind: live.subject_kind,
      name: live.name,
      reject: JSON.stringify(draft.reject),
      approve: JSON.stringify(draft.approve),
      stages: JSON.stringify(draft.stages),
    })
    .execute()
  const replayId = uuidv7()
  const until = new Date()
  const person = await db.selectFrom('people').select('id').limit(1).executeTakeFirstOrThrow()
  await db
    .insertInto('policy_replays')
    .values({
      id: replayId,
      policy_id: live.id,
      policy_version: live.version + 1,
      subject_kind: live.subject_kind,
      days: 90,
      rules: JSON.stringify(draft),
      from_at: new Date(until.getTime() - 90 * 86_400_000),
      until_at: until,
      total: size,
      started_by: person.id,
      started_at: until,
    })
    .execute()
  const allFacts = Array.from({ length: size }, (_, n) => factsOf(n))
  const evaluationSeconds = await seconds(async () => {
    for (const facts of allFacts) {
      evaluateRules(live, facts)
      evaluateRules(draft, facts)
    }
  })
  const readSeconds = await seconds(() =>
    sql`select a.*, (select jsonb_agg(s) from approval_stages s where s.approval_id = a.id) from approvals a where subject_kind = 'accountRequest'`.execute(
      db,
    ),
  )
  global.gc?.()
  const rssBefore = process.memoryUsage().rss
  let max = rssBefore
  const watch = setInterval(() => (max = Math.max(max, process.memoryUsage().rss)), 50)
  const elapsedSeconds = await seconds(() => replayPolicy({ db, now: () => new Date() }, { replayId }))
  clearInterval(watch)
  const { checked, unrecorded } = await db.selectFrom('policy_replays').selectAll().where('id', '=', replayId).executeTakeFirstOrThrow()
  const { changed } = await db
    .selectFrom('policy_replay_changes')
    .select(({ fn }) => fn.countAll<number>().as('changed'))
    .where('replay_id', '=', replayId)
    .executeTakeFirstOrThrow()
  const msEach = (elapsedSeconds * 1_000) / checked
  const mb = (bytes: number) => Math.round(bytes / 1_048_576)
  process.stdout.write(
    `${size.toLocaleString('en')} requests: ${elapsedSeconds.toFixed(1)} s (${msEach.toFixed(2)} ms each), ${checked - unrecorded} of ${checked} with facts, ${changed} with another outcome; both policies on facts in memory ${evaluationSeconds.toFixed(2)} s (${((evaluationSeconds * 500_000) / size).toFixed(1)} µs per decision), reading the requests with their stages ${readSeconds.toFixed(1)} s; memory ${mb(rssBefore)} MB before, ${mb(max)} MB at most.\n`,
  )
  return msEach
}

async function seconds(callback: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await callback()
  return (performance.now() - from) / 1_000
}
