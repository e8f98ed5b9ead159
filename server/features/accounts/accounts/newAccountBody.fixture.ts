import type { TestApp } from '../../../../test/app.ts'

let createdCount = 0

export function newAccountBody(app: TestApp, overrides: Record<string, unknown> = {}) {
  const family = app.company.families.find((each) => each.name === 'Checkout')!
  return {
    name: `Manual ${++createdCount}`,
    environment: 'test',
    workload: 'DevTest',
    towerId: family.towerId,
    familyId: family.id,
    ownerIds: [app.persona('Daniel').id, app.persona('Ravi').id],
    costCentre: 'CC-4100',
    dataClassification: 'internal',
    criticality: 'tier3',
    region: 'uksouth',
    budget: { amount: 50_000, currency: 'GBP', contacts: [app.persona('Daniel').email], thresholds: [{ percent: 80, basis: 'actual' }] },
    ...overrides,
  }
}
