import { SignInError } from './bearer.ts'
import { describeMissing, missingPermission } from './missingPermission.ts'
import { OutsideError } from './outsideError.ts'
import { redact } from './redact.ts'
import { retryAfterMs } from './retryAfter.ts'
import { asRecord, describeRefusal, readRequestId, readServiceError } from './serviceAnswer.ts'

/** A failed attempt; `repeat` tells whether it can be retried immediately. */
export interface Failure {
  error: OutsideError
  repeat: 'always' | 'ifIdempotent' | 'never'
}

interface RawAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  text: string
}

const busyCodes = new Set(['AnotherOperationInProgress', 'RetryableError', 'ResourceGroupBeingDeleted'])
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

export function isBusy(code: string | undefined): boolean {
  return code !== undefined && busyCodes.has(code)
}

export function failureOfAnswer(
  service: string,
  answer: RawAnswer,
  accept: readonly number[],
  secrets: readonly string[],
  now: number,
  asked: { method: string; path: string },
): Failure | { body: unknown } {
  const { status, headers } = answer
  const text = answer.text.trim()
  const isHtml = /\bhtml\b/i.test(headers['content-type'] ?? '') || text.startsWith('<')
  const body = isHtml ? undefined : parse(text)
  const good = status >= 200 && status < 300
  if (accept.includes(status) || (good && (text === '' || body !== undefined))) return { body }

  const about = { service, status, requestId: readRequestId(headers), excerpt: redact(text.slice(0, 2_000), secrets).slice(0, 500) }
  if (good && isHtml) {
    const message = `${service} answered with a web page instead of data. The service might be starting, or behind a sign-in page.`
    return { error: new OutsideError({ ...about, code: 'htmlAnswer', message, retryable: true }), repeat: 'never' }
  }
  // A truncated error response does not contain the error code that callers need.
  const brokenRefusal =
    status >= 400 && status < 500 && /\bjson\b/i.test(headers['content-type'] ?? '') && text !== '' && body === undefined
  if (good || brokenRefusal) {
    const message = `${service} sent an incomplete or unreadable answer.`
    return { error: new OutsideError({ ...about, code: 'unreadableAnswer', message, retryable: true }), repeat: 'ifIdempotent' }
  }
  if (status >= 300 && status < 400) {
    const message = `${service} answered with a redirect, which Slipway doesn’t follow.`
    return { error: new OutsideError({ ...about, code: 'redirected', message, retryable: false }), repeat: 'never' }
  }

  const { code = `http${status}`, detail } = readServiceError(body)
  const failing = status === 408 || (status >= 500 && status !== 501 && status !== 505)
  const wait = failing || status === 429 || status === 403 ? retryAfterMs(headers, now) : undefined
  // GitHub's rate limit is a 403 with a retry delay.
  const throttled = status === 429 || (status === 403 && wait !== undefined)
  const missing = throttled ? undefined : missingPermission({ ...asked, status, headers, body })
  const message = missing
    ? describeMissing(service, missing)
    : describeRefusal(service, status, detail, throttled || failing ? wait : undefined)
  const error = new OutsideError({
    ...about,
    code,
    message: redact(message, secrets),
    // The permission can be granted meanwhile, and takes minutes to be effective everywhere.
    retryable: throttled || failing || isBusy(code) || missing !== undefined,
    retryAfterMs: wait,
    missing,
  })
  return { error, repeat: throttled ? 'always' : failing ? 'ifIdempotent' : 'never' }
}

/** Removes the response's text from a failure, because the response might repeat sent secrets. */
export function withoutItsText({ error, repeat }: Failure): Failure {
  const { service, status = 0, retryable, retryAfterMs, requestId } = error
  const own = ['htmlAnswer', 'unreadableAnswer', 'redirected'].includes(error.code)
  const code = /^[A-Za-z\d]{1,60}$/.test(error.code) ? error.code : `http${status}`
  const message = own ? error.message : describeRefusal(service, status, undefined, retryAfterMs)
  const kept = { ...(retryAfterMs === undefined ? {} : { retryAfterMs }), ...(requestId === undefined ? {} : { requestId }) }
  return { error: new OutsideError({ service, code, message, status, retryable, ...kept }), repeat }
}

export function failureOfError(service: string, cause: unknown, { timedOut, tooLarge }: { timedOut: boolean; tooLarge: boolean }): Failure {
  const fail = (repeat: Failure['repeat'], code: string, message: string, retryable: boolean): Failure => ({
    // The library's error contains the request with its credentials, so only its message is kept.
    error: new OutsideError({ service, code, message, retryable }, { cause: new Error(redact(textOf(cause))) }),
    repeat,
  })
  if (timedOut) return fail('never', 'timeout', `${service} didn’t answer in time.`, true)
  if (tooLarge) return fail('never', 'answerTooLarge', `${service} sent an answer that is too large, so Slipway stopped reading.`, false)
  if (cause instanceof SignInError) {
    const status = statusOf(cause)
    const refused = status >= 400 && status < 500 && status !== 429
    const message = `Slipway couldn’t sign in to ${service}${refused ? ': its credentials were refused' : ''}.`
    return fail(refused ? 'never' : 'always', 'signInFailed', message, !refused)
  }
  const code = String(asRecord(cause).code ?? '')
  if (neverSent.has(code)) return fail('always', 'unreachable', `${service} can’t be reached.`, true)
  if (/CERT|TLS|SSL|UNABLE_TO/.test(code)) {
    return fail('never', 'untrusted', `${service} has a certificate that Slipway doesn’t trust (${code}).`, false)
  }
  if (code === '' || code === 'ERR_INVALID_URL') throw cause
  return fail('ifIdempotent', 'connectionLost', `The connection to ${service} was lost before the answer was complete.`, true)
}

function textOf(error: unknown): string {
  return String((error instanceof SignInError ? asRecord(error.cause).message : asRecord(error).message) ?? error)
}

/** Returns the status of the innermost error that has one, because the sign-in libraries wrap errors. */
function statusOf(error: unknown): number {
  const { cause, statusCode, status } = asRecord(error)
  return (cause === undefined ? 0 : statusOf(cause)) || Number(statusCode ?? status ?? 0)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
