import { sql } from 'kysely'
import type { Static } from 'typebox'
import { evaluateCondition } from '../../../approvals/condition.ts'
import { describeCondition } from '../../../approvals/describeCondition.ts'
import type { PolicyFacts } from '../../../approvals/facts.ts'
import type { Db } from '../../../db/database.ts'
import type { PolicyStage } from '../../../db/tables.ts'
import { type PersonRef, person } from '../../../people/queries.ts'
import type { PolicyDocument, PolicyTestResponse } from './schemas.ts'

interface Relations {
  requester_id: string
  tower_id: string | null
  family_id: string | null
  catalogue_item_ids: string[]
  account_id: string | null
  sandbox_id: string | null
}

type PolicyTestResult = Static<typeof PolicyTestResponse>

/**
 * Evaluates a policy for one request, each condition separately, and writes nothing.
 * @param relations undefined for facts that were entered by hand, so that no approvers are resolved
 */
export async function evaluatePolicy(
  db: Db,
  policy: PolicyDocument,
  facts: PolicyFacts,
  relations: Relations | undefined,
): Promise<PolicyTestResult> {
  const conditions: PolicyTestResult['conditions'] = []
  const conditionHolds = (fieldPath: string, condition: string | undefined) => {
    if (condition === undefined) return true
    try {
      const isTrue = evaluateCondition(condition, facts)
      conditions.push({ path: fieldPath, result: isTrue, problem: null })
      return isTrue
    } catch (error) {
      conditions.push({
        path: fieldPath,
        result: null,
        problem: error instanceof Error ? error.message.split('\n')[0]! : 'This condition can’t be evaluated.',
      })
      return false
    }
  }
  const rejectingIndex = policy.reject.map((rule, index) => conditionHolds(`reject.${index}`, rule.when)).indexOf(true)
  const approvingIndex = policy.approve.map((rule, index) => conditionHolds(`approve.${index}`, rule.when)).indexOf(true)
  const stages = policy.stages.filter((stage, index) => conditionHolds(`stages.${index}`, stage.when))
  const presentMatch = (fieldPath: string, condition: string | undefined) => ({
    path: fieldPath,
    when: condition ?? '',
    reading: condition === undefined ? 'for every request' : describeCondition(condition),
  })
  const automaticOutcome = (branch: 'reject' | 'approve', index: number): PolicyTestResult => ({
    outcome: branch === 'reject' ? 'rejected' : 'approved',
    reason: policy[branch][index]!.reason,
    matched: [presentMatch(`${branch}.${index}`, policy[branch][index]!.when)],
    conditions,
    stages: [],
  })
  // If a condition can't be evaluated, a real request would fail, so the policy test decides nothing.
  const invalidCondition = conditions.find((each) => each.result === null)
  if (invalidCondition)
    return {
      outcome: 'noStage',
      reason: `The condition at ${invalidCondition.path} can’t be evaluated.`,
      matched: [],
      conditions,
      stages: [],
    }
  if (rejectingIndex >= 0) return automaticOutcome('reject', rejectingIndex)
  if (approvingIndex >= 0) return automaticOutcome('approve', approvingIndex)
  return {
    outcome: stages.length > 0 ? 'stages' : 'noStage',
    reason:
      stages.length > 0
        ? null
        : 'No stage matches, so this request can’t be submitted. Slipway asks the requester to contact an administrator.',
    matched: stages.map((stage) => presentMatch(`stages.${policy.stages.indexOf(stage)}`, stage.when)),
    conditions,
    stages: await Promise.all(stages.map((stage) => describeApprovers(db, stage, relations))),
  }
}

async function describeApprovers(
  db: Db,
  { name, minimum, rule }: PolicyStage,
  relations: Relations | undefined,
): Promise<PolicyTestResult['stages'][number]> {
  if (!relations) return { name, minimum, people: [], fallback: false }
  const { rows } = await sql<{ person: PersonRef; fallback: boolean }>`
    select ${person(sql`r.person_id`)} as person, r.fallback
    from rule_people(${JSON.stringify(rule)}::jsonb, ${relations.tower_id}::uuid, ${relations.family_id}::uuid, ${relations.catalogue_item_ids}::uuid[],
      ${relations.requester_id}::uuid, ${relations.account_id}::uuid, ${relations.sandbox_id}::uuid) r
    join people p on p.id = r.person_id order by p.display_name limit 50`.execute(db)
  return { name, minimum, people: rows.map((row) => row.person), fallback: rows[0]?.fallback ?? false }
}

export function latestRequest(db: Db, kind: string) {
  return pastRequests(db).where('subject_kind', '=', kind).orderBy('opened_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
}

export function pastRequests(db: Db) {
  return db
    .selectFrom('approvals')
    .select(['id', 'subject_kind', 'opened_at', 'facts'])
    .select(['requester_id', 'tower_id', 'family_id', 'catalogue_item_ids', 'account_id', 'sandbox_id'])
    .where(sql<boolean>`facts <> '{}'`)
}
