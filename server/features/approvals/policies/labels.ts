import { describeCondition } from '../../../approvals/describeCondition.ts'
import { defaultHours } from '../../../approvals/stages.ts'
import type { AutomaticRule, PolicyStage, StageRule } from '../../../db/tables.ts'
import type { ApprovedKind } from '../../../subjects/kinds.ts'

export type Names = ReadonlyMap<string, string>

export const relationLabels = {
  towerLead: 'a lead of the tower',
  familyOwner: 'an owner of the family',
  accountOwner: 'an owner of the account',
  sandboxOwner: 'an owner of the sandbox',
  manager: 'the requester’s manager',
  productApprover: 'an approver of one of the catalogue items',
} as const satisfies Partial<Record<StageRule['kind'], string>>
/** Azure decides on roles, so stages and approval rules of this policy have no effect. */
export const azureApprovers = 'the approvers in the role’s Azure settings'
const roles: Record<string, string> = { 'Slipway.Admin': 'an administrator', 'Slipway.Auditor': 'an auditor' }

const nameIn = (names: Names, id: string | undefined, description: string) =>
  (id && names.get(id.toLowerCase())) || `a ${description} that no longer exists`
const joinWithOr = (options: string[]) => [options.slice(0, -1).join(', '), options.at(-1)].filter(Boolean).join(' or ')

function ruleLabels(rule: StageRule, names: Names): string {
  const { kind } = rule
  if (kind === 'role') return roles[rule.role ?? ''] ?? 'an unknown role'
  if (kind === 'person') return nameIn(names, rule.personId, 'person')
  if (kind === 'directoryGroup') return `a member of ${nameIn(names, rule.groupId, 'group')}`
  if (kind !== 'anyOf') return (relationLabels as Partial<Record<StageRule['kind'], string>>)[kind] ?? kind
  return (
    joinWithOr([
      ...(rule.of ?? []).map((each) => ruleLabels(each, names)),
      ...(rule.personIds ?? []).map((id) => nameIn(names, id, 'person')),
      ...(rule.groupIds ?? []).map((id) => `a member of ${nameIn(names, id, 'group')}`),
    ]) || 'no approver'
  )
}

function formatSpan(hours: number): string {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const describeWhen = ({ when }: PolicyStage) => (when === undefined ? 'For every request' : `If ${describeCondition(when)}`)

/** Two stages with the same text are equal, except for people or groups with the same name. */
export function describeStage(stage: PolicyStage, names: Names): string {
  const approverText = ruleLabels(stage.rule, names)
  const fallback = ({ fallbackGroupId }: StageRule) =>
    fallbackGroupId ? `; if none can decide, a member of ${nameIn(names, fallbackGroupId, 'group')}` : ''
  return [
    `${describeWhen(stage)}: ${stage.minimum === 1 ? approverText : `${stage.minimum} people, each ${approverText},`} must approve${fallback(stage.rule)}.`,
    `Reminded after ${formatSpan(stage.remindAfterHours ?? defaultHours.remindAfter)}.`,
    ...(stage.escalateAfterHours && stage.alternates
      ? [
          `After ${formatSpan(stage.escalateAfterHours)}, ${ruleLabels(stage.alternates, names)} can decide too${fallback(stage.alternates)}.`,
        ]
      : []),
    `Expires after ${formatSpan(stage.hoursToDecide ?? defaultHours.toDecide)}.`,
  ].join(' ')
}

export function describeAutomaticRule(rule: AutomaticRule, verb: 'Rejected' | 'Approved'): string {
  return `${verb} automatically if ${describeCondition(rule.when)}: “${rule.reason}”`
}

interface Rules {
  reject: AutomaticRule[]
  approve: AutomaticRule[]
  stages: PolicyStage[]
}

export function policySummary({ kind, reject, approve, stages }: Rules & { kind: ApprovedKind }, names: Names) {
  const stageTexts = stages.map(({ rule, minimum, when }) => {
    const approverText = minimum === 1 ? ruleLabels(rule, names) : `${minimum} people, each ${ruleLabels(rule, names)}`
    return when === undefined ? approverText : `${approverText}, if ${describeCondition(when)}`
  })
  const ruleTexts = (rules: AutomaticRule[], verb: string) =>
    rules.length === 0
      ? []
      : [
          rules.length === 1
            ? `${verb} automatically if ${describeCondition(rules[0]!.when)}.`
            : `${verb} automatically by ${rules.length} rules.`,
        ]
  const rejectTexts = ruleTexts(reject, 'Rejected')
  if (kind === 'pimActivation') return { approvers: [azureApprovers], automatic: rejectTexts }
  return { approvers: stageTexts, automatic: [...ruleTexts(approve, 'Approved'), ...rejectTexts] }
}

export function describePolicy(policy: Rules, names: Names) {
  return {
    reject: policy.reject.map((rule) => describeAutomaticRule(rule, 'Rejected')),
    approve: policy.approve.map((rule) => describeAutomaticRule(rule, 'Approved')),
    stages: policy.stages.map((stage) => describeStage(stage, names)),
    conditions: policy.stages.map(describeWhen),
  }
}
