import { createHash, timingSafeEqual } from 'node:crypto'
import type { SamplePerson } from '../../sample/shapes.ts'
import { armAudience } from '../core/constants.ts'
import { findPerson } from '../core/directory.ts'
import type { Simulator } from '../core/simulator.ts'
import { type Application, accessClaims, applicationClaims, applications, personClaims } from './claims.ts'
import { type Grant, grantStore } from './grants.ts'
import { contextsOf, signInClaims } from './mfaSignIn.ts'
import { OAuthError } from './oauthError.ts'
import { parseScope } from './scope.ts'

const lifetimeSeconds = 3600

type Form = Record<string, string>

/** Supports authorization_code with PKCE, refresh_token, client_credentials and on-behalf-of. @throws OAuthError */
export async function createTokenResponse(sim: Simulator, form: Form, authorization: string | undefined) {
  const application = authenticateClient(form, authorization)
  switch (form.grant_type) {
    case 'authorization_code':
      return redeemCode(sim, form)
    case 'refresh_token':
      return redeemRefreshToken(sim, form)
    case 'client_credentials':
      return clientCredentials(sim, form, application)
    case 'urn:ietf:params:oauth:grant-type:jwt-bearer':
      return onBehalfOf(sim, form)
    case undefined:
      throw new OAuthError(400, 'invalid_request', "AADSTS900144: The request body must contain the following parameter: 'grant_type'.")
    default:
      throw new OAuthError(400, 'unsupported_grant_type', `AADSTS70003: The app requested an unsupported grant type '${form.grant_type}'.`)
  }
}

function authenticateClient(form: Form, authorization: string | undefined): Application {
  const basic = /^Basic (.+)$/i.exec(authorization ?? '')?.[1]
  const [id, secret] = basic
    ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    : [form.client_id, form.client_secret]
  if (!id) throw new OAuthError(400, 'invalid_request', "AADSTS900144: The request body must contain the following parameter: 'client_id'.")
  const application = applications.find(({ clientId }) => clientId === id)
  if (!application) {
    throw new OAuthError(
      400,
      'unauthorized_client',
      `AADSTS700016: Application with identifier '${id}' was not found in the directory 'Northgate Retail'.`,
    )
  }
  if (!secret) {
    throw new OAuthError(
      401,
      'invalid_client',
      "AADSTS7000218: The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
    )
  }
  if (!sameSecret(secret, application.clientSecret)) {
    throw new OAuthError(
      401,
      'invalid_client',
      `AADSTS7000215: Invalid client secret provided. Ensure the secret being sent is the client secret value for app '${id}'.`,
    )
  }
  return application
}

function sameSecret(input: string, expected: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(input), hash(expected))
}

function redeemCode(sim: Simulator, form: Form) {
  const grant = grantStore(sim).redeemCode(form.code ?? '')
  if (!grant?.code)
    throw invalidGrant(
      'AADSTS54005: OAuth2 Authorization code was already redeemed, has expired or is unknown. Please retry with a new valid code.',
    )
  if (form.redirect_uri !== grant.code.redirectUri) {
    throw invalidGrant('AADSTS500112: The reply address does not match the reply address provided when requesting the authorization code.')
  }
  const challenge = createHash('sha256')
    .update(form.code_verifier ?? '')
    .digest('base64url')
  if (challenge !== grant.code.challenge) {
    throw invalidGrant('AADSTS501481: The Code_Verifier does not match the code_challenge supplied in the authorization request.')
  }
  return tokensForPerson(sim, grant, grant.code.nonce)
}

function redeemRefreshToken(sim: Simulator, form: Form) {
  const grant = grantStore(sim).redeemRefreshToken(form.refresh_token ?? '')
  if (!grant) throw invalidGrant('AADSTS700082: The refresh token has expired, was used already or is unknown.')
  // A refresh token has only the authentication contexts of its sign-in. Any other context needs an interactive sign-in.
  if (contextsOf(form.claims).some((context) => !grant.signIn.contexts.includes(context)))
    throw new OAuthError(
      400,
      'interaction_required',
      'AADSTS50076: Due to a configuration change made by your administrator, you must use multi-factor authentication to access the resource.',
    )
  return tokensForPerson(sim, { ...grant, scope: form.scope ?? grant.scope })
}

async function tokensForPerson(sim: Simulator, grant: Omit<Grant, 'expiresAt'>, nonce?: string) {
  const person = enabledPerson(sim, grant.oid)
  const scope = parseScope(grant.scope)
  const signInClaimSet = signInClaims(grant.signIn)
  const idToken = { ...personClaims(sim, person, grant.clientId), ...signInClaimSet, ...(nonce === undefined ? {} : { nonce }) }
  return {
    ...(await accessTokenReply(sim, scope.text, { ...accessClaims(sim, person.id, scope.audience), ...signInClaimSet })),
    ...(scope.openid ? { id_token: await sim.tokens.sign(idToken, lifetimeSeconds) } : {}),
    ...(scope.offlineAccess
      ? {
          refresh_token: grantStore(sim).issueRefreshToken({
            clientId: grant.clientId,
            oid: grant.oid,
            scope: grant.scope,
            signIn: grant.signIn,
          }),
        }
      : {}),
  }
}

async function clientCredentials(sim: Simulator, form: Form, application: Application) {
  // Azure clients use the configured URL as the name of the resource.
  const scope = parseScope(form.scope ?? '', { [sim.origins.arm]: armAudience })
  if (!scope.isDefault) {
    throw new OAuthError(
      400,
      'invalid_scope',
      `AADSTS1002012: The provided value for scope ${form.scope} is not valid. Client credential flows must have a scope value with /.default suffixed to the resource identifier (application ID URI).`,
    )
  }
  const { scope: _, ...reply } = await accessTokenReply(sim, scope.text, applicationClaims(sim, scope.audience, application))
  return reply
}

async function onBehalfOf(sim: Simulator, form: Form) {
  const assertion = await sim.tokens.verify(form.assertion ?? '').catch(() => {
    throw invalidGrant('AADSTS500133: Assertion is not within its valid time range or its signature does not hold.')
  })
  const person = enabledPerson(sim, String(assertion.oid))
  const scope = parseScope(form.scope ?? '')
  return accessTokenReply(sim, scope.text, accessClaims(sim, person.id, scope.audience))
}

async function accessTokenReply(sim: Simulator, scope: string, claims: ReturnType<typeof accessClaims>) {
  return {
    token_type: 'Bearer',
    scope,
    expires_in: lifetimeSeconds,
    ext_expires_in: lifetimeSeconds,
    access_token: await sim.tokens.sign(claims, lifetimeSeconds),
  }
}

function enabledPerson(sim: Simulator, oid: string): SamplePerson {
  const person = findPerson(sim, oid)
  if (!person) throw invalidGrant('AADSTS50034: The user account does not exist in the Northgate Retail directory.')
  if (!person.enabled) throw invalidGrant('AADSTS50057: The user account is disabled.')
  return person
}

function invalidGrant(description: string): OAuthError {
  return new OAuthError(400, 'invalid_grant', description)
}
