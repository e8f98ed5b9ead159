import { seededRandom } from '../../sample/seededRandom.ts'
import type { Simulator } from '../core/simulator.ts'
import { knowsSubscription } from './newSubscriptions.ts'
import { policyAssignments, type SimPolicy, type SimPolicyAssignment } from './policyInsightsDefinitions.ts'
import type { SimResource } from './resource.ts'
import { listResources } from './resourceStore.ts'
import { enclosing } from './scope.ts'
import type { SimSubscription } from './subscriptionStore.ts'

export interface SimPolicyState {
  assignment: SimPolicyAssignment
  policy: SimPolicy
  resource: SimResource
  compliant: boolean
}

const dayMs = 86_400_000
const neverEvaluatedShare = 1 / 12

function evaluations(sim: Simulator) {
  return sim.state.collection<{ at: string }>('arm.policyEvaluations')
}

export function planEvaluation(sim: Simulator, { subscriptionId }: SimSubscription, at: string): void {
  evaluations(sim).set(subscriptionId, { at })
}

/**
 * Azure Policy evaluates every night, except for one account in twelve. A new subscription is evaluated on request, or when Azure Policy
 * knows it.
 */
export function evaluatedAt(sim: Simulator, subscription: SimSubscription): Date | undefined {
  const { subscriptionId, account, visibleAt } = subscription
  const now = sim.clock.now().getTime()
  const lastNight = new Date(now - (now % dayMs) + (now % dayMs >= dayMs / 6 ? 0 : -dayMs) + dayMs / 6)
  const evaluation = evaluations(sim).get(subscriptionId)
  if (evaluation && Date.parse(evaluation.at) <= now) return new Date(Math.max(Date.parse(evaluation.at), lastNight.getTime()))
  if (visibleAt !== undefined && knowsSubscription(sim, 'policyStates', subscription))
    return new Date(Math.max(Date.parse(visibleAt), lastNight.getTime()))
  const isEvaluated = account
    ? seededRandom(`policy/${account.id}`).next() >= neverEvaluatedShare
    : subscriptionId === sim.company.hub.subscriptionId
  return isEvaluated ? lastNight : undefined
}

export function* policyStatesOf(sim: Simulator, subscription: SimSubscription): Generator<SimPolicyState> {
  if (!evaluatedAt(sim, subscription)) return
  const enclosingAssignments = new Set(
    enclosing(sim, `/subscriptions/${subscription.subscriptionId}`).map((scope) => scope.split('/').at(-1)),
  )
  const assigned = policyAssignments.filter(({ managementGroupId }) => enclosingAssignments.has(managementGroupId))
  const complianceFactor = 0.3 + 1.4 * seededRandom(`care/${subscription.subscriptionId}`).next()
  for (const resource of listResources(sim, subscription)) {
    const type = resource.type.toLowerCase()
    const random = seededRandom(`policy/${resource.id}`)
    for (const assignment of assigned) {
      for (const policy of assignment.policies) {
        if (policy.types.length > 0 && !policy.types.includes(type)) continue
        const violation = policy.violates(resource)
        yield {
          assignment,
          policy,
          resource,
          compliant: !(typeof violation === 'number' ? random.chance(violation * complianceFactor) : violation),
        }
      }
    }
  }
}
