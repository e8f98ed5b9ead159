import { randomUUID } from 'node:crypto'
import { ArmError } from './armError.ts'
import type { ArmReply, ArmRequest, ArmRoute } from './armRoute.ts'
import { type Outcome, progressOf } from './outcome.ts'

interface Operation {
  id: string
  startedAt: string
  outcome: Outcome
}

function store(request: ArmRequest) {
  return request.sim.state.collection<Operation>('arm.operations')
}

function track(request: ArmRequest, outcome: Outcome): string {
  const id = randomUUID()
  store(request).set(id, { id, startedAt: request.sim.clock.now().toISOString(), outcome })
  return id
}

function pollHeaders(request: ArmRequest): Record<string, string> {
  return { 'retry-after': String(Math.floor(request.sim.asyncDelayMs / 1000)) }
}

/** The status document of a PUT that continues after its response is at `azure-asyncoperation`. */
export function asyncOperation(request: ArmRequest, outcome: Outcome, providerPath: string): Record<string, string> {
  const url = `${request.sim.origins.arm}${providerPath}/${track(request, outcome)}?api-version=${request.apiVersion}`
  return { ...pollHeaders(request), 'azure-asyncoperation': url }
}

/** The status document of a POST that continues after its response is at `azure-asyncoperation`, and its result at `location`. */
export function acceptedAsync(request: ArmRequest, outcome: Outcome, providerPath: string): ArmReply {
  const url = `${request.sim.origins.arm}${providerPath}/${track(request, outcome)}?api-version=${request.apiVersion}`
  return { status: 202, headers: { ...pollHeaders(request), 'azure-asyncoperation': url, location: `${url}&monitor=true` } }
}

/** The URL in `location` returns 202 until the work is done, then 200. */
export function acceptedAtLocation(request: ArmRequest, outcome: Outcome, subscriptionId: string): ArmReply {
  const url = `${request.sim.origins.arm}/subscriptions/${subscriptionId}/operationresults/${track(request, outcome)}?api-version=${request.apiVersion}`
  return { status: 202, headers: { ...pollHeaders(request), location: url } }
}

function find(request: ArmRequest): Operation {
  const operation = store(request).get(request.params.operationId!.toLowerCase())
  if (!operation) throw new ArmError(404, 'OperationNotFound', `The operation '${request.params.operationId}' was not found.`)
  return operation
}

/** @param runningStatus the provider's name for a running operation: InProgress in most, Running in management groups */
function statusDocument(request: ArmRequest, runningStatus: string): ArmReply {
  const { id, startedAt, outcome } = find(request)
  const progress = progressOf(request.sim, outcome)
  const status = progress === 'running' ? runningStatus : progress === 'failed' ? 'Failed' : 'Succeeded'
  return {
    status: 200,
    body: {
      id: request.path,
      name: id,
      status,
      startTime: startedAt,
      ...(progress === 'running' ? {} : { endTime: outcome.endsAt }),
      ...(progress === 'failed' ? { error: outcome.failure } : {}),
    },
    headers: progress === 'running' ? pollHeaders(request) : {},
  }
}

function operationResult(request: ArmRequest): ArmReply {
  const { outcome } = find(request)
  switch (progressOf(request.sim, outcome)) {
    case 'running':
      return {
        status: 202,
        headers: { ...pollHeaders(request), location: `${request.sim.origins.arm}${request.path}?${new URLSearchParams(request.query)}` },
      }
    case 'failed':
      throw new ArmError(409, outcome.failure!.code, outcome.failure!.message)
    case 'succeeded':
      return { status: 200 }
  }
}

export const operationRoutes: ArmRoute[] = [
  { method: 'GET', path: '/subscriptions/{subscriptionId}/operationresults/{operationId}', handle: operationResult },
  {
    method: 'GET',
    path: '/subscriptions/{subscriptionId}/providers/{namespace}/locations/{location}/operations/{operationId}',
    handle: (request) => (request.query.monitor === 'true' ? operationResult(request) : statusDocument(request, 'InProgress')),
  },
  {
    method: 'GET',
    path: '/providers/Microsoft.Management/operationResults/create/asyncOperation/status/managementGroups/{groupId}/{operationId}',
    handle: (request) => statusDocument(request, 'Running'),
  },
]
