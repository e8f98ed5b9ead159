import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SamplePerson } from '../../sample/shapes.ts'
import { findPerson, listPeople, type PersonPatch, patchPerson } from '../core/directory.ts'
import type { Simulator } from '../core/simulator.ts'
import { findDirectoryObject, findUser, userResource } from './directoryObjects.ts'
import { badRequest, GraphError, notFound } from './graphError.ts'
import { groupIdsOfMember, transitiveGroupIds } from './groupDirectory.ts'
import { type CollectionSource, collectionCount, collectionPage, singleResource } from './odataCollection.ts'
import { directoryObjectType, groupType, type Resource, userType } from './resourceTypes.ts'

type IdRoute = { Params: { id: string } }

export function registerUsers(app: FastifyInstance, sim: Simulator): void {
  const allUsers = (): CollectionSource => ({ resources: listPeople(sim).map(userResource), type: userType, set: 'users' })

  app.get('/v1.0/users', (request) => collectionPage(sim, request, allUsers()))
  app.get('/v1.0/users/$count', (request, reply) => reply.type('text/plain').send(collectionCount(request, allUsers())))

  app.get<IdRoute>('/v1.0/users/:id', (request) => singleResource(sim, request, userResource(requireUser(sim, request.params.id)), 'users'))
  // The router treats `(` as its own syntax, so the key form users('ada@northgate.example') is parsed here.
  app.get<{ Params: { '*': string } }>('/v1.0/users(*', (request) => {
    const key = /^'((?:[^']|'')+)'\)$/.exec(request.params['*'])?.[1]
    if (key === undefined) throw new GraphError(400, 'BadRequest', 'Invalid key segment.')
    return singleResource(sim, request, userResource(requireUser(sim, key.replaceAll("''", "'"))), 'users')
  })

  app.patch<IdRoute & { Body: Record<string, unknown> }>('/v1.0/users/:id', (request, reply) => {
    patchPerson(sim, requireUser(sim, request.params.id).id, readPatch(request.body))
    return reply.code(204).send()
  })

  app.get<IdRoute>('/v1.0/users/:id/manager', (request) => {
    const manager = findPerson(sim, requireUser(sim, request.params.id).managerId ?? '')
    if (!manager) throw notFound('manager')
    return singleResource(sim, request, userResource(manager), 'directoryObjects')
  })

  for (const [segment, idsOf] of [
    ['memberOf', groupIdsOfMember],
    ['transitiveMemberOf', transitiveGroupIds],
  ] as const) {
    const groups = (request: FastifyRequest<IdRoute>): Resource[] =>
      idsOf(sim, requireUser(sim, request.params.id).id).map((id) => findDirectoryObject(sim, id)!)
    app.get<IdRoute>(`/v1.0/users/:id/${segment}`, (request) =>
      collectionPage(sim, request, { resources: groups(request), type: directoryObjectType, set: 'directoryObjects' }),
    )
    app.get<IdRoute>(`/v1.0/users/:id/${segment}/microsoft.graph.group`, (request) =>
      collectionPage(sim, request, { resources: groups(request), type: groupType, set: 'groups' }),
    )
  }

  for (const action of ['getMemberGroups', 'getMemberObjects']) {
    app.post<IdRoute>(`/v1.0/users/:id/${action}`, (request) => ({
      '@odata.context': `${sim.origins.graph}/v1.0/$metadata#Collection(Edm.String)`,
      value: transitiveGroupIds(sim, requireUser(sim, request.params.id).id),
    }))
  }
  app.post<IdRoute & { Body: { groupIds?: string[] } }>('/v1.0/users/:id/checkMemberGroups', (request) => {
    const groups = new Set(transitiveGroupIds(sim, requireUser(sim, request.params.id).id))
    return {
      '@odata.context': `${sim.origins.graph}/v1.0/$metadata#Collection(Edm.String)`,
      value: (request.body.groupIds ?? []).filter((id) => groups.has(id.toLowerCase())),
    }
  })
}

/** Accepts an ID or sign-in name. @throws GraphError 404 */
export function requireUser(sim: Simulator, idOrName: string): SamplePerson {
  const person = findUser(sim, idOrName)
  if (!person) throw notFound(idOrName)
  return person
}

const textProperties = ['department', 'displayName', 'givenName', 'jobTitle', 'officeLocation', 'surname'] as const

function readPatch(body: Record<string, unknown> | undefined): PersonPatch {
  const patch: PersonPatch = {}
  for (const [name, value] of Object.entries(body ?? {})) {
    const text = textProperties.find((property) => property === name)
    if (name === 'accountEnabled' && typeof value === 'boolean') patch.enabled = value
    else if (text && typeof value === 'string') patch[text] = value
    else throw badRequest(`Invalid value specified for property '${name}' of resource 'User'.`)
  }
  return patch
}
