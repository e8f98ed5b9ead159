import { createHash, randomBytes } from 'node:crypto'
import type { Simulator } from '../core/simulator.ts'
import type { SignIn } from './mfaSignIn.ts'

export interface Grant {
  clientId: string
  oid: string
  scope: string
  signIn: SignIn
  /** Milliseconds since 1970 on the real clock. */
  expiresAt: number
  code?: { redirectUri: string; challenge: string; nonce?: string }
}

const codeLifetimeMs = 60_000
const refreshLifetimeMs = 90 * 86_400_000

/** Codes (60 s, single use) and refresh tokens (90 days, replaced at each use) are stored as hashes. */
export function grantStore(sim: Simulator) {
  const grants = sim.state.collection<Grant>('identity.grants')
  const key = (kind: string, secret: string): string => `${kind}:${createHash('sha256').update(secret).digest('base64url')}`
  const issue = (kind: string, lifetimeMs: number, grant: Omit<Grant, 'expiresAt'>): string => {
    const secret = randomBytes(48).toString('base64url')
    grants.set(key(kind, secret), { ...grant, expiresAt: Date.now() + lifetimeMs })
    return secret
  }
  const redeem = (kind: string, secret: string): Grant | undefined => {
    const grant = grants.get(key(kind, secret))
    if (!grant || !grants.delete(key(kind, secret)) || grant.expiresAt < Date.now()) return undefined
    return grant
  }
  return {
    issueCode: (grant: Omit<Grant, 'expiresAt'>) => issue('code', codeLifetimeMs, grant),
    redeemCode: (code: string) => redeem('code', code),
    issueRefreshToken: (grant: Omit<Grant, 'expiresAt'>) => issue('refresh', refreshLifetimeMs, grant),
    redeemRefreshToken: (token: string) => redeem('refresh', token),
  }
}
