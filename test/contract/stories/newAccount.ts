import type { StoryContext } from '../story.ts'

export function newAccount({ company, persona }: Pick<StoryContext, 'company' | 'persona'>, name: string) {
  const { id: familyId, towerId } = company.families.find((family) => family.name === 'Checkout')!
  return {
    name,
    environment: 'test',
    workload: 'DevTest',
    towerId,
    familyId,
    ownerIds: ['Daniel', 'Ravi'].map((givenName) => persona(givenName).id),
    costCentre: 'CC-4100',
    dataClassification: 'internal',
    criticality: 'tier3',
    region: 'uksouth',
    budget: { amount: 50_000, currency: 'GBP', contacts: [persona('Daniel').email], thresholds: [{ percent: 80, basis: 'actual' }] },
  }
}

export function newAccountRequest({ company, persona }: Pick<StoryContext, 'company' | 'persona'>, name: string) {
  const { id: familyId, towerId } = company.families.find((family) => family.name === 'Checkout')!
  return {
    name,
    description: 'Trial of the new checkout.',
    purpose: 'Try the new checkout before the summer campaign.',
    environment: 'development',
    workload: 'DevTest',
    towerId,
    familyId,
    ownerIds: [persona('Priya').id, persona('Daniel').id],
    costCentre: 'CC-1000',
    dataClassification: 'internal',
    criticality: 'tier3',
    region: 'uksouth',
    connectivity: 'corporate',
    budget: { amount: 50_000, currency: 'GBP', contacts: [persona('Priya').email], thresholds: [{ percent: 80, basis: 'actual' }] },
    catalogueItemIds: [],
    accessGroups: [{ name: 'developers', role: 'Contributor', assignment: 'active' }],
    tags: { team: 'checkout' },
  }
}
