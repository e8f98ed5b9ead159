import { sql } from 'kysely'
import { conditionProblem } from '../../../approvals/condition.ts'
import { findApprovalSubject } from '../../../approvals/subject.ts'
import type { Db } from '../../../db/database.ts'
import type { PolicyStage, StageRule } from '../../../db/tables.ts'
import type { PolicyDocument, PolicyProblem } from './schemas.ts'

const related = ['towerLead', 'familyOwner', 'accountOwner', 'sandboxOwner', 'manager', 'productApprover']
/** No person has this id, so rules resolve to the approvers who are independent of the requester. */
const nobody = '00000000-0000-0000-0000-000000000000'

export async function policyProblems(db: Db, policy: PolicyDocument): Promise<PolicyProblem[]> {
  const found: PolicyProblem[] = []
  const add = (severity: PolicyProblem['severity']) => (place: string, message: string) => void found.push({ place, severity, message })
  const error = add('error')
  const warning = add('warning')
  const condition = (place: string, text: string | undefined) => {
    const problem = text === undefined ? undefined : conditionProblem(text)
    if (problem) error(place, problem)
  }
  policy.reject.forEach((rule, index) => void condition(`reject.${index}.when`, rule.when))
  policy.approve.forEach((rule, index) => void condition(`approve.${index}.when`, rule.when))
  policy.stages.forEach((stage, index) => {
    condition(`stages.${index}.when`, stage.when)
    clockProblems(stage, `stages.${index}`, error, warning)
  })
  if (policy.kind === 'policyChange') {
    if (policy.approve.length > 0)
      error('approve', 'Policy changes are never approved automatically: another administrator decides on each.')
    if (policy.reject.length > 0)
      error('reject', 'Policy changes are never rejected automatically, because such a rule could block its own removal.')
    if (!policy.stages.some(asksAdministrators))
      error(
        'stages',
        'At least one stage must ask administrators, and only them, for every policy change: a stage without a condition that names the role Slipway.Admin.',
      )
  } else if (policy.kind === 'pimActivation') {
    if (policy.stages.length + policy.approve.length > 0)
      warning('stages', 'Azure’s own policy for a role names its approvers. Only rejection rules have an effect here.')
  } else if (policy.stages.length === 0 && policy.approve.length === 0)
    error('stages', 'Without a stage or an approval rule, no request of this kind is possible.')
  else if (!policy.stages.some(({ when }) => when === undefined) && !policy.approve.some(({ when }) => when.trim() === 'true'))
    warning('stages', 'Every stage has a condition: requests that match none are rejected, with the advice to contact an administrator.')
  for (const [index, stage] of policy.stages.entries()) {
    const place = `stages.${index}`
    await ruleProblems(db, policy, stage.rule, stage.minimum, `${place}.rule`, error, warning)
    if (stage.alternates) await ruleProblems(db, policy, stage.alternates, 1, `${place}.alternates`, error, warning)
  }
  return found
}

/** An unconditional stage with only administrators applies to every request. */
function asksAdministrators({ when, rule, alternates }: PolicyStage): boolean {
  const only = (each: StageRule) => each.kind === 'role' && each.role === 'Slipway.Admin' && !each.fallbackGroupId
  return when === undefined && only(rule) && (!alternates || only(alternates))
}

type Say = (place: string, message: string) => void

function clockProblems(stage: PolicyStage, place: string, error: Say, warning: Say): void {
  const { remindAfterHours, escalateAfterHours, hoursToDecide = 14 * 24, alternates } = stage
  if (escalateAfterHours !== undefined && !alternates) error(`${place}.alternates`, 'Name the alternates for the escalation.')
  if (alternates && escalateAfterHours === undefined)
    error(`${place}.escalateAfterHours`, 'Enter after how many hours the alternates can decide.')
  if (escalateAfterHours !== undefined && escalateAfterHours >= hoursToDecide)
    error(`${place}.escalateAfterHours`, 'The request would have expired by then. Escalate earlier, or leave more time to decide.')
  if (remindAfterHours !== undefined && remindAfterHours >= hoursToDecide)
    warning(`${place}.remindAfterHours`, 'The request will have expired by then, so no reminder is sent.')
}

async function ruleProblems(
  db: Db,
  policy: PolicyDocument,
  rule: StageRule,
  minimum: number,
  place: string,
  error: Say,
  warning: Say,
): Promise<void> {
  const parts = rule.kind === 'anyOf' ? (rule.of ?? []) : [rule]
  if (rule.kind !== 'anyOf' && rule.of) error(`${place}.of`, 'Only rules of the kind anyOf can contain other rules.')
  if (rule.kind === 'anyOf' && parts.length + (rule.personIds?.length ?? 0) + (rule.groupIds?.length ?? 0) === 0)
    error(place, 'Name an approver: a person, a group or a relation.')
  for (const [index, part] of parts.entries()) {
    const at = rule.kind === 'anyOf' ? `${place}.of.${index}` : place
    if (part.kind === 'anyOf') error(at, 'A rule of the kind anyOf can’t contain another one.')
    if (part.kind === 'person' && !part.personId) error(`${at}.personId`, 'Choose the person.')
    if (part.kind === 'directoryGroup' && !part.groupId) error(`${at}.groupId`, 'Choose the group.')
    if (part.kind === 'role' && !part.role) error(`${at}.role`, 'Choose the role.')
    if (related.includes(part.kind) && !findApprovalSubject(policy.kind).policy.relations.includes(part.kind))
      warning(at, `${findApprovalSubject(policy.kind).policy.name} have no such person, so this rule names no approver.`)
  }
  const personIds = [...parts.flatMap(({ personId }) => personId ?? []), ...(rule.personIds ?? [])]
  const groupIds = [
    ...parts.flatMap(({ groupId }) => groupId ?? []),
    ...(rule.groupIds ?? []),
    ...(rule.fallbackGroupId ? [rule.fallbackGroupId] : []),
  ]
  await unknownNames(db, { personIds, groupIds }, place, error)
  if (parts.some(({ kind }) => related.includes(kind))) return
  const named = await sql<{ count: number }>`
    select count(*) as count from rule_people(${JSON.stringify({ ...rule, fallbackGroupId: undefined })}::jsonb, null, null, '{}', ${nobody}::uuid)`.execute(
    db,
  )
  const { count } = named.rows[0]!
  if (count === 0 && !rule.fallbackGroupId) warning(place, 'This rule names no approver at the moment, so no decision would be possible.')
  else if (count > 0 && count < minimum)
    warning(place, `${minimum} approvals are required, but the rule names ${count === 1 ? 'only one person' : `only ${count}`}.`)
  else if (count > 0 && count === minimum)
    warning(place, 'The rule names only as many people as must approve. Requests of these people, or during their absence, would wait.')
}

async function unknownNames(
  db: Db,
  { personIds, groupIds }: { personIds: string[]; groupIds: string[] },
  place: string,
  error: Say,
): Promise<void> {
  if (personIds.length > 0) {
    const known = await db.selectFrom('people').select(['id', 'active', 'display_name']).where('id', 'in', personIds).execute()
    for (const id of personIds) {
      const person = known.find((each) => each.id === id.toLowerCase())
      if (!person) error(place, 'One of the people isn’t in the directory.')
      else if (!person.active) error(place, `${person.display_name} is disabled in the directory.`)
    }
  }
  if (groupIds.length > 0) {
    const known = await db.selectFrom('directory_groups').select('id').where('id', 'in', groupIds).execute()
    if (groupIds.some((id) => !known.some((group) => group.id === id.toLowerCase())))
      error(place, 'One of the groups isn’t in the directory.')
  }
}
