import type { RateLimit } from '../db/tables.ts'

const azure = /^x-ms-ratelimit-remaining-([a-z-]+)$/
/** Headers of GitHub, Azure DevOps and ServiceNow, and the IETF draft that Graph uses. */
const limitHeaderPrefixes = ['x-ratelimit', 'ratelimit'] as const

export function parseLimits(headers: Readonly<Record<string, string>>, now: number): RateLimit[] {
  const at = new Date(now).toISOString()
  const limits: RateLimit[] = []
  const add = (name: string, remaining: string | undefined, limit?: string, resetAt: number | null = null) => {
    const remainingRequests = parseInteger(remaining)
    if (remainingRequests === null) return
    limits.push({
      name: name.slice(0, 60),
      remaining: remainingRequests,
      limit: parseInteger(limit),
      resetAt: resetAt === null ? null : new Date(resetAt).toISOString(),
      at,
    })
  }
  for (const [header, value] of Object.entries(headers)) {
    const kind = azure.exec(header)?.[1]
    if (kind) add(kind.replace(/^subscription-/, '').replaceAll('-', ' '), value)
  }
  for (const family of limitHeaderPrefixes)
    add(
      headers['x-ratelimit-resource'] ?? 'requests',
      headers[`${family}-remaining`],
      headers[`${family}-limit`],
      resetOf(headers[`${family}-reset`], now),
    )
  add('Resource Graph queries', headers['x-ms-user-quota-remaining'], undefined, afterClock(headers['x-ms-user-quota-resets-after'], now))
  return limits
}

function parseInteger(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}$/.test(text.trim()) ? Number(text) : null
}

/** The value is either seconds from now, or seconds since 1970. */
function resetOf(text: string | undefined, now: number): number | null {
  const seconds = parseInteger(text)
  if (seconds === null) return null
  return seconds > 1_000_000_000 ? seconds * 1_000 : now + seconds * 1_000
}

function afterClock(text: string | undefined, now: number): number | null {
  const timeParts = /^(\d+):(\d\d):(\d\d)$/.exec(text ?? '')
  return timeParts ? now + (Number(timeParts[1]) * 3_600 + Number(timeParts[2]) * 60 + Number(timeParts[3])) * 1_000 : null
}
