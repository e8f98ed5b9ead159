import { sql } from 'kysely'
import { conditionProblem } from '../../../approvals/condition.ts'
import type { Db } from '../../../db/database.ts'
import type { PolicyStage, StageRule } from '../../../db/tables.ts'
import { policyChangeKind, policyKinds } from './kinds.ts'
import type { PolicyDocument, PolicyProblem } from './schemas.ts'

const related = ['towerLead', 'familyOwner', 'accountOwner', 'sandboxOwner', 'manager', 'productApprover']
/** A requester nobody is, for asking whom a rule names whoever asks. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** What is wrong with a policy, each with its place, and what deserves a second look. */
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
  if (policy.kind === policyChangeKind) {
    if (policy.approve.length > 0)
      error('approve', 'Changes of policies are never approved at once: another administrator decides on each.')
    if (policy.reject.length > 0)
      error('reject', 'Changes of policies are never refused at once: such a rule could stand in the way of its own removal.')
    if (!policy.stages.some(asksAdministrators))
      error(
        'stages',
        'At least one stage has to ask administrators, and nobody else, for every change of a policy: a stage without a condition that names the role Slipway.Admin.',
      )
  } else if (policy.kind === 'pimActivation') {
    if (policy.stages.length + policy.approve.length > 0)
      warning('stages', 'Azure’s own policy for a role says who approves it. Only what is refused here has an effect.')
  } else if (policy.stages.length === 0 && policy.approve.length === 0)
    error('stages', 'Without a stage or a rule that approves, nothing of this kind could be asked for.')
  else if (!policy.stages.some(({ when }) => when === undefined) && !policy.approve.some(({ when }) => when.trim() === 'true'))
    warning('stages', 'Every stage has a condition: a request for which none holds is refused, with the advice to ask an administrator.')
  for (const [index, stage] of policy.stages.entries()) {
    const place = `stages.${index}`
    await ruleProblems(db, policy, stage.rule, stage.minimum, `${place}.rule`, error, warning)
    if (stage.alternates) await ruleProblems(db, policy, stage.alternates, 1, `${place}.alternates`, error, warning)
  }
  return found
}

/** Nobody but an administrator decides on this stage, whatever becomes of it, and it is for every request. */
function asksAdministrators({ when, rule, alternates }: PolicyStage): boolean {
  const only = (each: StageRule) => each.kind === 'role' && each.role === 'Slipway.Admin' && !each.fallbackGroupId
  return when === undefined && only(rule) && (!alternates || only(alternates))
}

type Say = (place: string, message: string) => void

function clockProblems(stage: PolicyStage, place: string, error: Say, warning: Say): void {
  const { remindAfterHours, escalateAfterHours, hoursToDecide = 14 * 24, alternates } = stage
  if (escalateAfterHours !== undefined && !alternates) error(`${place}.alternates`, 'Say who may decide too once it is escalated.')
  if (alternates && escalateAfterHours === undefined)
    error(`${place}.escalateAfterHours`, 'Say after how many hours the alternates may decide.')
  if (escalateAfterHours !== undefined && escalateAfterHours >= hoursToDecide)
    error(`${place}.escalateAfterHours`, 'It would have expired by then. Escalate earlier, or leave more time to decide.')
  if (remindAfterHours !== undefined && remindAfterHours >= hoursToDecide)
    warning(`${place}.remindAfterHours`, 'It will have expired by then, so nobody is reminded.')
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
  if (rule.kind !== 'anyOf' && rule.of) error(`${place}.of`, 'Only a rule of the kind anyOf has others in it.')
  if (rule.kind === 'anyOf' && parts.length + (rule.personIds?.length ?? 0) + (rule.groupIds?.length ?? 0) === 0)
    error(place, 'Name somebody: a person, a group or a relation.')
  for (const [index, part] of parts.entries()) {
    const at = rule.kind === 'anyOf' ? `${place}.of.${index}` : place
    if (part.kind === 'anyOf') error(at, 'A rule of the kind anyOf cannot hold another one.')
    if (part.kind === 'person' && !part.personId) error(`${at}.personId`, 'Name the person.')
    if (part.kind === 'directoryGroup' && !part.groupId) error(`${at}.groupId`, 'Name the group.')
    if (part.kind === 'role' && !part.role) error(`${at}.role`, 'Name the role.')
    if (related.includes(part.kind) && !(policyKinds[policy.kind].relations as readonly string[]).includes(part.kind))
      warning(at, `${policyKinds[policy.kind].name} have no such person, so this names nobody.`)
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
  if (count === 0 && !rule.fallbackGroupId) warning(place, 'This names nobody at present, so nobody could decide.')
  else if (count > 0 && count < minimum)
    warning(place, `${minimum} have to approve and it names ${count === 1 ? 'only one person' : `only ${count}`}.`)
  else if (count > 0 && count === minimum)
    warning(place, 'It names no more people than have to approve: their own requests, or those of anyone away, would wait.')
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
      if (!person) error(place, 'One of those named is not a person in the directory.')
      else if (!person.active) error(place, `${person.display_name} is disabled in the directory.`)
    }
  }
  if (groupIds.length > 0) {
    const known = await db.selectFrom('directory_groups').select('id').where('id', 'in', groupIds).execute()
    if (groupIds.some((id) => !known.some((group) => group.id === id.toLowerCase())))
      error(place, 'One of the groups named is not in the directory.')
  }
}
