import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import type { SamplePerson } from '../../sample/shapes.ts'
import {
  armAudience,
  graphAudience,
  pipelineClientId,
  pipelineClientSecret,
  pipelineServicePrincipalId,
  platformClientId,
  platformClientSecret,
  platformServicePrincipalId,
  slipwayClientId,
  slipwayClientSecret,
  slipwayServicePrincipalId,
} from '../core/constants.ts'
import { findPerson } from '../core/directory.ts'
import type { Simulator } from '../core/simulator.ts'
import { transitiveGroupIds } from '../graph/groupDirectory.ts'
import { rolesOf } from '../graph/roleAssignments.ts'

/** A token contains at most this many groups; with more, Entra refers to Graph instead. */
const groupLimit = 200

export function issuer(sim: Simulator): string {
  return `${sim.origins.identity}/${sim.tenantId}/v2.0`
}

export function personClaims(sim: Simulator, person: SamplePerson, audience: string): JWTPayload {
  const roles = rolesOf(sim, person)
  return {
    iss: issuer(sim),
    aud: audience,
    tid: sim.tenantId,
    oid: person.id,
    sub: pairwiseSubject(person.id, audience),
    name: person.displayName,
    preferred_username: person.userPrincipalName,
    email: person.email,
    ...(roles.length > 0 ? { roles } : {}),
    ...groupClaims(sim, person.id),
    ver: '2.0',
  }
}

export interface Application {
  clientId: string
  clientSecret: string
  servicePrincipalId: string
}
const slipway: Application = {
  clientId: slipwayClientId,
  clientSecret: slipwayClientSecret,
  servicePrincipalId: slipwayServicePrincipalId,
}
export const applications: Application[] = [
  slipway,
  { clientId: pipelineClientId, clientSecret: pipelineClientSecret, servicePrincipalId: pipelineServicePrincipalId },
  { clientId: platformClientId, clientSecret: platformClientSecret, servicePrincipalId: platformServicePrincipalId },
]

/** An administrator has consented to these application permissions for Microsoft Graph, by service principal. */
const graphRolesOf = (sim: Simulator, servicePrincipalId: string): string[] =>
  servicePrincipalId === slipwayServicePrincipalId ? sim.permissions.held('Microsoft Graph') : (otherGraphRoles[servicePrincipalId] ?? [])

const otherGraphRoles: Record<string, string[]> = {
  [platformServicePrincipalId]: ['Directory.ReadWrite.All', 'Group.ReadWrite.All', 'MailboxSettings.ReadWrite', 'User.ReadWrite.All'],
}

export function applicationClaims(sim: Simulator, audience: string, application: Application = slipway): JWTPayload {
  return {
    iss: issuer(sim),
    aud: audience,
    tid: sim.tenantId,
    oid: application.servicePrincipalId,
    sub: application.servicePrincipalId,
    azp: application.clientId,
    azpacr: '1',
    idtyp: 'app',
    ...(audience === graphAudience ? { roles: graphRolesOf(sim, application.servicePrincipalId) } : {}),
    ver: '2.0',
  }
}

/** People have consented to these scopes, by audience, in addition to Slipway's own API. */
const delegatedScopes: Record<string, string> = { [armAudience]: 'user_impersonation', [graphAudience]: 'User.Read' }

export function accessClaims(sim: Simulator, oid: string, audience: string): JWTPayload {
  const person = findPerson(sim, oid)
  if (!person) return applicationClaims(sim, audience, { ...slipway, servicePrincipalId: oid })
  return { ...personClaims(sim, person, audience), azp: slipwayClientId, azpacr: '1', scp: delegatedScopes[audience] ?? 'access_as_user' }
}

/** Entra's subjects differ per application, so that people can't be correlated across applications. */
function pairwiseSubject(oid: string, audience: string): string {
  return createHash('sha256').update(`${oid} ${audience}`).digest('base64url')
}

function groupClaims(sim: Simulator, oid: string): JWTPayload {
  const groups = transitiveGroupIds(sim, oid)
  if (groups.length <= groupLimit) return groups.length === 0 ? {} : { groups }
  return {
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: `${sim.origins.graph}/v1.0/users/${oid}/getMemberObjects` } },
  }
}
