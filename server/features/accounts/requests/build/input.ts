import { isManagedTag } from '../../accounts/tagRules.ts'
import type { AccountRequestDetails } from '../schemas.ts'

export interface BuildInput {
  accountId: string
  requestId: string
  reference: string
  requesterId: string
  details: AccountRequestDetails
}

const environments = { production: 'prod', preproduction: 'preprod', test: 'test', development: 'dev' } as const
const zones = { corporate: 'corp', internet: 'online', none: 'isolated' } as const

export function managementGroupOf(pattern: string, details: Pick<AccountRequestDetails, 'connectivity' | 'environment'>): string {
  return pattern.replace('{zone}', zones[details.connectivity]).replace('{environment}', environments[details.environment])
}

export function subscriptionScope(subscriptionId: string): string {
  return `/subscriptions/${subscriptionId}`
}

/** The requester's tags can't replace the ones that Slipway manages. */
export function tagsOf(input: BuildInput): Record<string, string> {
  const { details } = input
  return {
    ...Object.fromEntries(Object.entries(details.tags).filter(([name]) => !isManagedTag(name))),
    costCentre: details.costCentre,
    environment: details.environment,
    criticality: details.criticality,
    dataClassification: details.dataClassification,
    managedBy: 'slipway',
    slipwayRequest: input.reference,
  }
}
