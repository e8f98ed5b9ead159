import { expect, it } from 'vitest'
import { apiKeyState } from './policy.ts'

const now = new Date('2026-03-10T12:00:00Z')
const timeAfter = (ms: number) => new Date(now.getTime() + ms)
const dayMs = 86_400_000

it.each([
  [timeAfter(0), null, 'expired'],
  [timeAfter(1), null, 'ending'],
  [timeAfter(-dayMs), null, 'expired'],
  [timeAfter(365 * dayMs), null, 'active'],
  [timeAfter(365 * dayMs), timeAfter(-1), 'revoked'],
])('shows the status of a key that expires at %s and was revoked at %s: %s', (expiresAt, revokedAt, state) => {
  expect(apiKeyState({ expiresAt, revokedAt } as never, now)).toBe(state)
})
