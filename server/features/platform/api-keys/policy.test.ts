import { expect, it } from 'vitest'
import { apiKeyState } from './policy.ts'

const now = new Date('2026-03-10T12:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)
const day = 86_400_000

it.each([
  [after(0), null, 'expired'],
  [after(1), null, 'ending'],
  [after(-day), null, 'expired'],
  [after(365 * day), null, 'active'],
  [after(365 * day), after(-1), 'revoked'],
])('shows the status of a key that ends at %s and was revoked at %s: %s', (expiresAt, revokedAt, state) => {
  expect(apiKeyState({ expiresAt, revokedAt } as never, now)).toBe(state)
})
