import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { expiringSoonDays } from './schemas.ts'

interface ApiKeyFacts {
  expiresAt: Date
  revokedAt: Date | null
}
type ApiKeyState = 'active' | 'ending' | 'expired' | 'revoked'

const day = 86_400_000

export function apiKeyState({ expiresAt, revokedAt }: ApiKeyFacts, now: Date): ApiKeyState {
  if (revokedAt) return 'revoked'
  const remainingMs = expiresAt.getTime() - now.getTime()
  if (remainingMs <= 0) return 'expired'
  return remainingMs <= expiringSoonDays * day ? 'ending' : 'active'
}

export function apiKeysCan(actor: Person): { generate: Verdict } {
  return { generate: actor.admin ? true : 'Only administrators can generate API keys.' }
}

export function apiKeyCan(actor: Person, { revokedAt }: Pick<ApiKeyFacts, 'revokedAt'>): { update: Verdict; revoke: Verdict } {
  if (!actor.admin) return { update: 'Only administrators can change API keys.', revoke: 'Only administrators can revoke API keys.' }
  const notRevoked: Verdict = revokedAt ? 'This API key was revoked. Generate a new one.' : true
  return { update: notRevoked, revoke: notRevoked }
}
