import { emptyFacts, type PolicyFacts } from '../server/approvals/facts.ts'
import { minMedianBudgets } from '../server/approvals/medianBudget.ts'
import { riskOf } from '../server/approvals/risk.ts'
import type { Company, SampleAccount } from './shapes.ts'

/** Returns the policy facts of an account's request, so that a fresh installation can replay a draft. */
export function pastFacts(company: Company, account: SampleAccount, requesterId: string): PolicyFacts {
  const items = company.catalogue.filter(({ id }) => account.catalogueItemIds.includes(id))
  const requester = company.people.find(({ id }) => id === requesterId)!
  const facts = emptyFacts()
  Object.assign(facts.request, {
    items: items.map(({ name }) => name).sort(),
    restrictedItems: items.some(({ approverIds }) => approverIds.length > 0),
    workload: account.workload,
    region: account.region,
    connectivity: account.network.connectivity,
    budget: account.budget.amount / 100,
    estimate: items.reduce((sum, { monthlyEstimate }) => sum + monthlyEstimate.amount, 0) / 100,
  })
  Object.assign(facts.target, {
    name: account.name,
    environment: account.environment,
    criticality: account.criticality,
    dataClassification: account.dataClassification,
    tower: company.towers.find(({ id }) => id === account.towerId)?.code ?? '',
    family: company.families.find(({ id }) => id === account.familyId)?.name ?? '',
    usualBudget: usualBudget(company, account, requesterId) / 100,
  })
  Object.assign(facts.requester, {
    department: requester.department,
    jobTitle: requester.jobTitle,
    roles: requester.appRoles,
    ownedAccounts: 1,
  })
  facts.risk = riskOf(facts)
  return facts
}

function usualBudget({ accounts }: Company, { familyId, environment }: SampleAccount, requesterId: string): number {
  const budgets = accounts
    .filter((each) => each.familyId === familyId && each.environment === environment && each.status === 'active')
    .filter(({ ownerIds }) => !ownerIds.includes(requesterId))
    .map(({ budget }) => budget.amount)
    .sort((left, right) => left - right)
  return budgets.length < minMedianBudgets ? 0 : budgets[Math.floor(budgets.length / 2)]!
}
