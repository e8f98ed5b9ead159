import type { ApproverRule } from './types.ts'

type RuleKind = ApproverRule['kind']

export const relationLabels: Record<Exclude<RuleKind, 'directoryGroup' | 'person' | 'role' | 'anyOf'>, string> = {
  towerLead: 'Tower leads',
  familyOwner: 'Family owners',
  accountOwner: 'Account owners',
  sandboxOwner: 'Sandbox owners',
  manager: 'The requester’s manager',
  productApprover: 'Catalogue item approvers',
}
export type Relation = keyof typeof relationLabels
export const isRelation = (kind: string): kind is Relation => Object.hasOwn(relationLabels, kind)

export function ruleOf(kind: RuleKind, { fallbackGroupId }: ApproverRule): ApproverRule {
  const fallbackFields = fallbackGroupId ? { fallbackGroupId } : {}
  if (kind === 'role') return { kind, role: 'Slipway.Admin', ...fallbackFields }
  if (kind === 'anyOf') return { kind, of: [], personIds: [], groupIds: [], ...fallbackFields }
  return { kind, ...fallbackFields }
}
