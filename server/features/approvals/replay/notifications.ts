import { sql } from 'kysely'
import type { UsualWait } from '../../../approvals/requestSchemas.ts'
import { defaultHours } from '../../../approvals/stages.ts'
import type { Db } from '../../../db/database.ts'
import type { PolicyStage, StageRule } from '../../../db/tables.ts'
import type { Comparison, PastStage } from './compare.ts'
import { findSameStage } from './waits.ts'

export interface RequestRelations {
  tower_id: string | null
  family_id: string | null
  catalogue_item_ids: string[]
  requester_id: string
  /** Other user accounts of the requester are excluded too. */
  requester_employee: string | null
  account_id: string | null
  sandbox_id: string | null
}
type ApproverLookup = { rule: StageRule } & Omit<RequestRelations, 'requester_employee'>
interface ReplayPerson {
  person_id: string
  employee_id: string | null
}

const nullPersonId = '00000000-0000-0000-0000-000000000000'
const maxKnown = 20_000

export class RecipientLookup {
  readonly #known = new Map<string, ReplayPerson[]>()
  #wanted = new Map<string, ApproverLookup>()

  begin(): void {
    if (this.#known.size > maxKnown) this.#known.clear()
  }

  add(rule: StageRule, requestScope: RequestRelations): void {
    for (const lookup of lookupsOf(rule, requestScope)) {
      const key = JSON.stringify(lookup)
      if (!this.#known.has(key)) this.#wanted.set(key, lookup)
    }
  }

  async ask(db: Db): Promise<void> {
    const lookups = [...this.#wanted]
    this.#wanted = new Map()
    if (lookups.length === 0) return
    for (const [key] of lookups) this.#known.set(key, [])
    const { rows } = await sql<ReplayPerson & { n: number }>`
      select distinct q.n, p.id as person_id, p.employee_id
      from jsonb_to_recordset(${JSON.stringify(lookups.map(([, lookup], n) => ({ n, ...lookup })))}::jsonb)
        as q (n int, rule jsonb, tower_id uuid, family_id uuid, catalogue_item_ids jsonb, requester_id uuid, account_id uuid, sandbox_id uuid)
      cross join lateral rule_people(q.rule, q.tower_id, q.family_id,
        array(select jsonb_array_elements_text(q.catalogue_item_ids)::uuid), q.requester_id, q.account_id, q.sandbox_id) r
      join people p on p.id = r.person_id`.execute(db)
    for (const { n, ...person } of rows) this.#known.get(lookups[n]![0])!.push(person)
  }

  /** Returns active people without the requester. If the rule has no such people, the members of the fallback group are returned. */
  of(rule: StageRule, requestScope: RequestRelations): string[] {
    for (const lookup of lookupsOf(rule, requestScope)) {
      const candidates = (this.#known.get(JSON.stringify(lookup)) ?? []).filter(
        ({ person_id, employee_id }) =>
          person_id !== requestScope.requester_id && (employee_id === null || employee_id !== requestScope.requester_employee),
      )
      if (candidates.length > 0) return candidates.map(({ person_id }) => person_id)
    }
    return []
  }
}

/** Returns the lookup for a rule and its fallback. Columns that they don't use are left out, so that many requests share one lookup. */
function lookupsOf({ fallbackGroupId, ...rule }: StageRule, requestScope: RequestRelations): ApproverLookup[] {
  const kinds = new Set([rule.kind, ...(rule.kind === 'anyOf' ? (rule.of ?? []).map(({ kind }) => kind) : [])])
  const emptyScope = {
    tower_id: null,
    family_id: null,
    catalogue_item_ids: [],
    requester_id: nullPersonId,
    account_id: null,
    sandbox_id: null,
  }
  const ruleLookup: ApproverLookup = {
    rule,
    tower_id: kinds.has('towerLead') ? requestScope.tower_id : null,
    family_id: kinds.has('familyOwner') ? requestScope.family_id : null,
    catalogue_item_ids: kinds.has('productApprover') ? requestScope.catalogue_item_ids : [],
    requester_id: kinds.has('manager') ? requestScope.requester_id : nullPersonId,
    account_id: kinds.has('accountOwner') ? requestScope.account_id : null,
    sandbox_id: kinds.has('sandboxOwner') ? requestScope.sandbox_id : null,
  }
  return fallbackGroupId ? [ruleLookup, { ...emptyScope, rule: { kind: 'directoryGroup', groupId: fallbackGroupId } }] : [ruleLookup]
}

type Stage = Omit<PolicyStage, 'when'>
const rulesOf = (stages: readonly Stage[]) => stages.flatMap(({ rule, alternates }) => (alternates ? [rule, alternates] : [rule]))

export function fetchAccountFacts(
  people: RecipientLookup,
  requestScope: RequestRelations,
  { actualStages, simulatedStages }: Comparison,
): void {
  for (const rule of rulesOf([...actualStages, ...simulatedStages])) people.add(rule, requestScope)
}

/**
 * Counts notifications per person: when a stage opens, with the reminder, and to the alternates on escalation. The waiting time is that of
 * the stage, or the usual time of stages with the same name. Every stage counts, as if it had been opened.
 */
export function notificationsOf(
  people: RecipientLookup,
  requestScope: RequestRelations,
  stages: readonly Stage[],
  { actualStages, usual }: { actualStages: readonly PastStage[]; usual: ReadonlyMap<string, UsualWait> },
): Map<string, number> {
  const countByPerson = new Map<string, number>()
  const countRecipients = (rule: StageRule) => {
    for (const person of people.of(rule, requestScope)) countByPerson.set(person, (countByPerson.get(person) ?? 0) + 1)
  }
  for (const stage of stages) {
    const matchingStage = findSameStage(stage, actualStages)
    const expectedWait =
      matchingStage?.openedAt && matchingStage.closedAt
        ? (new Date(matchingStage.closedAt).getTime() - new Date(matchingStage.openedAt).getTime()) / 3_600_000
        : (usual.get(stage.name)?.medianHours ?? 0)
    countRecipients(stage.rule)
    if (expectedWait > (stage.remindAfterHours ?? defaultHours.remindAfter)) countRecipients(stage.rule)
    if (stage.alternates && stage.escalateAfterHours !== undefined && expectedWait > stage.escalateAfterHours)
      countRecipients(stage.alternates)
  }
  return countByPerson
}
