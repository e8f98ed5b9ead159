import { createHash } from 'node:crypto'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { Failure } from '../errors.ts'
import type { Machine, Person } from './actor.ts'
import { findApplication } from './apiKey.ts'
import { clockToleranceSeconds, discover } from './identityProvider.ts'
import { upsertPerson } from './session.ts'
import { SignInClaims, strongAt, strongUntil } from './stepUp.ts'

const Guid = Type.String({ pattern: '^[0-9a-fA-F-]{36}$' })
const Claims = Type.Object({
  oid: Guid,
  tid: Guid,
  name: Type.Optional(Type.String()),
  preferred_username: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  roles: Type.Optional(Type.Array(Type.String())),
  uti: Type.Optional(Type.String()),
  iat: Type.Number(),
  exp: Type.Number(),
  sub: Type.Optional(Type.String()),
  /** Delegated permissions, separated by spaces. Entra adds this claim only to the tokens of people. */
  scp: Type.Optional(Type.String()),
  /** `app` or `user`, if the registration requests this optional claim. */
  idtyp: Type.Optional(Type.String()),
  /** Client ID of the application that fetched the token: `azp` in version 2.0 tokens, `appid` in version 1.0. */
  azp: Type.Optional(Type.String()),
  appid: Type.Optional(Type.String()),
  ...SignInClaims.properties,
})

/** jose reports that the issuer's keys are unavailable only in the message of its generic error. */
function isJwksUnavailable(error: unknown): boolean {
  return !(error instanceof errors.JOSEError) || ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(error.code)
}

type VerifyBearer = (db: Db, token: string, now: Date) => Promise<Person | Machine>

/**
 * Classifies an access token by the claims of Entra. `idtyp` is optional and unreliable, so a token without `scp` never counts as a
 * person's. Such a token is an application's if subject and object ID are equal, which is true in app-only tokens only.
 */
function bearerOf({ scp, idtyp, sub, oid }: Static<typeof Claims>): 'person' | 'application' | undefined {
  const ownSubject = sub?.toLowerCase() === oid.toLowerCase()
  if (scp !== undefined) return (idtyp ?? 'user') === 'user' && !ownSubject ? 'person' : undefined
  return (idtyp ?? 'app') === 'app' && ownSubject ? 'application' : undefined
}

export const bearerProblems = {
  expired: 'The bearer token has expired.',
  invalid: 'The bearer token is not valid.',
  otherTenant: 'The bearer token is from a different organisation.',
  disabled: 'This person is disabled in the directory.',
}

/** Verifies bearer tokens: algorithm, signature by the issuer's keys, issuer, audience, validity period, tenant, and kind of caller. */
export function bearerVerifier(config: Config): VerifyBearer {
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined
  return async (db, token, now) => {
    let claims: unknown
    try {
      keys ??= createRemoteJWKSet(new URL((await discover(config)).jwks_uri), { timeoutDuration: 5_000 })
      const verifiedToken = await jwtVerify(token, keys, {
        issuer: config.oidc.issuer,
        audience: config.oidc.audience,
        algorithms: ['RS256'],
        clockTolerance: clockToleranceSeconds,
        currentDate: now,
        requiredClaims: ['exp', 'iss', 'aud', 'oid', 'tid'],
      })
      claims = verifiedToken.payload
    } catch (error) {
      if (isJwksUnavailable(error))
        throw new Failure(
          'unavailable',
          'Couldn’t reach the identity provider to check your token. Nothing was changed. Try again in a moment.',
          {
            cause: error,
          },
        )
      throw new Failure('unauthenticated', error instanceof errors.JWTExpired ? bearerProblems.expired : bearerProblems.invalid, {
        cause: error,
      })
    }
    if (!Check(Claims, claims) || claims.tid.toLowerCase() !== config.tenantId.toLowerCase())
      throw new Failure('unauthenticated', bearerProblems.otherTenant)
    const bearer = bearerOf(claims)
    if (bearer === 'application') {
      const clientId = claims.azp ?? claims.appid
      if (!Check(Guid, clientId))
        throw new Failure('unauthenticated', 'The bearer token doesn’t name the application to which it was issued.')
      return findApplication(db, clientId.toLowerCase(), now)
    }
    if (bearer !== 'person' || !claims.scp?.split(' ').includes(config.oidc.scope))
      throw new Failure(
        'unauthenticated',
        `The bearer token lacks the delegated scope ${config.oidc.scope}. Request a token with that scope.`,
      )
    const person = {
      id: claims.oid.toLowerCase(),
      issuer: config.oidc.issuer,
      tenantId: config.tenantId,
      displayName: claims.name ?? claims.preferred_username ?? claims.oid,
      email: claims.email ?? claims.preferred_username ?? null,
      userPrincipalName: claims.preferred_username ?? null,
    }
    const knownPerson = await db
      .selectFrom('people')
      .select(['active', 'tokens_valid_from', 'directory_checked_at'])
      .where('id', '=', person.id)
      .where('issuer', '=', person.issuer)
      .executeTakeFirst()
    const { active } = knownPerson ?? (await upsertPerson(db, { ...person, now }))
    if (!active) throw new Failure('unauthenticated', bearerProblems.disabled)
    if (knownPerson?.tokens_valid_from && claims.iat * 1_000 < knownPerson.tokens_valid_from.getTime())
      throw new Failure('unauthenticated', 'An administrator revoked this bearer token. Get a new one.')
    const { roles = [] } = claims
    const strongSignInAt = strongAt(claims, config.stepUp.context)
    return {
      kind: 'person',
      id: person.id,
      displayName: person.displayName,
      email: person.email,
      admin: roles.includes('Slipway.Admin'),
      auditor: roles.includes('Slipway.Auditor'),
      endsAt: new Date((Number(claims.exp) + clockToleranceSeconds) * 1_000),
      // A token might have no ID. Event streams and audit events use this name, so it must differ for every token.
      credential: `bearer:${claims.uti ?? createHash('sha256').update(token).digest('base64url').slice(0, 22)}`,
      ...(knownPerson?.directory_checked_at ? {} : { isUnverified: true }),
      ...(strongSignInAt ? { strongUntil: strongUntil(strongSignInAt, config.stepUp.minutes) } : {}),
    }
  }
}
