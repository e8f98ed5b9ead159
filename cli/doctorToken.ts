import { readFileSync, statSync } from 'node:fs'
import { decodeJwt, type JWTPayload } from 'jose'
import type { Config } from '../server/config.ts'
import { createCheck } from '../server/features/platform/doctor/check.ts'
import type { DoctorCheck } from '../server/features/platform/doctor/schemas.ts'

const category = 'Token'
const maxBytes = 65_536
const slipwayRoles = { 'Slipway.Admin': 'administrator', 'Slipway.Auditor': 'auditor' } as const

/**
 * Shows which claims of an access token Slipway would use. The signature is not verified, and the token is never printed.
 * @throws if the file has no token
 */
export function describeToken(file: string, { oidc, tenantId }: Config): DoctorCheck[] {
  const { iss, aud, tid, oid, exp, scp, roles, name } = claimsIn(file)
  const expected = (id: string, title: string, actual: unknown, expected: string) =>
    createCheck({
      ...{ id: `token/${id}`, category, title, status: actual === expected ? 'ok' : 'failed' },
      detail: actual === expected ? expected : `The token has ${JSON.stringify(actual ?? null)}, and Slipway accepts only ${expected}.`,
    })
  const isExpired = typeof exp === 'number' && exp * 1_000 <= Date.now()
  const isPerson = typeof scp === 'string'
  const named = Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : []
  const namedRoles = Object.entries(slipwayRoles).flatMap(([role, label]) => (named.includes(role) ? [label] : []))
  return [
    expected('issuer', 'Issuer (iss)', iss, oidc.issuer),
    expected('audience', 'Audience (aud)', aud, oidc.audience),
    expected('tenant', 'Tenant (tid)', tid, tenantId),
    createCheck({
      ...{ id: 'token/expiry', category, title: 'Expiry (exp)', status: typeof exp === 'number' && !isExpired ? 'ok' : 'failed' },
      detail: typeof exp === 'number' ? new Date(exp * 1_000).toISOString() : 'The token has no expiry.',
    }),
    createCheck({
      ...{ id: 'token/caller', category, title: 'Caller (oid)', status: typeof oid === 'string' ? 'ok' : 'failed' },
      detail: `${isPerson ? 'A person' : 'An application'}: ${typeof name === 'string' ? `${name}, ` : ''}${String(oid ?? 'none')}`,
    }),
    createCheck({
      ...{ id: 'token/roles', category, title: 'Roles (roles)', status: 'ok' },
      detail: `${named.length > 0 ? named.join(', ') : 'none'}: in Slipway, ${namedRoles.length > 0 ? namedRoles.join(' and ') : 'a user without administrative roles'}.`,
    }),
  ]
}

function claimsIn(file: string): JWTPayload {
  try {
    if (statSync(file).size > maxBytes) throw new Error('too large')
    return decodeJwt(
      readFileSync(file, 'utf8')
        .trim()
        .replace(/^bearer /i, ''),
    )
  } catch {
    throw new Error(`${file} has no readable access token.`)
  }
}
