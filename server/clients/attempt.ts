import { SignInError } from './bearer.ts'
import { ExternalError } from './externalError.ts'
import { describeMissing, missingPermission } from './missingPermission.ts'
import { redact } from './redact.ts'
import { retryAfterMs } from './retryAfter.ts'
import { asRecord, describeServiceError, parseRequestId, parseServiceError, responseProblems } from './serviceResponse.ts'

/** A failed attempt. `repeat` says whether the attempt can be retried immediately. */
export interface Failure {
  error: ExternalError
  repeat: 'always' | 'ifIdempotent' | 'never'
}

interface RawServiceResponse {
  status: number
  headers: Readonly<Record<string, string>>
  text: string
}

const busyCodes = new Set(['AnotherOperationInProgress', 'RetryableError', 'ResourceGroupBeingDeleted'])
const unsentErrorCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

export function isBusy(code: string | undefined): boolean {
  return code !== undefined && busyCodes.has(code)
}

export function failureOfResponse(
  service: string,
  response: RawServiceResponse,
  accept: readonly number[],
  secrets: readonly string[],
  now: number,
  requestInfo: { method: string; path: string },
): Failure | { body: unknown } {
  const { status, headers } = response
  const text = response.text.trim()
  const isHtml = /\bhtml\b/i.test(headers['content-type'] ?? '') || text.startsWith('<')
  const body = isHtml ? undefined : parse(text)
  const isSuccess = status >= 200 && status < 300
  if (accept.includes(status) || (isSuccess && (text === '' || body !== undefined))) return { body }

  const responseDetails = {
    service,
    status,
    requestId: parseRequestId(headers),
    excerpt: redact(text.slice(0, 2_000), secrets).slice(0, 500),
  }
  if (isSuccess && isHtml) {
    const message = responseProblems.webPage(service)
    return { error: new ExternalError({ ...responseDetails, code: 'htmlAnswer', message, retryable: true }), repeat: 'never' }
  }
  // A truncated error response does not contain the error code that callers need.
  const isBrokenErrorResponse =
    status >= 400 && status < 500 && /\bjson\b/i.test(headers['content-type'] ?? '') && text !== '' && body === undefined
  if (isSuccess || isBrokenErrorResponse) {
    const message = responseProblems.unreadable(service)
    return { error: new ExternalError({ ...responseDetails, code: 'unreadableAnswer', message, retryable: true }), repeat: 'ifIdempotent' }
  }
  if (status >= 300 && status < 400) {
    const message = responseProblems.redirect(service)
    return { error: new ExternalError({ ...responseDetails, code: 'redirected', message, retryable: false }), repeat: 'never' }
  }

  const { code = `http${status}`, detail } = parseServiceError(body)
  const isServerFailure = status === 408 || (status >= 500 && status !== 501 && status !== 505)
  const wait = isServerFailure || status === 429 || status === 403 ? retryAfterMs(headers, now) : undefined
  // GitHub's rate limit is a 403 with a retry delay.
  const throttled = status === 429 || (status === 403 && wait !== undefined)
  const missing = throttled ? undefined : missingPermission({ ...requestInfo, status, headers, body })
  const message = missing
    ? describeMissing(service, missing)
    : describeServiceError(service, status, detail, throttled || isServerFailure ? wait : undefined)
  const error = new ExternalError({
    ...responseDetails,
    code,
    message: redact(message, secrets),
    // An administrator can grant the permission in the meantime, and the service can need minutes to apply it everywhere.
    retryable: throttled || isServerFailure || isBusy(code) || missing !== undefined,
    retryAfterMs: wait,
    missing,
  })
  return { error, repeat: throttled ? 'always' : isServerFailure ? 'ifIdempotent' : 'never' }
}

/** Removes the text of the response from a failure, because the response might repeat secrets that were sent. */
export function redactErrorText({ error, repeat }: Failure): Failure {
  const { service, status = 0, retryable, retryAfterMs, requestId } = error
  const isOwnError = ['htmlAnswer', 'unreadableAnswer', 'redirected'].includes(error.code)
  const code = /^[A-Za-z\d]{1,60}$/.test(error.code) ? error.code : `http${status}`
  const message = isOwnError ? error.message : describeServiceError(service, status, undefined, retryAfterMs)
  const errorDetails = { ...(retryAfterMs === undefined ? {} : { retryAfterMs }), ...(requestId === undefined ? {} : { requestId }) }
  return { error: new ExternalError({ service, code, message, status, retryable, ...errorDetails }), repeat }
}

export function failureOfError(service: string, cause: unknown, { timedOut, tooLarge }: { timedOut: boolean; tooLarge: boolean }): Failure {
  const fail = (repeat: Failure['repeat'], code: string, message: string, retryable: boolean): Failure => ({
    // The error of the library contains the request with its credentials, so only the message is kept.
    error: new ExternalError({ service, code, message, retryable }, { cause: new Error(redact(errorText(cause))) }),
    repeat,
  })
  if (timedOut) return fail('never', 'timeout', responseProblems.timeout(service), true)
  if (tooLarge)
    return fail('never', 'answerTooLarge', `${service} returned a response that is too large, so Slipway stopped reading it.`, false)
  if (cause instanceof SignInError) {
    const status = statusOf(cause)
    const isClientError = status >= 400 && status < 500 && status !== 429
    const message = `Slipway couldn’t sign in to ${service}${isClientError ? ': its credentials were rejected' : ''}.`
    return fail(isClientError ? 'never' : 'always', 'signInFailed', message, !isClientError)
  }
  const code = String(asRecord(cause).code ?? '')
  if (code === 'ERR_PROXY_TUNNEL') return fail('always', 'unreachable', `The proxy doesn’t connect Slipway to ${service}.`, true)
  if (unsentErrorCodes.has(code)) return fail('always', 'unreachable', `${service} can’t be reached.`, true)
  if (/CERT|TLS|SSL|UNABLE_TO/.test(code)) {
    return fail('never', 'untrusted', `${service} has a certificate that Slipway doesn’t trust (${code}).`, false)
  }
  if (code === '' || code === 'ERR_INVALID_URL') throw cause
  return fail('ifIdempotent', 'connectionLost', `The connection to ${service} was lost before the response was complete.`, true)
}

function errorText(error: unknown): string {
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
