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

interface Part {
  text: string
  ids: string
}

/** Order matters in these lists, so a change of order is reported when nothing else has changed. */
const orders: [place: string, names: (policy: Policy) => string[]][] = [
  ['Order of rejection rules', ({ reject }) => reject.map(({ because }) => because)],
  ['Order of approval rules', ({ approve }) => approve.map(({ because }) => because)],
  ['Order of the stages', ({ stages }) => stages.map(({ name }) => name)],
]

export function policyDiff(before: Policy | undefined, after: Policy, names: Names): PolicyDiffLine[] {
  const was = before ? parts(before, names) : new Map<string, Part>()
  const is = parts(after, names)
  const lines: PolicyDiffLine[] = []
  for (const [place, { text, ids }] of is) {
    const former = was.get(place)
    if (former === undefined) lines.push({ what: 'added', place, before: null, after: text })
    else if (former.text !== text) lines.push({ what: 'changed', place, before: former.text, after: text })
    // The name is the same, but the person or group is another.
    else if (former.ids !== ids)
      lines.push({ what: 'changed', place, before: `${text} [ids: ${former.ids}]`, after: `${text} [ids: ${ids}]` })
  }
  for (const [place, { text }] of was) if (!is.has(place)) lines.push({ what: 'removed', place, before: text, after: null })
  if (before)
    for (const [place, namesOf] of orders) {
      const [first, second] = [namesOf(before), namesOf(after)]
      if (first.join() !== second.join() && first.toSorted().join() === second.toSorted().join())
        lines.push({ what: 'changed', place, before: first.join(', then '), after: second.join(', then ') })
    }
  return lines
}

/** Keys each part so that it survives a change: rules by their reason, stages by their name. */
function parts(policy: Policy, names: Names): Map<string, Part> {
  const found = new Map<string, Part>()
  const put = (place: string, text: string, ids = '') => {
    let free = place
    for (let n = 2; found.has(free); n++) free = `${place} (${n})`
    found.set(free, { text, ids })
  }
  put('Name', policy.name)
  if (policy.description) put('Description', policy.description)
  for (const rule of policy.reject) put(`Rejected: ${rule.because}`, `${describeAutomaticRule(rule, 'Rejected')} [${rule.when}]`)
  for (const rule of policy.approve) put(`Approved: ${rule.because}`, `${describeAutomaticRule(rule, 'Approved')} [${rule.when}]`)
  for (const stage of policy.stages)
    put(
      `Stage “${stage.name}”`,
      `${describeStage(stage, names)}${stage.when ? ` [${stage.when}]` : ''}`,
      [stage.rule, ...(stage.alternates ? [stage.alternates] : [])].flatMap(idsOf).join(', '),
    )
  return found
}

function idsOf(rule: StageRule): string[] {
  const { personId, groupId, personIds = [], groupIds = [], fallbackGroupId, of = [] } = rule
  return [personId, groupId, ...personIds, ...groupIds, fallbackGroupId].flatMap((id) => id ?? []).concat(of.flatMap(idsOf))
}
