import { sql } from 'kysely'
import { findApprovalSubject } from '../../../approvals/subject.ts'
import type { Db } from '../../../db/database.ts'
import type { PolicyStage, StageRule } from '../../../db/tables.ts'
import { conditionProblems } from './conditionProblems.ts'
import type { PolicyDocument, PolicyProblem } from './schemas.ts'

const relationKinds = ['towerLead', 'familyOwner', 'accountOwner', 'sandboxOwner', 'manager', 'productApprover']
/** No person has this ID, so rules resolve to approvers that don't depend on the requester. */
const nullPersonId = '00000000-0000-0000-0000-000000000000'

export async function policyProblems(db: Db, policy: PolicyDocument): Promise<PolicyProblem[]> {
  const problems: PolicyProblem[] = []
  const add = (severity: PolicyProblem['severity']) => (fieldPath: string, message: string) =>
    void problems.push({ path: fieldPath, severity, message })
  const error = add('error')
  const warning = add('warning')
  const conditions = (['reject', 'approve', 'stages'] as const).flatMap((part) =>
    policy[part].flatMap(({ when }, index) => (when === undefined ? [] : [{ path: `${part}.${index}.when`, when }])),
  )
  const conditionProblemLists = await conditionProblems(
    db,
    policy.kind,
    conditions.map(({ when }) => when),
  )
  for (const [index, list] of conditionProblemLists.entries())
    problems.push(...list.map((problem) => ({ path: conditions[index]!.path, ...problem })))
  policy.stages.forEach((stage, index) => void clockProblems(stage, `stages.${index}`, error, warning))
  if (policy.kind === 'policyChange') {
    if (policy.approve.length > 0)
      error('approve', 'Policy changes can’t be approved automatically, because another administrator must decide on each.')
    if (policy.reject.length > 0)
      error('reject', 'Policy changes can’t be rejected automatically, because such a rule could block its own removal.')
    if (!policy.stages.some(asksAdministrators))
      error(
        'stages',
        'Every policy change needs a stage that only administrators decide. Add a stage without a condition whose only approvers have the role Slipway.Admin.',
      )
  } else if (policy.kind === 'pimActivation') {
    if (policy.stages.length + policy.approve.length > 0)
      warning(
        'stages',
        'Stages and approval rules have no effect here, because Azure’s policy for a role sets its approvers. Use rejection rules only.',
      )
  } else if (policy.stages.length === 0 && policy.approve.length === 0)
    error('stages', 'Without a stage or an approval rule, requests of this kind can’t be submitted.')
  else if (!policy.stages.some(({ when }) => when === undefined) && !policy.approve.some(({ when }) => when.trim() === 'true'))
    warning(
      'stages',
      'Every stage has a condition. Requests that match none can’t be submitted, and requesters are asked to contact an administrator.',
    )
  for (const [index, stage] of policy.stages.entries()) {
    const fieldPath = `stages.${index}`
    await ruleProblems(db, policy, stage.rule, stage.minimum, `${fieldPath}.rule`, error, warning)
    if (stage.alternates) await ruleProblems(db, policy, stage.alternates, 1, `${fieldPath}.alternates`, error, warning)
  }
  return problems
}

/** If an unconditional stage has only administrators, they have to approve every request. */
function asksAdministrators({ when, rule, alternates }: PolicyStage): boolean {
  const isOnlyAdministrators = (each: StageRule) => each.kind === 'role' && each.role === 'Slipway.Admin' && !each.fallbackGroupId
  return when === undefined && isOnlyAdministrators(rule) && (!alternates || isOnlyAdministrators(alternates))
}

type ReportProblem = (fieldPath: string, message: string) => void

function clockProblems(stage: PolicyStage, fieldPath: string, error: ReportProblem, warning: ReportProblem): void {
  const { remindAfterHours, escalateAfterHours, hoursToDecide = 14 * 24, alternates } = stage
  if (escalateAfterHours !== undefined && !alternates) error(`${fieldPath}.alternates`, 'Add the alternates for the escalation.')
  if (alternates && escalateAfterHours === undefined)
    error(`${fieldPath}.escalateAfterHours`, 'Enter the number of hours after which the alternates can decide.')
  if (escalateAfterHours !== undefined && escalateAfterHours >= hoursToDecide)
    error(`${fieldPath}.escalateAfterHours`, 'The request expires before the escalation. Escalate earlier, or allow more time to decide.')
  if (remindAfterHours !== undefined && remindAfterHours >= hoursToDecide)
    warning(`${fieldPath}.remindAfterHours`, 'The request expires before the reminder, so no reminder is sent.')
}

async function ruleProblems(
  db: Db,
  policy: PolicyDocument,
  rule: StageRule,
  minimum: number,
  fieldPath: string,
  error: ReportProblem,
  warning: ReportProblem,
): Promise<void> {
  const rules = rule.kind === 'anyOf' ? (rule.of ?? []) : [rule]
  if (rule.kind !== 'anyOf' && rule.of) error(`${fieldPath}.of`, 'Only rules of the kind anyOf can contain other rules.')
  if (rule.kind === 'anyOf' && rules.length + (rule.personIds?.length ?? 0) + (rule.groupIds?.length ?? 0) === 0)
    error(fieldPath, 'Add an approver: a person, a group or a relation.')
  for (const [index, stageRule] of rules.entries()) {
    const rulePath = rule.kind === 'anyOf' ? `${fieldPath}.of.${index}` : fieldPath
    if (stageRule.kind === 'anyOf') error(rulePath, 'A rule of the kind anyOf can’t contain another one.')
    if (stageRule.kind === 'person' && !stageRule.personId) error(`${rulePath}.personId`, 'Choose the person.')
    if (stageRule.kind === 'directoryGroup' && !stageRule.groupId) error(`${rulePath}.groupId`, 'Choose the group.')
    if (stageRule.kind === 'role' && !stageRule.role) error(`${rulePath}.role`, 'Choose the role.')
    if (relationKinds.includes(stageRule.kind) && !findApprovalSubject(policy.kind).policy.relations.includes(stageRule.kind))
      warning(rulePath, `${findApprovalSubject(policy.kind).policy.name} have no such relation, so this rule has no approver.`)
  }
  const personIds = [...rules.flatMap(({ personId }) => personId ?? []), ...(rule.personIds ?? [])]
  const groupIds = [
    ...rules.flatMap(({ groupId }) => groupId ?? []),
    ...(rule.groupIds ?? []),
    ...(rule.fallbackGroupId ? [rule.fallbackGroupId] : []),
  ]
  await unknownNames(db, { personIds, groupIds }, fieldPath, error)
  if (rules.some(({ kind }) => relationKinds.includes(kind))) return
  const ruleCounts = await sql<{ count: number }>`
    select count(*) as count from rule_people(${JSON.stringify({ ...rule, fallbackGroupId: undefined })}::jsonb, null, null, '{}', ${nullPersonId}::uuid)`.execute(
    db,
  )
  const { count } = ruleCounts.rows[0]!
  if (count === 0 && !rule.fallbackGroupId) warning(fieldPath, 'This rule has no approver at the moment, so requests couldn’t be decided.')
  else if (count > 0 && count < minimum)
    warning(fieldPath, `${minimum} approvals are required, but the rule has ${count === 1 ? 'only one approver' : `only ${count}`}.`)
  else if (count > 0 && count === minimum)
    warning(fieldPath, 'All approvers of the rule must approve. Requests by one of them, or during an absence, would wait.')
}

async function unknownNames(
  db: Db,
  { personIds, groupIds }: { personIds: string[]; groupIds: string[] },
  fieldPath: string,
  error: ReportProblem,
): Promise<void> {
  if (personIds.length > 0) {
    const knownRows = await db.selectFrom('people').select(['id', 'active', 'display_name']).where('id', 'in', personIds).execute()
    for (const id of personIds) {
      const person = knownRows.find((each) => each.id === id.toLowerCase())
      if (!person) error(fieldPath, 'One of the people isn’t in the directory.')
      else if (!person.active) error(fieldPath, `${person.display_name} is disabled in the directory.`)
    }
  }
  if (groupIds.length > 0) {
    const knownRows = await db.selectFrom('directory_groups').select('id').where('id', 'in', groupIds).execute()
    if (groupIds.some((id) => !knownRows.some((group) => group.id === id.toLowerCase())))
      error(fieldPath, 'One of the groups isn’t in the directory.')
  }
}
