import type { FastifyInstance } from 'fastify'
import { GraphError } from './graphError.ts'

const largestBatch = 20

interface Step {
  id: string
  method: string
  url: string
  headers?: Record<string, string>
  body?: unknown
  dependsOn?: string[]
}

interface StepResponse {
  id: string
  status: number
  headers: Record<string, string>
  body?: unknown
}

/** Handles up to 20 requests in one call, each separately. A step whose dependency failed is not run (424). */
export function registerBatch(app: FastifyInstance): void {
  app.post<{ Body?: { requests?: Step[] } }>('/v1.0/$batch', async (request, reply) => {
    const steps = readSteps(request.body?.requests)
    const responses = new Map<string, StepResponse>()
    for (const step of steps) {
      const isBlocked = (step.dependsOn ?? []).some((id) => (responses.get(id)?.status ?? 500) >= 400)
      try {
        responses.set(step.id, isBlocked ? failedDependency(step.id) : await run(app, step, request.headers.authorization!))
      } catch {
        // A fault has dropped the connection during this part.
        reply.hijack()
        request.raw.socket.destroy()
        return reply
      }
    }
    return { responses: [...responses.values()] }
  })
}

async function run(app: FastifyInstance, step: Step, authorization: string): Promise<StepResponse> {
  const response = await app.inject({
    method: step.method.toUpperCase() as 'GET',
    url: `/v1.0${step.url}`,
    headers: { ...step.headers, authorization, ...(step.body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(step.body === undefined ? {} : { payload: JSON.stringify(step.body) }),
  })
  const headers: Record<string, string> = {}
  for (const [name, variant] of [
    ['content-type', 'Content-Type'],
    ['location', 'Location'],
    ['retry-after', 'Retry-After'],
  ] as const) {
    const value = response.headers[name]
    if (value !== undefined) headers[variant] = String(value)
  }
  return { id: step.id, status: response.statusCode, headers, ...(response.payload === '' ? {} : { body: parse(response.payload) }) }
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return payload
  }
}

function failedDependency(id: string): StepResponse {
  return {
    id,
    status: 424,
    headers: {},
    body: { error: { code: 'FailedDependency', message: 'A request that this one depends on failed.' } },
  }
}

function readSteps(steps: Step[] | undefined): Step[] {
  const badBatch = (message: string) => new GraphError(400, 'BadRequest', message)
  if (!Array.isArray(steps) || steps.length === 0) throw badBatch('Invalid batch payload format.')
  if (steps.length > largestBatch) throw badBatch(`Number of batch request steps exceeds the maximum value of ${largestBatch}.`)
  const ids = steps.map((step) => step.id)
  if (new Set(ids).size !== ids.length) throw badBatch('The request id has to be unique in a batch.')
  for (const step of steps) {
    if (typeof step.id !== 'string' || typeof step.method !== 'string' || !step.url?.startsWith('/'))
      throw badBatch('Invalid batch payload format.')
  }
  return steps
}
