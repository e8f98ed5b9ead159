import { minutesOf, type RolePolicy } from '../../../clients/arm/armPim.ts'

/** Somebody whom Azure's policy names as approver. */
export interface NamedApprover {
  kind: 'person' | 'group'
  id: string
  name: string
}
/** Any one of them decides; the others only where the first cannot. */
export interface ApproverStage {
  primary: NamedApprover[]
  escalation: NamedApprover[]
  /** Whether whoever approves has to say why. */
  explain: boolean
}

/** What a person must bring to take a role, and for how long they may have it. */
export interface ActivationRules {
  maxMinutes: number
  justification: boolean
  ticket: boolean
  mfa: boolean
  approval: boolean
  /** Empty where no approval is asked for, and where Azure names nobody. */
  stages: ApproverStage[]
}

type Rules = NonNullable<RolePolicy['properties']['effectiveRules']>
type Stage = NonNullable<NonNullable<Rules[number]['setting']>['approvalStages']>[number]

/** The rules for people of a role's policy; undefined when it leaves one of them out: then nobody takes the role here. */
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
  primary: named(primaryApprovers),
  escalation: isEscalationEnabled ? named(escalationApprovers) : [],
  explain: isApproverJustificationRequired ?? true,
})

function named(approvers: Stage['primaryApprovers']): NamedApprover[] {
  return (approvers ?? []).flatMap(({ id, description, userType }) =>
    id ? [{ kind: userType === 'Group' ? ('group' as const) : ('person' as const), id: id.toLowerCase(), name: description ?? id }] : [],
  )
}
