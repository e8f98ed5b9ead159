import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { groupResource } from './directoryObjects.ts'
import { badRequest, type GraphError, notFound } from './graphError.ts'
import {
  createGroup,
  type DirectoryGroup,
  findGroupByUniqueName,
  graphTime,
  listGroups,
  purgeGroup,
  setLink,
  updateGroup,
} from './groupDirectory.ts'
import { addLinks, boundIds, requireDeletedGroup, requireGroup } from './groupLinks.ts'
import { type CollectionSource, collectionCount, collectionPage, singleResource } from './odataCollection.ts'
import { groupType } from './resourceTypes.ts'

type IdRoute = { Params: { id: string } }
type Body = Record<string, unknown> | undefined

type KeyRoute = { Params: { '*': string } }

function keyOf({ params }: { params: { '*': string } }): string {
  const [, name] = /^uniqueName='((?:[^']|'')+)'\)$/i.exec(params['*']) ?? []
  if (name === undefined) throw badRequest(`Invalid key in 'groups(${params['*']}'.`)
  return name.replaceAll("''", "'")
}

export function registerGroups(app: FastifyInstance, sim: Simulator): void {
  const groups = (isDeleted: boolean): CollectionSource => ({
    resources: listGroups(sim, { deleted: isDeleted }).map(groupResource),
    type: groupType,
    set: isDeleted ? 'directoryObjects' : 'groups',
  })

  app.get('/v1.0/groups', (request) => collectionPage(sim, request, groups(false)))
  app.get('/v1.0/groups/$count', (request, reply) => reply.type('text/plain').send(collectionCount(request, groups(false))))

  function create(body: Body, uniqueName?: string): DirectoryGroup {
    const newGroup = readNewGroup(body)
    const ownerIds = boundIds(sim, body?.['owners@odata.bind'], 'owners')
    const memberIds = boundIds(sim, body?.['members@odata.bind'], 'members')
    return sim.state.atomically(() => {
      const created = createGroup(sim, { ...newGroup, id: randomUUID(), ...(uniqueName === undefined ? {} : { uniqueName }) })
      for (const id of ownerIds) setLink(sim, created.id, 'owners', id, true)
      for (const id of memberIds) setLink(sim, created.id, 'members', id, true)
      return created
    })
  }

  // Mail nicknames of security groups need not be unique (microsoft-graph-docs #14716, #21142; azure-cli #8624).
  app.post<{ Body: Body }>('/v1.0/groups', (request, reply) => {
    const group = create(request.body)
    // The real service points to another API here, and the link does not work.
    reply.header('location', `${sim.origins.graph}/v2/${sim.tenantId}/directoryObjects/${group.id}/Microsoft.DirectoryServices.Group`)
    return reply.code(201).send(singleResource(sim, request, groupResource(group), 'groups'))
  })

  // An upsert by the alternate key returns 201 with a new group, 204 for an existing one (learn.microsoft.com, “Upsert group”).
  app.get<KeyRoute>('/v1.0/groups(*', (request) => {
    const uniqueName = keyOf(request)
    const group = findGroupByUniqueName(sim, uniqueName)
    if (!group) throw notFound(uniqueName)
    return singleResource(sim, request, groupResource(group), 'groups')
  })
  app.patch<KeyRoute & { Body: Body }>('/v1.0/groups(*', (request, reply) => {
    const uniqueName = keyOf(request)
    const existingGroup = findGroupByUniqueName(sim, uniqueName, { latest: true })
    if (!existingGroup) {
      if (String(request.headers.prefer).toLowerCase() !== 'create-if-missing') throw notFound(uniqueName)
      return reply.code(201).send(singleResource(sim, request, groupResource(create(request.body, uniqueName)), 'groups'))
    }
    const { mailEnabled: _, securityEnabled: __, ...properties } = request.body ?? {}
    updateGroup(sim, existingGroup.id, readChange(properties))
    return reply.code(204).send()
  })

  app.get<IdRoute>('/v1.0/groups/:id', (request) =>
    singleResource(sim, request, groupResource(requireGroup(sim, request.params.id)), 'groups'),
  )

  app.patch<IdRoute & { Body: Body }>('/v1.0/groups/:id', (request, reply) => {
    const group = requireGroup(sim, request.params.id)
    const { 'members@odata.bind': members, 'owners@odata.bind': owners, ...properties } = request.body ?? {}
    const change = readChange(properties)
    const ownerIds = boundIds(sim, owners, 'owners')
    const memberIds = boundIds(sim, members, 'members')
    sim.state.atomically(() => {
      addLinks(sim, group.id, 'owners', ownerIds)
      addLinks(sim, group.id, 'members', memberIds)
      updateGroup(sim, group.id, change)
    })
    return reply.code(204).send()
  })

  app.delete<IdRoute>('/v1.0/groups/:id', (request, reply) => {
    updateGroup(sim, requireGroup(sim, request.params.id).id, { deletedDateTime: graphTime(sim.clock.now()) })
    return reply.code(204).send()
  })

  app.get('/v1.0/directory/deletedItems/microsoft.graph.group', (request) => collectionPage(sim, request, groups(true)))
  app.get<IdRoute>('/v1.0/directory/deletedItems/:id', (request) =>
    singleResource(sim, request, groupResource(requireDeletedGroup(sim, request.params.id)), 'directoryObjects'),
  )
  app.post<IdRoute>('/v1.0/directory/deletedItems/:id/restore', (request) => {
    const group = requireDeletedGroup(sim, request.params.id)
    updateGroup(sim, group.id, { deletedDateTime: null })
    return singleResource(sim, request, groupResource(requireGroup(sim, group.id)), 'directoryObjects')
  })
  app.delete<IdRoute>('/v1.0/directory/deletedItems/:id', (request, reply) => {
    purgeGroup(sim, requireDeletedGroup(sim, request.params.id).id)
    return reply.code(204).send()
  })
}

function required(body: Body, name: string): unknown {
  const value = body?.[name]
  if (value === undefined || value === null || value === '') {
    throw badRequest(`A value is required for property '${name}' of resource 'Group'.`)
  }
  return value
}

function invalid(name: string): GraphError {
  return badRequest(`Invalid value specified for property '${name}' of resource 'Group'.`)
}

const checks: Record<string, (value: unknown) => boolean> = {
  displayName: (value) => typeof value === 'string' && value.length > 0 && value.length <= 256,
  mailNickname: (value) => typeof value === 'string' && /^[!-~]{1,64}$/.test(value) && !/[@()\\[\]";:<>,]/.test(value),
  description: (value) => value === null || (typeof value === 'string' && value.length <= 1024),
  visibility: (value) => value === null || ['Private', 'Public', 'HiddenMembership'].includes(String(value)),
  isAssignableToRole: (value) => value === null || typeof value === 'boolean',
}

function check(body: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(body)) if (checks[name] && !checks[name](value)) throw invalid(name)
}

function readNewGroup(body: Body): Omit<DirectoryGroup, 'id' | 'createdDateTime' | 'deletedDateTime'> {
  for (const name of ['displayName', 'mailEnabled', 'mailNickname', 'securityEnabled']) required(body, name)
  check(body!)
  if (body!.mailEnabled !== false) {
    throw badRequest(
      'The service does not currently support writes of mail-enabled groups. Please ensure that the mail-enablement property is unset and try again.',
    )
  }
  if (body!.securityEnabled !== true) throw invalid('securityEnabled')
  return {
    displayName: String(body!.displayName),
    mailNickname: String(body!.mailNickname),
    description: (body!.description as string | null | undefined) ?? null,
    visibility: (body!.visibility as string | null | undefined) ?? null,
    isAssignableToRole: (body!.isAssignableToRole as boolean | null | undefined) ?? null,
  }
}

function readChange(
  body: Record<string, unknown>,
): Partial<Pick<DirectoryGroup, 'displayName' | 'mailNickname' | 'description' | 'visibility'>> {
  const changeable = ['displayName', 'mailNickname', 'description', 'visibility']
  const readOnlyField = Object.keys(body).find((name) => !changeable.includes(name))
  if (readOnlyField !== undefined) throw badRequest(`Property '${readOnlyField}' is read-only and cannot be set.`)
  check(body)
  return body
}
