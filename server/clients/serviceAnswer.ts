export function readServiceError(body: unknown): { code?: string; detail?: string } {
  const outer = asRecord(body)
  // OAuth: `error` is the code.
  if (typeof outer.error === 'string') return { code: outer.error, detail: text(outer.error_description) ?? text(outer.message) }
  const inner = asRecord(outer.error ?? outer)
  const details = Array.isArray(inner.details) ? inner.details.map((each) => text(asRecord(each).message)) : []
  const parts = [text(inner.message), text(inner.detail), ...details, ...githubErrors(inner.errors)].filter((part) => part !== undefined)
  return { code: text(inner.code), detail: parts.length > 0 ? [...new Set(parts)].join(' ') : undefined }
}

function githubErrors(errors: unknown): (string | undefined)[] {
  return Array.isArray(errors) ? errors.map((each) => text(asRecord(each).message)) : []
}

export function readRequestId(headers: Readonly<Record<string, string>>): string | undefined {
  return headers['x-ms-request-id'] ?? headers['request-id'] ?? headers['x-github-request-id'] ?? headers['x-transaction-id']
}

export function describeRefusal(service: string, status: number, detail: string | undefined, waitMs: number | undefined): string {
  const because = detail ? `: ${detail.slice(0, 400)}` : '.'
  if (waitMs !== undefined || status === 429) {
    return `${service} is busy${waitMs === undefined ? '' : ` and asks to wait ${Math.ceil(waitMs / 1_000)} seconds`}.`
  }
  if (status === 401) return `${service} didn’t accept Slipway’s sign-in${because}`
  if (status === 403) return `${service} denied this to Slipway${because}`
  if (status === 404) return `${service} didn’t find the requested item${because}`
  if (status === 409) return `${service} refused the request because of a conflict${because}`
  if (status >= 500) return `${service} returned an error (status ${status})${because}`
  return `${service} refused the request (status ${status})${because}`
}

export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
