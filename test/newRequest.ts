import type { AccountRequestDetails } from '../server/features/accounts/requests/schemas.ts'
import type { TestApp } from './app.ts'

/** Priya’s valid request for a Checkout development account. Tests change the fields that they are about. */
export function newRequest(
  app: Pick<TestApp, 'company' | 'persona'>,
  overrides: Partial<AccountRequestDetails> = {},
): AccountRequestDetails {
  const family = app.company.families.find((candidate) => candidate.name === 'Checkout')!
  const [requester, owner] = [app.persona('Priya'), app.persona('Daniel')]
  return {
    name: 'checkout-trial-dev',
    description: 'Trial of the new checkout.',
    purpose: 'Try the new checkout before the summer campaign.',
    environment: 'development',
    workload: 'DevTest',
    towerId: family.towerId,
    familyId: family.id,
    ownerIds: [requester.id, owner.id],
    costCentre: 'CC-1000',
    dataClassification: 'internal',
    criticality: 'tier3',
    region: 'uksouth',
    connectivity: 'corporate',
    budget: {
      amount: 50_000,
      currency: 'GBP',
      contacts: [requester.email],
      thresholds: [
        { percent: 80, basis: 'actual' },
        { percent: 100, basis: 'forecast' },
      ],
    },
    catalogueItemIds: [app.company.catalogue.find((item) => item.approverIds.length === 0 && item.enabled)!.id],
    accessGroups: [
      { name: 'developers', role: 'Contributor', assignment: 'active' },
      { name: 'operators', role: 'Owner', assignment: 'eligible' },
    ],
    tags: { team: 'checkout' },
    ...overrides,
  }
}
