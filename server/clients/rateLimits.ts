import type { RateLimit } from '../db/tables.ts'

const azure = /^x-ms-ratelimit-remaining-([a-z-]+)$/
/** Headers of GitHub, Azure DevOps and ServiceNow, and the IETF draft that Graph uses. */
const counted = ['x-ratelimit', 'ratelimit'] as const

export function readLimits(headers: Readonly<Record<string, string>>, now: number): RateLimit[] {
  const at = new Date(now).toISOString()
  const limits: RateLimit[] = []
  const add = (name: string, remaining: string | undefined, limit?: string, resetAt: number | null = null) => {
    const left = whole(remaining)
    if (left === null) return
    limits.push({
      name: name.slice(0, 60),
      remaining: left,
      limit: whole(limit),
      resetAt: resetAt === null ? null : new Date(resetAt).toISOString(),
      at,
    })
  }
  for (const [header, value] of Object.entries(headers)) {
    const kind = azure.exec(header)?.[1]
    if (kind) add(kind.replace(/^subscription-/, '').replaceAll('-', ' '), value)
  }
  for (const family of counted)
    add(
      headers['x-ratelimit-resource'] ?? 'requests',
      headers[`${family}-remaining`],
      headers[`${family}-limit`],
      resetOf(headers[`${family}-reset`], now),
    )
  add('Resource Graph queries', headers['x-ms-user-quota-remaining'], undefined, afterClock(headers['x-ms-user-quota-resets-after'], now))
  return limits
}

function whole(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}$/.test(text.trim()) ? Number(text) : null
}

/** Seconds from now, or since 1970. */
function resetOf(text: string | undefined, now: number): number | null {
  const seconds = whole(text)
  if (seconds === null) return null
  return seconds > 1_000_000_000 ? seconds * 1_000 : now + seconds * 1_000
}

/** `00:00:05` from now. */
function afterClock(text: string | undefined, now: number): number | null {
  const parts = /^(\d+):(\d\d):(\d\d)$/.exec(text ?? '')
  return parts ? now + (Number(parts[1]) * 3_600 + Number(parts[2]) * 60 + Number(parts[3])) * 1_000 : null
}
