type Headers = Readonly<Record<string, string>>

/**
 * Reads the requested delay of a response in milliseconds, in any of the services' formats. If there are several delays, the longest
 * counts: Cost Management sends one header per quota (entity, tenant, client, query units) and rejects calls until all of these delays have
 * passed.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const delays = [
    milliseconds(headers['retry-after-ms']),
    milliseconds(headers['x-ms-retry-after-ms']),
    secondsOrDate(headers['retry-after'], now),
    ...Object.entries(headers)
      .filter(([name]) => name.startsWith('x-ms-ratelimit-') && name.endsWith('-retry-after'))
      .map(([, value]) => secondsOrDate(value, now)),
    // Resource Graph sends `00:00:05`, the time until its quota is full again.
    headers['x-ms-user-quota-remaining'] === '0' ? parseTimeSpan(headers['x-ms-user-quota-resets-after']) : undefined,
    // GitHub and ServiceNow send the epoch second at which the quota resets.
    headers['x-ratelimit-remaining'] === '0' ? epoch(headers['x-ratelimit-reset'], now) : undefined,
  ]
  const knownDelays = delays.filter((wait) => wait !== undefined)
  return knownDelays.length === 0 ? undefined : Math.max(...knownDelays)
}

function milliseconds(value: string | undefined): number | undefined {
  return value !== undefined && /^\d+(\.\d+)?$/.test(value.trim()) ? Math.ceil(Number(value)) : undefined
}

function secondsOrDate(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const seconds = milliseconds(value)
  if (seconds !== undefined) return Math.ceil(Number(value) * 1_000)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function parseTimeSpan(value: string | undefined): number | undefined {
  const [, hours, minutes, seconds] = /^(\d+):(\d+):(\d+)/.exec(value ?? '') ?? []
  return seconds === undefined ? undefined : ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
}

function epoch(value: string | undefined, now: number): number | undefined {
  const seconds = milliseconds(value)
  return seconds === undefined ? undefined : Math.max(0, Number(value) * 1_000 - now)
}
