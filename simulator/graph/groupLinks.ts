import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findPerson } from '../core/directory.ts'
import type { Simulator } from '../core/simulator.ts'
import { findDirectoryObject } from './directoryObjects.ts'
import { badRequest, notFound } from './graphError.ts'
import {
  type DirectoryGroup,
  findGroup,
  findLiveGroup,
  groupIdsOfMember,
  linkedIds,
  type Relation,
  setLink,
  transitiveGroupIds,
  transitiveMemberIds,
} from './groupDirectory.ts'
import { type CollectionSource, collectionCount, collectionPage } from './odataCollection.ts'
import { directoryObjectType, groupType, type Resource, userType } from './resourceTypes.ts'

type IdRoute = { Params: { id: string } }

const largestBind = 20

export function registerGroupLinks(app: FastifyInstance, sim: Simulator): void {
  const lists: Record<string, (sim: Simulator, groupId: string) => string[]> = {
    members: (_, id) => linkedIds(sim, id, 'members'),
    owners: (_, id) => linkedIds(sim, id, 'owners'),
    transitiveMembers: transitiveMemberIds,
    memberOf: groupIdsOfMember,
    transitiveMemberOf: transitiveGroupIds,
  }
  for (const [segment, idsOf] of Object.entries(lists)) {
    const objects = (request: FastifyRequest<IdRoute>): Resource[] =>
      idsOf(sim, requireGroup(sim, request.params.id).id).flatMap((id) => findDirectoryObject(sim, id) ?? [])
    const sources: [suffix: string, (request: FastifyRequest<IdRoute>) => CollectionSource][] = [
      ['', (request) => ({ resources: objects(request), type: directoryObjectType, set: 'directoryObjects' })],
      ['/microsoft.graph.user', (request) => ({ resources: loadSingle(objects(request), 'user'), type: userType, set: 'users' })],
      ['/microsoft.graph.group', (request) => ({ resources: loadSingle(objects(request), 'group'), type: groupType, set: 'groups' })],
    ]
    for (const [suffix, source] of sources) {
      const path = `/v1.0/groups/:id/${segment}${suffix}`
      app.get<IdRoute>(path, (request) => collectionPage(sim, request, source(request)))
      app.get<IdRoute>(`${path}/$count`, (request, reply) => reply.type('text/plain').send(collectionCount(request, source(request))))
    }
  }

  for (const relation of ['members', 'owners'] as const) {
    app.post<IdRoute & { Body?: Record<string, unknown> }>(`/v1.0/groups/:id/${relation}/$ref`, (request, reply) => {
      const group = requireGroup(sim, request.params.id)
      const [id] = boundIds(sim, [request.body?.['@odata.id']], relation)
      addLinks(sim, group.id, relation, [id!])
      return reply.code(204).send()
    })
    app.delete<{ Params: { id: string; objectId: string } }>(`/v1.0/groups/:id/${relation}/:objectId/$ref`, (request, reply) => {
      const group = requireGroup(sim, request.params.id)
      const objectId = request.params.objectId.toLowerCase()
      if (relation === 'owners') requireRemainingOwner(sim, group.id, objectId)
      if (!setLink(sim, group.id, relation, objectId, false)) throw notFound(objectId)
      return reply.code(204).send()
    })
  }
}

export function requireGroup(sim: Simulator, id: string): DirectoryGroup {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw badRequest(`Invalid object identifier '${id}'.`)
  const group = findLiveGroup(sim, id)
  if (!group) throw notFound(id)
  return group
}

export function requireDeletedGroup(sim: Simulator, id: string): DirectoryGroup {
  const group = findGroup(sim, id)
  if (!group || group.deletedDateTime === null) throw notFound(id)
  return group
}

/** Reads IDs from `…@odata.bind` references, each of which must exist and suit the relation. @throws GraphError */
export function boundIds(sim: Simulator, references: unknown, relation: Relation): string[] {
  if (references === undefined) return []
  if (!Array.isArray(references)) throw badRequest(`Invalid value specified for property '${relation}@odata.bind' of resource 'Group'.`)
  if (references.length > largestBind) {
    throw badRequest(`The number of references in '${relation}@odata.bind' exceeds the maximum of ${largestBind}.`)
  }
  const ids = references.map((reference) => boundId(sim, reference, relation))
  const duplicate = ids.find((id, i) => ids.indexOf(id) !== i)
  if (duplicate !== undefined) throw badRequest(`Object '${duplicate}' can only be present once as an add/remove change.`)
  return ids
}

function boundId(sim: Simulator, reference: unknown, relation: Relation): string {
  const [, id] =
    /\/v1\.0\/(?:directoryObjects|users|groups|servicePrincipals)(?:\/|\(')([0-9a-f-]{36})(?:'\))?$/i.exec(String(reference)) ?? []
  if (id === undefined) throw badRequest('Invalid URL format specified in @odata.id for entity reference.')
  const object = findDirectoryObject(sim, id)
  if (!object) throw notFound(id)
  if (relation === 'owners' && object['@odata.type'] === '#microsoft.graph.group') {
    throw badRequest(`The type of the object '${id}' is not supported for the reference property 'owners'.`)
  }
  return object.id
}

/** Adds all or none. @throws GraphError 400 when one object is already linked */
export function addLinks(sim: Simulator, groupId: string, relation: Relation, objectIds: readonly string[]): void {
  const present = linkedIds(sim, groupId, relation, { latest: true })
  if (objectIds.some((id) => present.includes(id))) {
    throw badRequest(`One or more added object references already exist for the following modified properties: '${relation}'.`)
  }
  for (const id of objectIds) setLink(sim, groupId, relation, id, true)
}

function requireRemainingOwner(sim: Simulator, groupId: string, ownerId: string): void {
  const people = linkedIds(sim, groupId, 'owners', { latest: true }).filter((id) => findPerson(sim, id))
  if (people.length === 1 && people[0] === ownerId)
    throw badRequest('The group must have at least one owner, hence this owner cannot be removed.')
}

function loadSingle(resources: Resource[], kind: 'user' | 'group'): Resource[] {
  return resources.filter((resource) => resource['@odata.type'] === `#microsoft.graph.${kind}`)
}
