import type { RolePolicy } from '../../clients/armPim.ts'

/** What a person must bring to take a role, and for how long they may have it. */
export interface ActivationRules {
  maxMinutes: number
  justification: boolean
  ticket: boolean
  mfa: boolean
  approval: boolean
}

const minutesIn = { D: 1_440, H: 60, M: 1 } as const

/** Minutes of an ISO 8601 duration such as `PT8H` or `P1DT30M`; undefined for what is none. */
export function minutesOf(duration: string): number | undefined {
  const [, days, hours, minutes] = /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?)?$/.exec(duration) ?? []
  const total = Number(days ?? 0) * minutesIn.D + Number(hours ?? 0) * minutesIn.H + Number(minutes ?? 0) * minutesIn.M
  return total > 0 ? total : undefined
}

/** The rules for people of a role's policy; undefined when it leaves one of them out: then nobody takes the role here. */
export function rulesOf(policy: RolePolicy | undefined): ActivationRules | undefined {
  const rule = (kind: string) => policy?.properties.effectiveRules?.find(({ id }) => id === `${kind}_EndUser_Assignment`)
  const maxMinutes = minutesOf(rule('Expiration')?.maximumDuration ?? '')
  const enabled = rule('Enablement')?.enabledRules
  const approval = rule('Approval')?.setting?.isApprovalRequired
  if (maxMinutes === undefined || enabled === undefined || approval === undefined) return undefined
  return {
    maxMinutes,
    justification: enabled.includes('Justification'),
    ticket: enabled.includes('Ticketing'),
    mfa: enabled.includes('MultiFactorAuthentication'),
    approval,
  }
}
