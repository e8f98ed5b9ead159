import type { PolicyFacts } from './facts.ts'

export interface Risk {
  /** 0 (none) to 100. */
  score: number
  reasons: string[]
}

/** Scores the possible damage with reasons: the points add up to the score. Pure. */
export function riskOf({ request, target, requester }: Omit<PolicyFacts, 'risk'>): Risk {
  const parts: [points: number, reason: string][] = []
  const add = (points: number, when: boolean, reason: string) => when && parts.push([points, reason])

  const given = request.roles.join(' and ') || 'a role'
  add(30, request.privileged, `Grants ${given}, which can change permissions`)
  add(10, request.privileged && request.hours === 0, 'Grants a privileged role without an end date')
  add(30, target.kind === 'policy', 'Changes how requests are approved')
  add(25, request.change === 'decommission', 'Decommissions an account')
  add(15, target.environment === 'production', 'Production environment')
  add(10, target.criticality === 'tier1', 'Highest criticality')
  add(20, target.dataClassification === 'restricted', 'Restricted data')
  add(8, target.dataClassification === 'confidential', 'Confidential data')
  add(
    15,
    request.connectivity === 'internet' && !['', 'public'].includes(target.dataClassification),
    `Open to the internet with ${target.dataClassification} data`,
  )
  add(10, request.restrictedItems, 'Some of its catalogue items have their own approvers')
  const times = target.usualBudget > 0 ? request.budget / target.usualBudget : 0
  add(times > 10 ? 25 : 15, times > 3, `Its budget is ${Math.round(times)} times the usual one in its family`)
  add(10, request.estimate > request.budget && request.budget > 0, 'Its catalogue items alone cost more than its budget')

  const { approved, rejected, overruns } = requester
  add(5, approved === 0 && requester.ownedAccounts === 0, 'The requester had no approved request in 90 days and owns no account')
  add(
    Math.min(5 * rejected, 15),
    rejected > 0,
    `${rejected} ${rejected === 1 ? 'request' : 'requests'} of the requester ${rejected === 1 ? 'was' : 'were'} rejected in 90 days`,
  )
  add(
    Math.min(10 * overruns, 20),
    overruns > 0,
    `${overruns} ${overruns === 1 ? 'sandbox' : 'sandboxes'} of the requester used up the budget in 90 days`,
  )
  add(5, requester.owner && request.roles.length > 0, 'The requester is an owner of it and requests more')

  parts.sort(([one], [other]) => other - one)
  return {
    score: Math.min(
      parts.reduce((sum, [points]) => sum + points, 0),
      100,
    ),
    reasons: parts.map(([points, reason]) => `${reason} (+${points}).`),
  }
}
