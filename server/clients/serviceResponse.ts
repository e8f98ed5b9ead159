export function parseServiceError(body: unknown): { code?: string; detail?: string } {
  const responseBody = asRecord(body)
  // In OAuth errors, `error` is the code.
  if (typeof responseBody.error === 'string')
    return { code: responseBody.error, detail: text(responseBody.error_description) ?? text(responseBody.message) }
  const inner = asRecord(responseBody.error ?? responseBody)
  const details = Array.isArray(inner.details) ? inner.details.map((each) => text(asRecord(each).message)) : []
  const messageParts = [text(inner.message), text(inner.detail), ...details, ...githubErrors(inner.errors)].filter(
    (messagePart) => messagePart !== undefined,
  )
  return { code: text(inner.code), detail: messageParts.length > 0 ? [...new Set(messageParts)].join(' ') : undefined }
}

function githubErrors(errors: unknown): (string | undefined)[] {
  return Array.isArray(errors) ? errors.map((each) => text(asRecord(each).message)) : []
}

export function parseRequestId(headers: Readonly<Record<string, string>>): string | undefined {
  return headers['x-ms-request-id'] ?? headers['request-id'] ?? headers['x-github-request-id'] ?? headers['x-transaction-id']
}

const endSentence = (text: string) => (/[.!?…]$/.test(text.trimEnd()) ? text.trimEnd() : `${text.trimEnd()}.`)

export const responseProblems = {
  webPage: (service: string) => `${service} returned a web page instead of data. The service might be starting, or behind a sign-in page.`,
  unreadable: (service: string) => `${service} returned an incomplete or unreadable response.`,
  redirect: (service: string) => `${service} returned a redirect, which Slipway doesn’t follow.`,
  timeout: (service: string) => `${service} didn’t respond in time.`,
}

export function describeServiceError(service: string, status: number, detail: string | undefined, waitMs: number | undefined): string {
  const suffix = detail ? `: ${endSentence(detail.slice(0, 400))}` : '.'
  if (waitMs !== undefined || status === 429) {
    return `${service} is busy${waitMs === undefined ? '' : ` and asked Slipway to wait ${Math.ceil(waitMs / 1_000)} seconds`}.`
  }
  if (status === 401) return `${service} didn’t accept Slipway’s sign-in${suffix}`
  if (status === 403) return `${service} denied Slipway’s request${suffix}`
  if (status === 404) return `${service} didn’t find the requested item${suffix}`
  if (status === 409) return `${service} rejected the request because of a conflict${suffix}`
  if (status >= 500) return `${service} returned an error (status ${status})${suffix}`
  return `${service} rejected the request (status ${status})${suffix}`
}

export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
