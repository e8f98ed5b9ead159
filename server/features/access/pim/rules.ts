import { minutesOf, type RolePolicy } from '../../../clients/arm/armPim.ts'

export interface NamedApprover {
  kind: 'person' | 'group'
  id: string
  name: string
}
/** Any primary approver can decide. The escalation approvers decide only if no primary approver is able to. */
export interface ApproverStage {
  primary: NamedApprover[]
  escalation: NamedApprover[]
  /** True if approvers must enter a reason. */
  explain: boolean
}

export interface ActivationRules {
  maxMinutes: number
  justification: boolean
  ticket: boolean
  mfa: boolean
  approval: boolean
  /** Empty if no approval is needed or Azure names no approvers. */
  stages: ApproverStage[]
}

type Rules = NonNullable<RolePolicy['properties']['effectiveRules']>
type Stage = NonNullable<NonNullable<Rules[number]['setting']>['approvalStages']>[number]

/**
 * Reads the end-user rules of a role’s policy. @returns undefined if a rule is missing, because such a role can’t be activated in Slipway
 */
export function rulesOf(policy: RolePolicy | undefined): ActivationRules | undefined {
  const rule = (kind: string) => policy?.properties.effectiveRules?.find(({ id }) => id === `${kind}_EndUser_Assignment`)
  const maxMinutes = minutesOf(rule('Expiration')?.maximumDuration ?? '')
  const enabled = rule('Enablement')?.enabledRules
  const setting = rule('Approval')?.setting
  const approval = setting?.isApprovalRequired
  if (maxMinutes === undefined || enabled === undefined || approval === undefined) return undefined
  return {
    maxMinutes,
    justification: enabled.includes('Justification'),
    ticket: enabled.includes('Ticketing'),
    mfa: enabled.includes('MultiFactorAuthentication') || rule('AuthenticationContext')?.isEnabled === true,
    approval,
    stages: approval ? (setting.approvalStages ?? []).map(stageOf) : [],
  }
}

const stageOf = ({
  primaryApprovers,
  isEscalationEnabled,
  escalationApprovers,
  isApproverJustificationRequired,
}: Stage): ApproverStage => ({
  primary: presentApprovers(primaryApprovers),
  escalation: isEscalationEnabled ? presentApprovers(escalationApprovers) : [],
  explain: isApproverJustificationRequired ?? true,
})

function presentApprovers(approvers: Stage['primaryApprovers']): NamedApprover[] {
  return (approvers ?? []).flatMap(({ id, description, userType }) =>
    id ? [{ kind: userType === 'Group' ? ('group' as const) : ('person' as const), id: id.toLowerCase(), name: description ?? id }] : [],
  )
}
