import type { ApproverRule, PolicyKind } from './types.ts'

type RuleKind = ApproverRule['kind']

export const relationWords: Record<Exclude<RuleKind, 'directoryGroup' | 'person' | 'role' | 'anyOf'>, string> = {
  towerLead: 'Leads of the tower',
  familyOwner: 'Owners of the family',
  accountOwner: 'Owners of the account',
  sandboxOwner: 'Owners of the sandbox',
  manager: 'The requester’s manager',
  productApprover: 'Approvers of the catalogue items',
}
export type Relation = keyof typeof relationWords
export const isRelation = (kind: string): kind is Relation => Object.hasOwn(relationWords, kind)

export const kindWords: Record<PolicyKind, string> = {
  accountRequest: 'Requests for new accounts.',
  accountUpdate: 'Changed services, details and the end of accounts.',
  accessRequest: 'Requests to be let into groups of accounts.',
  pimActivation: 'Privileged roles taken for a while.',
  sandboxRequest: 'New sandboxes, and more time or money for them.',
  sandboxAccessRequest: 'Requests to be let into sandboxes.',
  policyChange: 'The policies themselves: nobody changes them alone.',
}

/** Changes the kind of a rule and keeps only its fallback group. */
export function ruleOf(kind: RuleKind, { fallbackGroupId }: ApproverRule): ApproverRule {
  const kept = fallbackGroupId ? { fallbackGroupId } : {}
  if (kind === 'role') return { kind, role: 'Slipway.Admin', ...kept }
  if (kind === 'anyOf') return { kind, of: [], personIds: [], groupIds: [], ...kept }
  return { kind, ...kept }
}
