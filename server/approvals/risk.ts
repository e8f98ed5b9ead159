import type { PolicyFacts } from './facts.ts'

interface Risk {
  /** The risk, from 0 (none) to 100. */
  score: number
  reasons: string[]
}

/** Scores the possible damage. The score is the sum of the reasons' points, at most 100. */
export function riskOf({ request, target, requester }: Omit<PolicyFacts, 'risk'>): Risk {
  const scoredReasons: [points: number, reason: string][] = []
  const addIfApplies = (points: number, applies: boolean, reason: string) => applies && scoredReasons.push([points, reason])

  const grantedRoles = request.roles.join(' and ') || 'a role'
  addIfApplies(30, request.privileged, `Grants ${grantedRoles}, which can change permissions`)
  addIfApplies(10, request.privileged && request.hours === 0, 'Grants a privileged role without an end date')
  addIfApplies(30, target.kind === 'policy', 'Changes an approval policy')
  addIfApplies(25, request.change === 'decommission', 'Decommissions an account')
  addIfApplies(15, target.environment === 'production', 'Production environment')
  addIfApplies(10, target.criticality === 'tier1', 'Highest criticality')
  addIfApplies(20, target.dataClassification === 'restricted', 'Restricted data')
  addIfApplies(8, target.dataClassification === 'confidential', 'Confidential data')
  addIfApplies(
    15,
    request.connectivity === 'internet' && !['', 'public'].includes(target.dataClassification),
    `Open to the internet with ${target.dataClassification} data`,
  )
  addIfApplies(10, request.restrictedItems, 'A requested catalogue item has its own approvers')
  const times = target.usualBudget > 0 ? request.budget / target.usualBudget : 0
  addIfApplies(
    times > 10 ? 25 : 15,
    times > 3,
    `The budget is more than ${times > 10 ? 10 : 3} times the median of the family’s ${target.environment} accounts`,
  )
  addIfApplies(10, request.estimate > request.budget && request.budget > 0, 'The catalogue items alone cost more than the budget')

  const { approved, rejected, overruns } = requester
  addIfApplies(
    5,
    approved === 0 && requester.ownedAccounts === 0,
    'The requester doesn’t own an account, and no approver approved a request of theirs in the last 90 days',
  )
  addIfApplies(
    Math.min(5 * rejected, 15),
    rejected > 0,
    `${rejected} ${rejected === 1 ? 'request' : 'requests'} of the requester ${rejected === 1 ? 'was' : 'were'} rejected in the last 90 days`,
  )
  addIfApplies(
    Math.min(10 * overruns, 20),
    overruns > 0,
    `${overruns} ${overruns === 1 ? 'sandbox' : 'sandboxes'} of the requester used up the budget in the last 90 days`,
  )
  addIfApplies(5, requester.owner && request.roles.length > 0, 'The requester is an owner and requests additional roles')

  scoredReasons.sort(([a], [b]) => b - a)
  return {
    score: Math.min(
      scoredReasons.reduce((sum, [points]) => sum + points, 0),
      100,
    ),
    reasons: scoredReasons.map(([points, reason]) => `${reason} (+${points}).`),
  }
}
