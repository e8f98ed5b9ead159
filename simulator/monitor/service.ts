import type { FastifyInstance } from 'fastify'
import { ArmError } from '../arm/armError.ts'
import { isAllowed } from '../arm/authorization.ts'
import { parseResourceId } from '../arm/resource.ts'
import { requireBearer } from '../core/bearer.ts'
import type { Simulator } from '../core/simulator.ts'
import { measure } from './metrics.ts'

const maxResources = 50

interface Route {
  Params: { region: string; subscription: string }
  Querystring: Record<string, string>
  Body: { resourceids?: string[] } | undefined
}

/**
 * Simulates Azure Monitor's metrics (2024-02-01). Every region has the same origin here: its name is the first path segment, but a host
 * name in Azure. Microsoft does not document the response if one of several resources is deleted; here the whole call fails.
 */
export function registerMonitor(app: FastifyInstance, sim: Simulator): void {
  app.addHook('onRequest', requireBearer(sim, 'monitor'))
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof ArmError) return reply.code(error.status).send(error.body)
    if (error.statusCode === 400) return reply.code(400).send({ error: { code: 'BadRequest', message: error.message } })
    console.error(error)
    return reply.code(500).send({ error: { code: 'InternalServerError', message: 'Encountered internal server error.' } })
  })

  app.post<Route>('/:region/subscriptions/:subscription/metrics::getBatch', ({ params, query, body, caller }) => {
    const throwError = (message: string): never => {
      throw new ArmError(400, 'BadRequest', message)
    }
    const scope = `/subscriptions/${params.subscription}`
    if (!isAllowed(sim, caller, scope, 'Microsoft.Insights/metrics/read'))
      throw new ArmError(
        403,
        'AuthorizationFailed',
        `The client '${caller.oid}' does not have authorization to perform action 'Microsoft.Insights/metrics/read' over scope '${scope}'.`,
      )
    if (query['api-version'] !== '2024-02-01') throwError(`The api-version '${query['api-version']}' is not supported.`)
    const { metricnamespace = '', metricnames = '' } = query
    if (metricnamespace === '' || metricnames === '') throwError('metricnamespace and metricnames are required.')
    const ids = body?.resourceids ?? []
    if (ids.length === 0 || ids.length > maxResources) throwError(`Request 1 to ${maxResources} resources, not ${ids.length}.`)
    for (const id of ids) {
      const { subscriptionId, type } = parseResourceId(id) ?? throwError(`'${id}' is not a resource ID.`)
      if (subscriptionId !== params.subscription.toLowerCase()) throwError('All resources must be in the same subscription.')
      if (type.toLowerCase() !== metricnamespace.toLowerCase()) throwError('All resources must have the type of the metric namespace.')
    }
    const values = ids.map((id) => measure(sim, id, query))
    for (const { resourceregion, resourceid } of values)
      if (resourceregion.toLowerCase() !== params.region.toLowerCase()) throwError(`${resourceid} is in ${resourceregion}.`)
    return { values }
  })
}
