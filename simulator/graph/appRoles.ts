import type { FastifyInstance } from 'fastify'
import { stableId } from '../../sample/stableId.ts'
import { graphRoleIds } from '../../server/clients/graph/graphAppRoles.ts'
import { slipwayClientId, slipwayServicePrincipalId } from '../core/constants.ts'
import { listPeople } from '../core/directory.ts'
import type { Simulator } from '../core/simulator.ts'
import { findDirectoryObject } from './directoryObjects.ts'
import { GraphError, notFound } from './graphError.ts'
import { findLiveGroup } from './groupDirectory.ts'
import { collectionPage, singleResource } from './odataCollection.ts'
import { appRoleAssignmentType, type Resource } from './resourceTypes.ts'
import { appRoles, rolesOfGroups } from './roleAssignments.ts'

type IdRoute = { Params: { id: string } }

export function registerAppRoles(app: FastifyInstance, sim: Simulator): void {
  // The router treats `(` as its own syntax, so the key form servicePrincipals(appId='…') is parsed here.
  app.get<{ Params: { '*': string } }>('/v1.0/servicePrincipals(*', (request) => {
    const appId = /^appId='([\da-f-]{36})'\)$/i.exec(request.params['*'])?.[1]
    if (appId === undefined) throw new GraphError(400, 'BadRequest', 'Invalid key segment.')
    if (appId.toLowerCase() !== slipwayClientId) throw notFound(appId)
    return singleResource(sim, request, findDirectoryObject(sim, slipwayServicePrincipalId)!, 'servicePrincipals')
  })
  app.get<IdRoute>('/v1.0/servicePrincipals/:id/appRoleAssignedTo', (request) => {
    if (request.params.id.toLowerCase() !== slipwayServicePrincipalId) throw notFound(request.params.id)
    const set = `servicePrincipals('${slipwayServicePrincipalId}')/appRoleAssignedTo`
    return collectionPage(sim, request, { resources: assignments(sim), type: appRoleAssignmentType, set })
  })
  app.get<IdRoute>('/v1.0/servicePrincipals/:id/appRoleAssignments', (request) => {
    if (request.params.id.toLowerCase() !== slipwayServicePrincipalId) throw notFound(request.params.id)
    const set = `servicePrincipals('${slipwayServicePrincipalId}')/appRoleAssignments`
    return collectionPage(sim, request, { resources: grantedRoles(sim), type: appRoleAssignmentType, set })
  })
}

function grantedRoles(sim: Simulator): Resource[] {
  return sim.permissions.held('Microsoft Graph').map((role) => ({
    '@odata.type': '#microsoft.graph.appRoleAssignment',
    id: Buffer.from(`${slipwayServicePrincipalId}:${role}`).toString('base64url'),
    deletedDateTime: null,
    appRoleId: graphRoleIds[role]!,
    createdDateTime: '2024-01-08T09:00:00Z',
    principalDisplayName: 'Slipway',
    principalId: slipwayServicePrincipalId,
    principalType: 'ServicePrincipal',
    resourceDisplayName: 'Microsoft Graph',
    resourceId: stableId('service-principal/microsoft-graph'),
  }))
}

function assignments(sim: Simulator): Resource[] {
  const people = listPeople(sim).flatMap((person) =>
    person.appRoles.map((role) => assignment(role, { id: person.id, name: person.displayName, type: 'User' })),
  )
  const groups = rolesOfGroups(sim).flatMap(({ groupId, roles }) =>
    roles.map((role) => assignment(role, { id: groupId, name: findLiveGroup(sim, groupId)?.displayName ?? groupId, type: 'Group' })),
  )
  return [...people, ...groups]
}

function assignment(role: string, principal: { id: string; name: string; type: 'User' | 'Group' }): Resource {
  const { id } = appRoles.find(({ value }) => value === role)!
  return {
    '@odata.type': '#microsoft.graph.appRoleAssignment',
    id: Buffer.from(`${principal.id}:${id}`).toString('base64url'),
    deletedDateTime: null,
    appRoleId: id,
    createdDateTime: '2024-01-08T09:00:00Z',
    principalDisplayName: principal.name,
    principalId: principal.id,
    principalType: principal.type,
    resourceDisplayName: 'Slipway',
    resourceId: slipwayServicePrincipalId,
  }
}
