import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { requireBearer } from '../core/bearer.ts'
import type { Simulator } from '../core/simulator.ts'
import { registerAppRoles } from './appRoles.ts'
import { registerBatch } from './batch.ts'
import { findDirectoryObject } from './directoryObjects.ts'
import { badRequest, GraphError, notFound, sendGraphError } from './graphError.ts'
import { registerGroupLinks } from './groupLinks.ts'
import { registerGroups } from './groups.ts'
import { registerMailboxSettings } from './mailboxSettings.ts'
import { singleResource } from './odataCollection.ts'
import { requirePermission } from './permissions.ts'
import { typeOf } from './resourceTypes.ts'
import { registerUsers } from './users.ts'
import { registerUsersDelta } from './usersDelta.ts'

export function registerGraph(app: FastifyInstance, sim: Simulator): void {
  app.addHook('onRequest', async (request, reply) => {
    const requestId = randomUUID()
    reply.headers({
      'request-id': requestId,
      'client-request-id': request.headers['client-request-id'] ?? requestId,
      'odata-version': '4.0',
    })
  })
  app.addHook('onRequest', requireBearer(sim, 'graph'))
  requirePermission(app, sim)
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof GraphError) return sendGraphError(sim, request, reply, error)
    const { statusCode = 500, message } = error as { statusCode?: number; message: string }
    return sendGraphError(sim, request, reply, statusCode < 500 ? badRequest(message) : new GraphError(500, 'generalException', message))
  })
  app.setNotFoundHandler((request, reply) => {
    const segment = request.url.split('?')[0]!.split('/').at(-1)
    return sendGraphError(sim, request, reply, new GraphError(400, 'BadRequest', `Resource not found for the segment '${segment}'.`))
  })

  registerUsersDelta(app, sim)
  registerUsers(app, sim)
  registerMailboxSettings(app, sim)
  registerAppRoles(app, sim)
  registerGroups(app, sim)
  registerGroupLinks(app, sim)
  registerBatch(app)

  app.get<{ Params: { id: string } }>('/v1.0/directoryObjects/:id', (request) => {
    const object = findDirectoryObject(sim, request.params.id)
    if (!object) throw notFound(request.params.id)
    return singleResource(sim, request, object, 'directoryObjects')
  })
  app.post<{ Body?: { ids?: string[]; types?: string[] } }>('/v1.0/directoryObjects/getByIds', (request) => {
    const { ids, types = ['directoryObject'] } = request.body ?? {}
    if (!Array.isArray(ids) || ids.length > 1000)
      throw badRequest("Invalid value specified for property 'ids'. Between 1 and 1000 ids are allowed.")
    const objects = ids.flatMap((id) => findDirectoryObject(sim, String(id)) ?? [])
    return {
      '@odata.context': `${sim.origins.graph}/v1.0/$metadata#directoryObjects`,
      value: objects.filter((object) => types.includes('directoryObject') || types.includes(typeOf(object).name)),
    }
  })
}
