import { SignInError } from './bearer.ts'
import { describeMissing, missingPermission } from './missingPermission.ts'
import { OutsideError } from './outsideError.ts'
import { redact } from './redact.ts'
import { retryAfterMs } from './retryAfter.ts'
import { asRecord, describeRefusal, readRequestId, readServiceError } from './serviceAnswer.ts'

/** One attempt failed; `repeat` says whether another one at once may be made. */
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

/** Another piece of work is in the way for now. */
export function isBusy(code: string | undefined): boolean {
  return code !== undefined && busyCodes.has(code)
}

/** The parsed body of a good answer, or what is wrong with it. */
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
  const looksLikeHtml = /\bhtml\b/i.test(headers['content-type'] ?? '') || text.startsWith('<')
  const body = looksLikeHtml ? undefined : parse(text)
  const good = status >= 200 && status < 300
  if (accept.includes(status) || (good && (text === '' || body !== undefined))) return { body }

  const about = { service, status, requestId: readRequestId(headers), excerpt: redact(text.slice(0, 2_000), secrets).slice(0, 500) }
  if (good && looksLikeHtml) {
    const message = `${service} answered with a web page where data was expected; it may be asleep or behind a sign-in page.`
    return { error: new OutsideError({ ...about, code: 'htmlAnswer', message, retryable: true }), repeat: 'never' }
  }
  // A refusal that broke off does not say what was refused, which callers need to know.
  const brokenRefusal =
    status >= 400 && status < 500 && /\bjson\b/i.test(headers['content-type'] ?? '') && text !== '' && body === undefined
  if (good || brokenRefusal) {
    const message = `${service} sent an answer that broke off or cannot be read.`
    return { error: new OutsideError({ ...about, code: 'unreadableAnswer', message, retryable: true }), repeat: 'ifIdempotent' }
  }
  if (status >= 300 && status < 400) {
    const message = `${service} tried to send Slipway to another address, which it does not follow.`
    return { error: new OutsideError({ ...about, code: 'redirected', message, retryable: false }), repeat: 'never' }
  }

  const { code = `http${status}`, detail } = readServiceError(body)
  const failing = status === 408 || (status >= 500 && status !== 501 && status !== 505)
  const wait = failing || status === 429 || status === 403 ? retryAfterMs(headers, now) : undefined
  // 403 with a wait is how GitHub says 429.
  const throttled = status === 429 || (status === 403 && wait !== undefined)
  const missing = throttled ? undefined : missingPermission({ ...asked, status, headers, body })
  const message = missing
    ? describeMissing(service, missing)
    : describeRefusal(service, status, detail, throttled || failing ? wait : undefined)
  const error = new OutsideError({
    ...about,
    code,
    message: redact(message, secrets),
    // Somebody can grant what is missing meanwhile, and a grant takes minutes to be known everywhere.
    retryable: throttled || failing || isBusy(code) || missing !== undefined,
    retryAfterMs: wait,
    missing,
  })
  return { error, repeat: throttled ? 'always' : failing ? 'ifIdempotent' : 'never' }
}

/** The same failure without a word of the answer, for answers that may repeat what was sent. */
export function withoutItsWords({ error, repeat }: Failure): Failure {
  const { service, status = 0, retryable, retryAfterMs, requestId } = error
  const own = ['htmlAnswer', 'unreadableAnswer', 'redirected'].includes(error.code)
  const code = /^[A-Za-z\d]{1,60}$/.test(error.code) ? error.code : `http${status}`
  const message = own ? error.message : describeRefusal(service, status, undefined, retryAfterMs)
  const kept = { ...(retryAfterMs === undefined ? {} : { retryAfterMs }), ...(requestId === undefined ? {} : { requestId }) }
  return { error: new OutsideError({ service, code, message, status, retryable, ...kept }), repeat }
}

/** What it means that there was no answer. */
export function failureOfError(service: string, cause: unknown, { timedOut, tooLarge }: { timedOut: boolean; tooLarge: boolean }): Failure {
  const fail = (repeat: Failure['repeat'], code: string, message: string, retryable: boolean): Failure => ({
    // The library's error holds the request with its credentials: only its words go on.
    error: new OutsideError({ service, code, message, retryable }, { cause: new Error(redact(wordsOf(cause))) }),
    repeat,
  })
  if (timedOut) return fail('never', 'timeout', `${service} did not answer in time.`, true)
  if (tooLarge) return fail('never', 'answerTooLarge', `${service} sent far more than expected, so Slipway stopped reading.`, false)
  if (cause instanceof SignInError) {
    const status = statusOf(cause)
    const refused = status >= 400 && status < 500 && status !== 429
    const message = `Slipway could not sign in to ${service}${refused ? ': its own credentials were refused' : ''}.`
    return fail(refused ? 'never' : 'always', 'signInFailed', message, !refused)
  }
  const code = String(asRecord(cause).code ?? '')
  if (neverSent.has(code)) return fail('always', 'unreachable', `${service} cannot be reached.`, true)
  if (/CERT|TLS|SSL|UNABLE_TO/.test(code)) {
    return fail('never', 'untrusted', `${service} showed a certificate that Slipway does not trust (${code}).`, false)
  }
  if (code === '' || code === 'ERR_INVALID_URL') throw cause
  return fail('ifIdempotent', 'connectionLost', `The connection to ${service} broke before its answer was complete.`, true)
}

function wordsOf(error: unknown): string {
  return String((error instanceof SignInError ? asRecord(error.cause).message : asRecord(error).message) ?? error)
}

/** The status in the innermost error that has one; the sign-in libraries wrap theirs. */
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
