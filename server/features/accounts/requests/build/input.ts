import { isKeptTag } from '../../accounts/tagRules.ts'
import type { AccountRequestDetails } from '../schemas.ts'

/** What the approved request asks to be built; a snapshot, so that nothing changed later slips in. */
export interface BuildInput {
  accountId: string
  requestId: string
  reference: string
  requesterId: string
  details: AccountRequestDetails
}

const environments = { production: 'prod', preproduction: 'preprod', test: 'test', development: 'dev' } as const
const zones = { corporate: 'corp', internet: 'online', none: 'isolated' } as const

/** `{zone}` and `{environment}` of the configured pattern filled in. */
export function managementGroupOf(pattern: string, details: Pick<AccountRequestDetails, 'connectivity' | 'environment'>): string {
  return pattern.replace('{zone}', zones[details.connectivity]).replace('{environment}', environments[details.environment])
}

export function subscriptionScope(subscriptionId: string): string {
  return `/subscriptions/${subscriptionId}`
}

/** Tags every account carries; the requester's own come first and cannot replace them. */
export function tagsOf(input: BuildInput): Record<string, string> {
  const { details } = input
  return {
    ...Object.fromEntries(Object.entries(details.tags).filter(([name]) => !isKeptTag(name))),
    costCentre: details.costCentre,
    environment: details.environment,
    criticality: details.criticality,
    dataClassification: details.dataClassification,
    managedBy: 'slipway',
    slipwayRequest: input.reference,
  }
}
