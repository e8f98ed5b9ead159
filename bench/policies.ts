import { v7 as uuidv7 } from 'uuid'
import { completeFacts } from '../server/approvals/completeFacts.ts'
import { describeCondition } from '../server/approvals/describeCondition.ts'
import { loadLivePolicy } from '../server/approvals/livePolicy.ts'
import { evaluateRules, type PolicyRules } from '../server/approvals/rules.ts'
import type { ApprovalFacts } from '../server/approvals/subject.ts'
import type { Db } from '../server/db/database.ts'
import { withSample } from './database.ts'
import { quantile } from './measure.ts'
import { printTable, startReport } from './report.ts'

/**
 * Measures the cost of evaluating the policy of one request: reading the live policy and the facts, and evaluating the rules of the
 * sample's policy and of the largest allowed policy. One insert and one lookup by ID on the same database are measured for comparison.
 * Usage: `node bench/policies.ts [rounds]`.
 */
const rounds = Number(process.argv[2] ?? 500)
const report = startReport('policies')

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
    ['read the facts of a request', () => completeFacts(db, requester(), requestFacts, now)],
    ['evaluate the sample policy', () => evaluateRules(sample, facts)],
    ['evaluate 52 conditions', () => evaluateRules(largest, facts)],
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
  const median = (name: string) => quantile(times.get(name)!, 0.5)
  const ratioOf = (name: string) => median(name) / median(shapes[0]![0])
  printTable(
    ['what', 'p50 ms', 'p95 ms', 'ratio p50'],
    shapes.map(([name]) => [name, ...[median(name), quantile(times.get(name)!, 0.95), ratioOf(name)].map((each) => each.toFixed(3))]),
  )
  report('evaluate the sample policy', ratioOf('evaluate the sample policy'))
  report('evaluate 52 conditions', ratioOf('evaluate 52 conditions'))
  report('read the facts of a request', ratioOf('read the facts of a request'))
}
