import { sql } from 'kysely'
import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import type { PolicyStage, StageRule } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { storeGroupMembers } from '../../../people/storeGroupMembers.ts'
import type { ApproverStage, NamedApprover } from './rules.ts'

/** Syncs the members of the approver groups before the transaction. If the directory doesn’t respond, the last known members are used. */
async function syncGroups(db: Db, clients: Clients, groups: NamedApprover[], now: Date): Promise<void> {
  if (groups.length === 0) return
  await db
    .insertInto('directory_groups')
    .values(groups.map(({ id, name }) => ({ id, display_name: name, checked_at: null })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await Promise.allSettled(groups.map(async ({ id }) => storeGroupMembers(db, id, await clients.graph.listGroupMembers(id), now)))
}

function ruleOf(approvers: NamedApprover[]): StageRule {
  const ids = (kind: NamedApprover['kind']) => approvers.filter((each) => each.kind === kind).map(({ id }) => id)
  return { kind: 'anyOf', personIds: ids('person'), groupIds: ids('group') }
}

async function canSomeoneDecide(db: Db, rule: StageRule, requesterId: string): Promise<boolean> {
  const approverRows =
    await sql`select 1 from rule_people(${JSON.stringify(rule)}::jsonb, null, null, '{}', ${requesterId}) limit 1`.execute(db)
  return approverRows.rows.length > 0
}

/**
 * Builds the approval stages from Azure’s policy for the role. Each stage needs at least one approver other than the requester.
 * @throws conflict if Azure names no approvers or none of them can decide
 */
export async function approvalStages(
  { db, clients, now }: { db: Db; clients: Clients; now: Date },
  role: string,
  stages: ApproverStage[],
  requesterId: string,
): Promise<PolicyStage[]> {
  if (stages.length === 0 || stages.some(({ primary, escalation }) => primary.length + escalation.length === 0))
    throw new Failure(
      'conflict',
      `Azure requires approval for ${role} but has no approvers for it. Ask a directory administrator to add approvers in the role’s PIM settings.`,
    )
  const groups = new Map(
    stages.flatMap(({ primary, escalation }) =>
      [...primary, ...escalation].flatMap((each) => (each.kind === 'group' ? [[each.id, each]] : [])),
    ),
  )
  await syncGroups(db, clients, [...groups.values()], now)
  const approverRows: PolicyStage[] = []
  for (const { primary, escalation, explain } of stages) {
    const effectiveApprovers = (await canSomeoneDecide(db, ruleOf(primary), requesterId)) ? primary : escalation
    if (effectiveApprovers.length === 0 || !(await canSomeoneDecide(db, ruleOf(effectiveApprovers), requesterId)))
      throw new Failure(
        'conflict',
        `None of Azure’s approvers for ${role} (${nameList(primary)}) can decide on your request. Ask a directory administrator to add others in the role’s PIM settings.`,
      )
    approverRows.push({ name: nameList(effectiveApprovers), rule: { ...ruleOf(effectiveApprovers), explain }, minimum: 1 })
  }
  return approverRows
}

const maxNames = 3

function nameList(approvers: NamedApprover[]): string {
  const names = approvers.map(({ name }) => name)
  return names.length > maxNames ? `${names.slice(0, maxNames).join(', ')} and ${names.length - maxNames} more` : names.join(', ')
}
