import { sql } from 'kysely'
import type { Static } from 'typebox'
import { holds } from '../../../approvals/condition.ts'
import type { PolicyFacts } from '../../../approvals/facts.ts'
import { reading } from '../../../approvals/reading.ts'
import type { Db } from '../../../db/database.ts'
import type { PolicyStage } from '../../../db/tables.ts'
import { type PersonRef, person } from '../../../people/queries.ts'
import type { PolicyDocument, PolicyTrial } from './schemas.ts'

/** Rules resolve approvers from these columns of a past request. */
export interface Relations {
  requester_id: string
  tower_id: string | null
  family_id: string | null
  catalogue_item_ids: string[]
  account_id: string | null
  sandbox_id: string | null
}

type Trial = Static<typeof PolicyTrial>

/**
 * Evaluates a policy for one request, with each condition on its own, and writes nothing. @param of lets it resolve the approvers;
 * undefined when the requester is unknown
 */
export async function tryPolicy(db: Db, policy: PolicyDocument, facts: PolicyFacts, of: Relations | undefined): Promise<Trial> {
  const conditions: Trial['conditions'] = []
  const said = (place: string, when: string | undefined) => {
    if (when === undefined) return true
    try {
      const so = holds(when, facts)
      conditions.push({ place, holds: so, problem: null })
      return so
    } catch (error) {
      conditions.push({
        place,
        holds: null,
        problem: error instanceof Error ? error.message.split('\n')[0]! : 'This condition can’t be evaluated.',
      })
      return false
    }
  }
  const refused = policy.reject.map((rule, index) => said(`reject.${index}`, rule.when)).indexOf(true)
  const passed = policy.approve.map((rule, index) => said(`approve.${index}`, rule.when)).indexOf(true)
  const stages = policy.stages.filter((stage, index) => said(`stages.${index}`, stage.when))
  const matched = (place: string, when: string | undefined) => ({
    place,
    when: when ?? '',
    reading: when === undefined ? 'for every request' : reading(when),
  })
  const atOnce = (list: 'reject' | 'approve', index: number): Trial => ({
    outcome: list === 'reject' ? 'rejected' : 'approved',
    because: policy[list][index]!.because,
    matched: [matched(`${list}.${index}`, policy[list][index]!.when)],
    conditions,
    stages: [],
  })
  // A condition that can't be evaluated would make a real request fail, so nothing is decided.
  const broken = conditions.find((each) => each.holds === null)
  if (broken)
    return { outcome: 'unruled', because: `The condition at ${broken.place} can’t be evaluated.`, matched: [], conditions, stages: [] }
  if (refused >= 0) return atOnce('reject', refused)
  if (passed >= 0) return atOnce('approve', passed)
  return {
    outcome: stages.length > 0 ? 'stages' : 'unruled',
    because: stages.length > 0 ? null : 'No stage matches: the request would be rejected, with the advice to contact an administrator.',
    matched: stages.map((stage) => matched(`stages.${policy.stages.indexOf(stage)}`, stage.when)),
    conditions,
    stages: await Promise.all(stages.map((stage) => whoDecides(db, stage, of))),
  }
}

async function whoDecides(db: Db, { name, minimum, rule }: PolicyStage, of: Relations | undefined): Promise<Trial['stages'][number]> {
  if (!of) return { name, minimum, people: [], fallback: false }
  const { rows } = await sql<{ person: PersonRef; fallback: boolean }>`
    select ${person(sql`r.person_id`)} as person, r.fallback
    from rule_people(${JSON.stringify(rule)}::jsonb, ${of.tower_id}::uuid, ${of.family_id}::uuid, ${of.catalogue_item_ids}::uuid[],
      ${of.requester_id}::uuid, ${of.account_id}::uuid, ${of.sandbox_id}::uuid) r
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
