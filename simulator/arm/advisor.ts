import { randomUUID } from 'node:crypto'
import { markRefreshed, savingsOf } from './advisorSavings.ts'
import { ArmError } from './armError.ts'
import type { ArmReply, ArmRequest, ArmRoute } from './armRoute.ts'
import type { GraphTable } from './graphTable.ts'
import { type Outcome, planOutcome, progressOf } from './outcome.ts'
import { pageOf } from './paging.ts'
import { findSubscription } from './subscriptionStore.ts'

const largestPage = 500

interface Generation {
  subscriptionId: string
  outcome: Outcome
}

function generations(request: ArmRequest) {
  return request.sim.state.collection<Generation>('arm.advisorGenerations')
}

function list(request: ArmRequest): ArmReply {
  const subscription = findSubscription(request.sim, request.params.subscriptionId!)
  const [, category] = /category\s+eq\s+'(\w+)'/i.exec(request.query.$filter ?? '') ?? []
  if (request.query.$filter && !category)
    throw new ArmError(400, 'InvalidFilter', `The filter '${request.query.$filter}' is not supported. Filter by Category.`)
  const allSavings = category && category.toLowerCase() !== 'cost' ? [] : [...savingsOf(request.sim, subscription)]
  return pageOf(request, allSavings, largestPage, (each) => each)
}

function addressOf(request: ArmRequest, subscriptionId: string, id: string): Record<string, string> {
  return {
    location: `${request.sim.origins.arm}/subscriptions/${subscriptionId}/providers/Microsoft.Advisor/generateRecommendations/${id}?api-version=${request.apiVersion}`,
    'retry-after': '60',
  }
}

function generate(request: ArmRequest): ArmReply {
  const { subscriptionId } = findSubscription(request.sim, request.params.subscriptionId!)
  const id = randomUUID()
  generations(request).set(id, { subscriptionId, outcome: planOutcome(request.sim, request.asyncOutcome) })
  return { status: 202, headers: addressOf(request, subscriptionId, id) }
}

function generationStatus(request: ArmRequest): ArmReply {
  const id = request.params.operationId!.toLowerCase()
  const generation = generations(request).get(id)
  if (!generation) throw new ArmError(404, 'RecommendationGenerationNotFound', `There is no generation '${id}'.`)
  const progress = progressOf(request.sim, generation.outcome)
  if (progress === 'running') return { status: 202, headers: addressOf(request, generation.subscriptionId, id) }
  if (progress === 'failed') throw new ArmError(500, generation.outcome.failure!.code, generation.outcome.failure!.message)
  markRefreshed(request.sim, generation.subscriptionId)
  return { status: 204 }
}

export const advisorTable: GraphTable = function* (sim, subscription) {
  for (const each of savingsOf(sim, subscription)) {
    yield { ...each, type: 'microsoft.advisor/recommendations', resourceGroup: each.id.split('/')[4] }
  }
}

const base = '/subscriptions/{subscriptionId}/providers/Microsoft.Advisor'

export const advisorRoutes: ArmRoute[] = [
  { method: 'GET', path: `${base}/recommendations`, handle: list },
  { method: 'POST', path: `${base}/generateRecommendations`, handle: generate },
  { method: 'GET', path: `${base}/generateRecommendations/{operationId}`, handle: generationStatus },
]
