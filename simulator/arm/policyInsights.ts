import { randomUUID } from 'node:crypto'
import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, ok } from './armRoute.ts'
import { type Outcome, planOutcome, progressOf } from './outcome.ts'
import { readToken, readTop, writeToken } from './paging.ts'
import { assignmentId, policyId, referenceId, setId } from './policyInsightsDefinitions.ts'
import { presentState } from './policyInsightsRows.ts'
import { evaluatedAt, planEvaluation, policyStatesOf, type SimPolicyState } from './policyInsightsStates.ts'
import { enclosing } from './scope.ts'
import { findSubscription } from './subscriptionStore.ts'

const largestPage = 1000
const quotaHeaders = { 'x-ms-ratelimit-remaining-policy-insights-requests': '599' }

/**
 * A resource is compliant if it violates no rule of the level. Definitions have no count of policies:
 * examples/PolicyStates_SummarizeSubscriptionScope.json of the 2019-10-01 specification.
 */
function resultsOf(states: SimPolicyState[], level: 'summary' | 'assignment' | 'definition', parts: (state: SimPolicyState) => string) {
  const nonCompliantIds = new Set<string>()
  const visited = new Set<string>()
  const nonCompliantParts = new Set<string>()
  const seenParts = new Set<string>()
  const nonCompliantPolicies = new Set<string>()
  for (const state of states) {
    visited.add(state.resource.id)
    seenParts.add(parts(state))
    if (state.compliant) continue
    nonCompliantIds.add(state.resource.id)
    nonCompliantParts.add(parts(state))
    nonCompliantPolicies.add(state.policy.name)
  }
  const split = (all: number, nonCompliantCount: number) => [
    ...(all > nonCompliantCount ? [{ complianceState: 'compliant', count: all - nonCompliantCount }] : []),
    ...(nonCompliantCount > 0 ? [{ complianceState: 'noncompliant', count: nonCompliantCount }] : []),
  ]
  return {
    nonCompliantResources: nonCompliantIds.size,
    ...(level === 'definition' ? {} : { nonCompliantPolicies: nonCompliantPolicies.size }),
    resourceDetails: split(visited.size, nonCompliantIds.size),
    policyDetails: split(seenParts.size, nonCompliantParts.size),
    policyGroupDetails: [],
  }
}

function summarize(request: ArmRequest): ArmReply {
  const subscription = findSubscription(request.sim, request.params.subscriptionId!)
  const states = [...policyStatesOf(request.sim, subscription)]
  const top = readTop(request.query.$top) ?? Number.POSITIVE_INFINITY
  const assignments = [...Map.groupBy(states, ({ assignment }) => assignment)].slice(0, top).map(([assignment, assignmentStates]) => ({
    policyAssignmentId: assignmentId(assignment),
    policySetDefinitionId: setId(assignment),
    results: resultsOf(assignmentStates, 'assignment', ({ policy }) => policy.name),
    policyDefinitions: [...Map.groupBy(assignmentStates, ({ policy }) => policy)].map(([policy, policyStates]) => ({
      policyDefinitionId: policyId(policy),
      policyDefinitionReferenceId: referenceId(policy),
      policyDefinitionGroupNames: [],
      effect: policy.effect.toLowerCase(),
      results: resultsOf(policyStates, 'definition', () => policy.name),
    })),
    policyGroups: [],
  }))
  const context = `${request.sim.origins.arm}/subscriptions/${subscription.subscriptionId}/providers/Microsoft.PolicyInsights/policyStates/$metadata#summary`
  const results = resultsOf(states, 'summary', ({ assignment }) => assignment.name)
  return ok(
    {
      '@odata.context': context,
      '@odata.count': 1,
      value: [{ '@odata.id': null, '@odata.context': `${context}/$entity`, results, policyAssignments: assignments }],
    },
    quotaHeaders,
  )
}

function readFilter(filter: string | undefined): (state: SimPolicyState) => boolean {
  if (!filter) return () => true
  const parts = filter.split(/\s+and\s+/i).map((part) => {
    const [, field = '', text] = /^\s*(\w+)\s+eq\s+(?:'((?:[^']|'')*)'|true|false)\s*$/i.exec(part) ?? []
    const requestedValue = (text ?? /\w+\s*$/.exec(part)?.[0] ?? '').trim().toLowerCase()
    const readField = fields[field.toLowerCase()]
    if (!readField) throw new ArmError(400, 'InvalidFilterInQueryString', `The filter '${filter}' is not supported.`)
    return (state: SimPolicyState) => readField(state).toLowerCase() === requestedValue
  })
  return (state) => parts.every((part) => part(state))
}

const fields: Record<string, (state: SimPolicyState) => string> = {
  compliancestate: ({ compliant }) => (compliant ? 'Compliant' : 'NonCompliant'),
  iscompliant: ({ compliant }) => String(compliant),
  policyassignmentid: ({ assignment }) => assignmentId(assignment),
  policydefinitionid: ({ policy }) => policyId(policy),
  resourceid: ({ resource }) => resource.id,
  resourcetype: ({ resource }) => resource.type,
}

/** `$top` limits all records together. A page holds a thousand, and the next page can be read by POST too. */
function queryResults(request: ArmRequest): ArmReply {
  const { sim, query } = request
  const subscription = findSubscription(sim, request.params.subscriptionId!)
  const matches = readFilter(query.$filter)
  const states = [
    ...policyStatesOf(sim, subscription)
      .filter(matches)
      .take(readTop(query.$top) ?? 1_000_000),
  ]
  const offset = readToken(query.$skiptoken)
  const next = offset + largestPage
  const base = `${sim.origins.arm}${request.path}`
  const groups = enclosing(sim, `/subscriptions/${subscription.subscriptionId}`)
    .map((scope) => scope.split('/').at(-1))
    .reverse()
    .join(',')
  const time = evaluatedAt(sim, subscription) ?? sim.clock.now()
  const value = states.slice(offset, next).map((state) => ({ '@odata.id': null, ...presentState(state, subscription, groups, time) }))
  return ok(
    {
      '@odata.nextLink': next < states.length ? `${base}?${new URLSearchParams({ ...query, $skiptoken: writeToken(next) })}` : null,
      '@odata.context': `${base.replace(/\/latest\/queryResults$/i, '')}/$metadata#latest`,
      '@odata.count': value.length,
      value,
    },
    quotaHeaders,
  )
}

interface Evaluation {
  subscriptionId: string
  outcome: Outcome
}

function runs(request: ArmRequest) {
  return request.sim.state.collection<Evaluation>('arm.policyEvaluationRuns')
}

function resultAddress(request: ArmRequest, subscriptionId: string, id: string): Record<string, string> {
  return {
    location: `${request.sim.origins.arm}/subscriptions/${subscriptionId}/providers/Microsoft.PolicyInsights/asyncOperationResults/${id}?api-version=${request.apiVersion}`,
    'retry-after': '15',
  }
}

function triggerEvaluation(request: ArmRequest): ArmReply {
  const subscription = findSubscription(request.sim, request.params.subscriptionId!)
  const { subscriptionId } = subscription
  const id = randomUUID()
  const outcome = planOutcome(request.sim, request.asyncOutcome)
  runs(request).set(id, { subscriptionId, outcome })
  if (outcome.endsAt !== null && !outcome.failure) planEvaluation(request.sim, subscription, outcome.endsAt)
  return { status: 202, headers: resultAddress(request, subscriptionId, id) }
}

function evaluationResult(request: ArmRequest): ArmReply {
  const id = request.params.operationId!
  const run = runs(request).get(id)
  if (!run) throw new ArmError(404, 'OperationNotFound', `The operation '${id}' was not found.`)
  const progress = progressOf(request.sim, run.outcome)
  if (progress === 'running') return { status: 202, headers: resultAddress(request, run.subscriptionId, id) }
  if (progress === 'failed') return ok({ status: 'Failed', error: run.outcome.failure })
  return ok({ status: 'Succeeded' })
}

const base = '/subscriptions/{subscriptionId}/providers/Microsoft.PolicyInsights'

export const policyInsightsRoutes: ArmRoute[] = [
  { method: 'POST', path: `${base}/policyStates/latest/summarize`, handle: summarize },
  { method: 'POST', path: `${base}/policyStates/latest/queryResults`, handle: queryResults },
  { method: 'POST', path: `${base}/policyStates/latest/triggerEvaluation`, handle: triggerEvaluation },
  { method: 'GET', path: `${base}/asyncOperationResults/{operationId}`, handle: evaluationResult },
]
