import { sql } from 'kysely'
import { defaultHours } from '../../../approvals/stages.ts'
import type { Db } from '../../../db/database.ts'
import type { PolicyStage, StageRule } from '../../../db/tables.ts'
import type { Comparison, PastStage } from './compare.ts'
import { sameStage, type UsualWait } from './waits.ts'

export interface RequestPlace {
  tower_id: string | null
  family_id: string | null
  catalogue_item_ids: string[]
  requester_id: string
  /** Other accounts of the same person are never asked either. */
  requester_employee: string | null
  account_id: string | null
  sandbox_id: string | null
}
type Question = { rule: StageRule } & Omit<RequestPlace, 'requester_employee'>
interface Somebody {
  person_id: string
  employee_id: string | null
}

const nobody = '00000000-0000-0000-0000-000000000000'
const maxKnown = 20_000

/** Resolves the approvers of rules as of now. Each question is asked once, however many requests have it. */
export class PeopleAsked {
  readonly #known = new Map<string, Somebody[]>()
  #wanted = new Map<string, Question>()

  /** Called before each batch; the cache is kept while it is small. */
  begin(): void {
    if (this.#known.size > maxKnown) this.#known.clear()
  }

  add(rule: StageRule, place: RequestPlace): void {
    for (const question of questionsOf(rule, place)) {
      const key = JSON.stringify(question)
      if (!this.#known.has(key)) this.#wanted.set(key, question)
    }
  }

  async ask(db: Db): Promise<void> {
    const wanted = [...this.#wanted]
    this.#wanted = new Map()
    if (wanted.length === 0) return
    for (const [key] of wanted) this.#known.set(key, [])
    const { rows } = await sql<Somebody & { n: number }>`
      select distinct q.n, p.id as person_id, p.employee_id
      from jsonb_to_recordset(${JSON.stringify(wanted.map(([, question], n) => ({ n, ...question })))}::jsonb)
        as q (n int, rule jsonb, tower_id uuid, family_id uuid, catalogue_item_ids jsonb, requester_id uuid, account_id uuid, sandbox_id uuid)
      cross join lateral rule_people(q.rule, q.tower_id, q.family_id,
        array(select jsonb_array_elements_text(q.catalogue_item_ids)::uuid), q.requester_id, q.account_id, q.sandbox_id) r
      join people p on p.id = r.person_id`.execute(db)
    for (const { n, ...somebody } of rows) this.#known.get(wanted[n]![0])!.push(somebody)
  }

  /** Returns active people without the requester; the fallback group's members where the rule has no others. */
  of(rule: StageRule, place: RequestPlace): string[] {
    for (const question of questionsOf(rule, place)) {
      const found = (this.#known.get(JSON.stringify(question)) ?? []).filter(
        ({ person_id, employee_id }) =>
          person_id !== place.requester_id && (employee_id === null || employee_id !== place.requester_employee),
      )
      if (found.length > 0) return found.map(({ person_id }) => person_id)
    }
    return []
  }
}

/** Returns the rule and its fallback. Columns that they don't use are left out, so that many requests share a question. */
function questionsOf({ fallbackGroupId, ...rule }: StageRule, place: RequestPlace): Question[] {
  const kinds = new Set([rule.kind, ...(rule.kind === 'anyOf' ? (rule.of ?? []).map(({ kind }) => kind) : [])])
  const nowhere = { tower_id: null, family_id: null, catalogue_item_ids: [], requester_id: nobody, account_id: null, sandbox_id: null }
  const named: Question = {
    rule,
    tower_id: kinds.has('towerLead') ? place.tower_id : null,
    family_id: kinds.has('familyOwner') ? place.family_id : null,
    catalogue_item_ids: kinds.has('productApprover') ? place.catalogue_item_ids : [],
    requester_id: kinds.has('manager') ? place.requester_id : nobody,
    account_id: kinds.has('accountOwner') ? place.account_id : null,
    sandbox_id: kinds.has('sandboxOwner') ? place.sandbox_id : null,
  }
  return fallbackGroupId ? [named, { ...nowhere, rule: { kind: 'directoryGroup', groupId: fallbackGroupId } }] : [named]
}

type Stage = Omit<PolicyStage, 'when'>
const rulesOf = (stages: readonly Stage[]) => stages.flatMap(({ rule, alternates }) => (alternates ? [rule, alternates] : [rule]))

export function fetchFor(people: PeopleAsked, place: RequestPlace, { wasStages, wouldStages }: Comparison): void {
  for (const rule of rulesOf([...wasStages, ...wouldStages])) people.add(rule, place)
}

/**
 * Counts notifications per person: when a stage opens, with the reminder, and to the alternates on escalation, by the time that it took or
 * that stages of its name usually take. Every stage counts as if it had opened.
 */
export function notificationsOf(
  people: PeopleAsked,
  place: RequestPlace,
  stages: readonly Stage[],
  { wasStages, usual }: { wasStages: readonly PastStage[]; usual: ReadonlyMap<string, UsualWait> },
): Map<string, number> {
  const countByPerson = new Map<string, number>()
  const countRecipients = (rule: StageRule) => {
    for (const person of people.of(rule, place)) countByPerson.set(person, (countByPerson.get(person) ?? 0) + 1)
  }
  for (const stage of stages) {
    const known = sameStage(stage, wasStages)
    const took =
      known?.openedAt && known.closedAt
        ? (new Date(known.closedAt).getTime() - new Date(known.openedAt).getTime()) / 3_600_000
        : (usual.get(stage.name)?.median ?? 0)
    countRecipients(stage.rule)
    if (took > (stage.remindAfterHours ?? defaultHours.remindAfter)) countRecipients(stage.rule)
    if (stage.alternates && stage.escalateAfterHours !== undefined && took > stage.escalateAfterHours) countRecipients(stage.alternates)
  }
  return countByPerson
}
