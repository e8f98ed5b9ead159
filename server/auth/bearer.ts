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
import { rememberPerson } from './session.ts'
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
  /** Delegated permissions, separated by spaces. Entra puts it into tokens of people only. */
  scp: Type.Optional(Type.String()),
  /** `app` or `user`, where the registration asks for this optional claim. */
  idtyp: Type.Optional(Type.String()),
  /** Client id of the application that fetched the token: `azp` in version 2.0 tokens, `appid` in version 1.0. */
  azp: Type.Optional(Type.String()),
  appid: Type.Optional(Type.String()),
  ...SignInClaims.properties,
})

/** jose says in words alone, under its generic code, that the issuer's keys were not answered. */
function cannotReachKeys(error: unknown): boolean {
  return !(error instanceof errors.JOSEError) || ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(error.code)
}

export type VerifyBearer = (db: Db, token: string, now: Date) => Promise<Person | Machine>

/**
 * Whom an access token speaks for, by Entra's access token claims. `idtyp` is optional and cannot be relied on, so a token without `scp` is
 * never a person's: it is an application's if subject and object id are the same, which Entra makes them only in app-only tokens.
 */
function bearerOf({ scp, idtyp, sub, oid }: Static<typeof Claims>): 'person' | 'application' | undefined {
  const ownSubject = sub?.toLowerCase() === oid.toLowerCase()
  if (scp !== undefined) return (idtyp ?? 'user') === 'user' && !ownSubject ? 'person' : undefined
  return (idtyp ?? 'app') === 'app' && ownSubject ? 'application' : undefined
}

/** Checks bearer tokens against the issuer's keys: algorithm, signature, issuer, audience, times, tenant, and whom they speak for. */
export function bearerVerifier(config: Config): VerifyBearer {
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined
  return async (db, token, now) => {
    let claims: unknown
    try {
      keys ??= createRemoteJWKSet(new URL((await discover(config)).jwks_uri), { timeoutDuration: 5_000 })
      const verified = await jwtVerify(token, keys, {
        issuer: config.oidc.issuer,
        audience: config.oidc.audience,
        algorithms: ['RS256'],
        clockTolerance: clockToleranceSeconds,
        currentDate: now,
        requiredClaims: ['exp', 'iss', 'aud', 'oid', 'tid'],
      })
      claims = verified.payload
    } catch (error) {
      if (cannotReachKeys(error))
        throw new Failure('unavailable', 'The identity provider cannot be reached to check your token. Try again in a moment.', {
          cause: error,
        })
      throw new Failure(
        'unauthenticated',
        error instanceof errors.JWTExpired ? 'The bearer token has expired.' : 'The bearer token is not valid.',
        { cause: error },
      )
    }
    if (!Check(Claims, claims) || claims.tid.toLowerCase() !== config.tenantId.toLowerCase())
      throw new Failure('unauthenticated', 'The bearer token is not from this organisation.')
    const bearer = bearerOf(claims)
    if (bearer === 'application') {
      const clientId = claims.azp ?? claims.appid
      if (!Check(Guid, clientId)) throw new Failure('unauthenticated', 'The bearer token does not name the application it was issued to.')
      return findApplication(db, clientId.toLowerCase(), now)
    }
    if (bearer !== 'person' || !claims.scp?.split(' ').includes(config.oidc.scope))
      throw new Failure('unauthenticated', `The bearer token lacks the delegated scope ${config.oidc.scope}. Fetch one for that scope.`)
    const person = {
      id: claims.oid.toLowerCase(),
      issuer: config.oidc.issuer,
      tenantId: config.tenantId,
      displayName: claims.name ?? claims.preferred_username ?? claims.oid,
      email: claims.email ?? claims.preferred_username ?? null,
      userPrincipalName: claims.preferred_username ?? null,
    }
    const known = await db
      .selectFrom('people')
      .select(['active', 'tokens_from', 'directory_checked_at'])
      .where('id', '=', person.id)
      .where('issuer', '=', person.issuer)
      .executeTakeFirst()
    const { active } = known ?? (await rememberPerson(db, { ...person, now }))
    if (!active) throw new Failure('unauthenticated', 'This person is disabled in the directory.')
    if (known?.tokens_from && claims.iat * 1_000 < known.tokens_from.getTime())
      throw new Failure('unauthenticated', 'The bearer token was ended by an administrator. Fetch a new one.')
    const { roles = [] } = claims
    const strong = strongAt(claims, config.stepUp.context)
    return {
      kind: 'person',
      id: person.id,
      displayName: person.displayName,
      email: person.email,
      admin: roles.includes('Slipway.Admin'),
      auditor: roles.includes('Slipway.Auditor'),
      endsAt: new Date((Number(claims.exp) + clockToleranceSeconds) * 1_000),
      // A token need not have an id. Event streams end and events are recorded by this name, so two tokens never share one.
      credential: `bearer:${claims.uti ?? createHash('sha256').update(token).digest('base64url').slice(0, 22)}`,
      ...(known?.directory_checked_at ? {} : { unread: true }),
      ...(strong ? { strongUntil: strongUntil(strong, config.stepUp.minutes) } : {}),
    }
  }
}
