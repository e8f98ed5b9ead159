import type { AutomaticRule, PolicyStage, StageRule } from '../../../db/tables.ts'
import { describeAutomaticRule, describeStage, type Names } from './labels.ts'
import type { PolicyDiffLine } from './schemas.ts'

interface Policy {
  name: string
  description: string
  reject: AutomaticRule[]
  approve: AutomaticRule[]
  stages: PolicyStage[]
}

interface PolicyPart {
  text: string
  ids: string
  condition: string | null
}

/** The order in these lists matters, so a change of order is reported if nothing else has changed. */
const orderedNames: [part: string, names: (policy: Policy) => string[]][] = [
  ['Order of rejection rules', ({ reject }) => reject.map(({ reason }) => reason)],
  ['Order of approval rules', ({ approve }) => approve.map(({ reason }) => reason)],
  ['Order of the stages', ({ stages }) => stages.map(({ name }) => name)],
]

export function policyDiff(before: Policy | undefined, after: Policy, names: Names): PolicyDiffLine[] {
  const previousParts = before ? describeParts(before, names) : new Map<string, PolicyPart>()
  const newParts = describeParts(after, names)
  const diffLines: PolicyDiffLine[] = []
  for (const [position, part] of newParts) {
    const { text, ids, condition } = part
    const previousPart = previousParts.get(position)
    const code = codeOf(previousPart, part)
    const push = (change: 'added' | 'changed', before: string | null, after: string) =>
      diffLines.push({ change, part: position, before, after, code })
    if (previousPart === undefined) push('added', null, text)
    else if (previousPart.text !== text) push('changed', previousPart.text, text)
    // The name is the same, but it belongs to another person or group.
    else if (previousPart.ids !== ids) push('changed', `${text} [ids: ${previousPart.ids}]`, `${text} [ids: ${ids}]`)
    // Approvers must see a change that the sentence doesn't show.
    else if (previousPart.condition !== condition) push('changed', `${text} [${previousPart.condition}]`, `${text} [${condition}]`)
  }
  for (const [position, part] of previousParts)
    if (!newParts.has(position))
      diffLines.push({ change: 'removed', part: position, before: part.text, after: null, code: codeOf(part, undefined) })
  if (before)
    for (const [position, namesOf] of orderedNames) {
      const [firstNames, secondNames] = [namesOf(before), namesOf(after)]
      if (firstNames.join() !== secondNames.join() && firstNames.toSorted().join() === secondNames.toSorted().join())
        diffLines.push({
          change: 'changed',
          part: position,
          before: firstNames.join(', then '),
          after: secondNames.join(', then '),
          code: null,
        })
    }
  return diffLines
}

function codeOf(before: PolicyPart | undefined, after: PolicyPart | undefined): PolicyDiffLine['code'] {
  const code = { before: before?.condition ?? null, after: after?.condition ?? null }
  return code.before === null && code.after === null ? null : code
}

function describeParts(policy: Policy, names: Names): Map<string, PolicyPart> {
  const partsByPath = new Map<string, PolicyPart>()
  const put = (position: string, text: string, condition: string | null = null, ids = '') => {
    let freeKey = position
    for (let n = 2; partsByPath.has(freeKey); n++) freeKey = `${position} (${n})`
    partsByPath.set(freeKey, { text, ids, condition })
  }
  put('Name', policy.name)
  if (policy.description) put('Description', policy.description)
  for (const rule of policy.reject) put(`Rejected: ${rule.reason}`, describeAutomaticRule(rule, 'Rejected'), rule.when)
  for (const rule of policy.approve) put(`Approved: ${rule.reason}`, describeAutomaticRule(rule, 'Approved'), rule.when)
  for (const stage of policy.stages)
    put(
      `Stage “${stage.name}”`,
      describeStage(stage, names),
      stage.when ?? null,
      [stage.rule, ...(stage.alternates ? [stage.alternates] : [])].flatMap(idsOf).join(', '),
    )
  return partsByPath
}

function idsOf(rule: StageRule): string[] {
  const { personId, groupId, personIds = [], groupIds = [], fallbackGroupId, of = [] } = rule
  return [personId, groupId, ...personIds, ...groupIds, fallbackGroupId].flatMap((id) => id ?? []).concat(of.flatMap(idsOf))
}
