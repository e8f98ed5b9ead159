import {
  armAudience,
  azureDevOpsAudience,
  classicArmAudience,
  graphAudience,
  keyVaultAudience,
  monitorAudience,
  slipwayAudience,
} from '../core/constants.ts'
import { OAuthError } from './oauthError.ts'

interface ParsedScope {
  /** Audience of the access token; Graph when only OpenID scopes are requested, as in Entra. */
  audience: string
  openid: boolean
  offlineAccess: boolean
  isDefault: boolean
  text: string
}

const oidcScopes = new Set(['openid', 'profile', 'email', 'offline_access'])
const resources = [armAudience, azureDevOpsAudience, classicArmAudience, graphAudience, keyVaultAudience, monitorAudience, slipwayAudience]

/**
 * @param aliases other names of resources, with their audience
 * @throws OAuthError if a scope doesn't name a known resource, or the scopes name several
 */
export function parseScope(text: string, aliases: Readonly<Record<string, string>> = {}): ParsedScope {
  const scopes = text.split(/\s+/).filter(Boolean)
  const named = scopes.filter((scope) => !oidcScopes.has(scope)).map((scope) => splitScope(scope, aliases))
  const audiences = new Set(named.map((scope) => scope.audience))
  if (audiences.size > 1) {
    throw new OAuthError(
      400,
      'invalid_scope',
      'AADSTS28000: Provided value for the input parameter scope is not valid because it contains more than one resource.',
    )
  }
  return {
    audience: named[0]?.audience ?? graphAudience,
    openid: scopes.includes('openid'),
    offlineAccess: scopes.includes('offline_access'),
    isDefault: named.length > 0 && named.every((scope) => scope.permission === '.default'),
    text,
  }
}

function splitScope(scope: string, aliases: Readonly<Record<string, string>>): { audience: string; permission: string } {
  if (!scope.includes('/')) return { audience: graphAudience, permission: scope }
  const position = scope.lastIndexOf('/')
  const requestedResource = scope.slice(0, position).replace(/\/$/, '')
  const audience = aliases[requestedResource] ?? requestedResource
  if (!resources.includes(audience)) {
    throw new OAuthError(
      400,
      'invalid_resource',
      `AADSTS500011: The resource principal named ${audience} was not found in the tenant named Northgate Retail.`,
    )
  }
  return { audience, permission: scope.slice(position + 1) }
}
