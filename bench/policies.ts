import { v7 as uuidv7 } from 'uuid'
import { completeFacts } from '../server/approvals/completeFacts.ts'
import { describeCondition } from '../server/approvals/describeCondition.ts'
import { loadLivePolicy } from '../server/approvals/livePolicy.ts'
import { evaluateRules, type PolicyRules } from '../server/approvals/rules.ts'
import type { ApprovalFacts } from '../server/approvals/subject.ts'
import type { Db } from '../server/db/database.ts'
import { withSample } from './database.ts'

/**
 * Measures the cost of evaluating the policy of one request: reading the live policy and the facts, and evaluating the rules of the
 * sample's policy and of the largest allowed policy. One insert and one lookup by ID on the same database are measured for comparison.
 * Usage: `node bench/policies.ts [rounds]`.
 */
const rounds = Number(process.argv[2] ?? 500)

await withSample(measure)

async function measure(db: Db): Promise<void> {
  const account = await db.selectFrom('accounts').selectAll().where('status', '=', 'active').limit(1).executeTakeFirstOrThrow()
  const people = await db.selectFrom('people').select('id').where('active', '=', true).limit(50).execute()
  const requestFacts: ApprovalFacts = {
    towerId: account.tower_id,
    familyId: account.family_id,
    catalogueItemIds: account.catalogue_item_ids,
    accountId: account.id,
    request: { change: 'catalogue' },
  }
  const now = new Date()
  const facts = await completeFacts(db, people[0]!.id, requestFacts, now)
  const sample = await loadLivePolicy(db, 'accountUpdate')
  const when =
    'request.budget > 1e9 || (target.environment == "nowhere" && request.items.exists(item, item.startsWith("None"))) || risk.score > 100.0'
  const rule = { when, reason: 'This rule never matches.' }
  const stage = { name: 'Unused', rule: { kind: 'manager' as const }, minimum: 1, when }
  const largest: PolicyRules = {
    reject: Array.from({ length: 20 }, () => rule),
    approve: Array.from({ length: 20 }, () => rule),
    stages: Array.from({ length: 12 }, () => stage),
  }
  let turn = 0
  const requester = () => people[turn++ % people.length]!.id
  const shapes: [string, () => unknown][] = [
    ['one look-up by ID', () => db.selectFrom('people').select('id').where('id', '=', requester()).execute()],
    ['one insert', () => db.insertInto('directory_cursors').values({ name: uuidv7(), link: 'bench' }).execute()],
    ['the live policy', () => loadLivePolicy(db, 'accountUpdate')],
    ['the facts of a request', () => completeFacts(db, requester(), requestFacts, now)],
    ['policy decision, sample policy', () => evaluateRules(sample, facts)],
    ['policy decision, 52 false conditions', () => evaluateRules(largest, facts)],
    ['the description of a condition', () => describeCondition(when)],
  ]
  const times = new Map<string, number[]>(shapes.map(([name]) => [name, []]))
  for (const [, callback] of shapes) for (let warmupIndex = 0; warmupIndex < 20; warmupIndex++) await callback()
  for (let round = 0; round < rounds; round++)
    for (const [name, callback] of shapes) {
      const from = performance.now()
      await callback()
      times.get(name)!.push(performance.now() - from)
    }
  const quantile = (name: string, part: number) => {
    const sortedTimes = times.get(name)!.toSorted((left, right) => left - right)
    return sortedTimes[Math.floor(sortedTimes.length * part)]!
  }
  const base = quantile('one look-up by ID', 0.5)
  process.stdout.write('| what | p50 ms | p95 ms | ratio p50 |\n| --- | --- | --- | --- |\n')
  for (const [name] of shapes)
    process.stdout.write(
      `| ${name} | ${quantile(name, 0.5).toFixed(3)} | ${quantile(name, 0.95).toFixed(3)} | ${(quantile(name, 0.5) / base).toFixed(3)} |\n`,
    )
}
