import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { registerAuthorize } from './authorize.ts'
import { issuer } from './claims.ts'
import { OAuthError } from './oauthError.ts'
import { createTokenResponse } from './token.ts'

/* This service doesn't use oidc-provider, because Entra's responses differ. The authorize page has another origin (plain http) than
   issuer, tokens and keys; the audience of a token follows from a scope such as `https://management.azure.com/.default`; claims carry tid,
   oid, uti and the group overage; errors are AADSTS texts. The rest of the protocol is only the code flow with PKCE. */

export function registerIdentity(app: FastifyInstance, sim: Simulator): void {
  app.setErrorHandler(sendOAuthError)
  requireTenant(app, sim)

  app.get('/:tenant/v2.0/.well-known/openid-configuration', () => discovery(sim))
  app.get('/:tenant/discovery/v2.0/keys', () => sim.tokens.jwks)
  app.post<{ Body: Record<string, string> }>('/:tenant/oauth2/v2.0/token', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    return createTokenResponse(sim, request.body ?? {}, request.headers.authorization)
  })
}

export function registerSignIn(app: FastifyInstance, sim: Simulator): void {
  requireTenant(app, sim)
  registerAuthorize(app, sim)
}

function requireTenant(app: FastifyInstance, sim: Simulator): void {
  app.addHook('preHandler', async (request) => {
    const tenant = (request.params as { tenant?: string }).tenant
    if (tenant !== undefined && !isOurTenant(sim, tenant)) {
      throw new OAuthError(
        400,
        'invalid_tenant',
        `AADSTS90002: Tenant '${tenant}' not found. Check to make sure you have the correct tenant ID.`,
      )
    }
  })
}

function isOurTenant(sim: Simulator, tenant: string): boolean {
  return [sim.tenantId, sim.company.domain, 'organizations', 'common'].includes(tenant.toLowerCase())
}

function discovery(sim: Simulator) {
  const tenant = `${sim.origins.identity}/${sim.tenantId}`
  const browser = `${sim.identityBrowserOrigin}/${sim.tenantId}`
  return {
    issuer: issuer(sim),
    authorization_endpoint: `${browser}/oauth2/v2.0/authorize`,
    token_endpoint: `${tenant}/oauth2/v2.0/token`,
    end_session_endpoint: `${browser}/oauth2/v2.0/logout`,
    jwks_uri: `${tenant}/discovery/v2.0/keys`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    response_modes_supported: ['query'],
    response_types_supported: ['code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    claims_supported: [
      'sub',
      'iss',
      'aud',
      'exp',
      'iat',
      'nonce',
      'oid',
      'tid',
      'name',
      'preferred_username',
      'email',
      'roles',
      'groups',
      'ver',
      'amr',
      'acrs',
      'auth_time',
    ],
    claims_parameter_supported: true,
    tenant_region_scope: 'EU',
    cloud_instance_name: 'microsoftonline.com',
  }
}

function sendOAuthError(error: Error & { statusCode?: number }, _request: unknown, reply: FastifyReply) {
  const oauthError = error instanceof OAuthError ? error : undefined
  if (!oauthError && (error.statusCode ?? 500) >= 500) console.error(error)
  return reply
    .code(oauthError?.status ?? error.statusCode ?? 500)
    .header('cache-control', 'no-store')
    .send((oauthError ?? new OAuthError(400, 'invalid_request', error.message)).body)
}
