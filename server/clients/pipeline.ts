import type { Agent } from 'node:https'
import type { TokenCredential } from '@azure/core-auth'
import {
  createDefaultHttpClient,
  createEmptyPipeline,
  createHttpHeaders,
  createPipelineRequest,
  decompressResponsePolicy,
  type HttpMethods,
  setClientRequestIdPolicy,
  userAgentPolicy,
} from '@azure/core-rest-pipeline'
import { type Span, SpanStatusCode } from '@opentelemetry/api'
import { type TSchema, Type } from 'typebox'
import { span, traceparent } from '../telemetry/span.ts'
import { type Failure, failureOfAnswer, failureOfError, withoutItsText } from './attempt.ts'
import { bearer } from './bearer.ts'
import { type Clock, systemClock } from './clock.ts'
import { checkGuard } from './guardOutside.ts'
import { OutsideError } from './outsideError.ts'
import { asRecord } from './serviceAnswer.ts'
import { checkShape, type Shaped } from './shape.ts'
import type { CallWatch } from './watch.ts'

export interface Logger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface OutsideOptions {
  name: string
  /** Address with any common path of all calls. Credentials are sent to this origin only. */
  endpoint: string
  credential?: TokenCredential
  scopes?: string[]
  /** Its tokens can be revoked early: see `bearer`. */
  revocable?: true
  /** Sent with every request; the value of `authorization` is kept out of logs and errors. */
  headers?: Record<string, string>
  /** Limit for a call with its waits and retries, in milliseconds. Default 30 000. */
  deadlineMs?: number
  /** Default 4. */
  maxRetries?: number
  /** Largest response in bytes. Default 20 MiB. */
  maxBytes?: number
  agent?: Agent
  /** The path is a credential, so it is not logged. */
  secretPath?: boolean
  logger: Logger
  clock?: Clock
  watch?: CallWatch
}

export interface OutsideRequest {
  method: HttpMethods
  /** Path below the endpoint, or an absolute URL from the service with the same origin. */
  path: string
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  headers?: Record<string, string>
  /** True if it only reads, although its method is not GET or HEAD. */
  readOnly?: boolean
  /**
   * True if repeating it has no effect, so that it can be retried after a lost response. Default: true for GET, HEAD, PUT, DELETE and
   * reads.
   */
  idempotent?: boolean
  /** Statuses besides 2xx that are not errors. */
  accept?: readonly number[]
  /** Finds refusals inside a successful response, such as a batch. */
  refusalIn?: (reply: Reply) => OutsideError | undefined
  /** The response might repeat a sent secret, so its text is kept out of errors and logs. */
  confidential?: true
  signal?: AbortSignal
}

export interface Reply {
  status: number
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>
  /** Parsed JSON; undefined for an empty response. */
  body: unknown
  /** Returns the body if it has this shape; otherwise throws an OutsideError `unexpectedAnswer`. */
  as<T extends TSchema>(schema: T): Shaped<T>
  list<T extends TSchema>(item: T, key: string): Shaped<T>[]
}

/** Rejects with an OutsideError, or with the reason of the aborted signal. */
export interface Send {
  (request: OutsideRequest): Promise<Reply>
  readonly service: string
  readonly origin: string
}

/**
 * Creates the sender for an outside service, which all calls use: tokens, retries, deadline, limits and redacted logs. @throws if it is not
 * https.
 */
export function outside(options: OutsideOptions): Send {
  const { name, logger, headers = {}, deadlineMs = 30_000, maxRetries = 4, maxBytes = 20 * 1_048_576, clock = systemClock } = options
  const endpoint = new URL(options.endpoint)
  if (endpoint.protocol !== 'https:') throw new Error(`${name} must be reached over https, not ${endpoint.protocol}//`)
  const client = createDefaultHttpClient()
  const pipeline = createEmptyPipeline()
  pipeline.addPolicy(decompressResponsePolicy())
  pipeline.addPolicy(userAgentPolicy({ userAgentPrefix: 'Slipway' }))
  pipeline.addPolicy(setClientRequestIdPolicy())
  // The pipeline has no redirect policy, so that a redirect is an error and credentials never follow it.
  options.watch?.know(name)
  if (options.credential)
    pipeline.addPolicy(
      bearer(options.credential, options.scopes ?? [], {
        signedIn: (expiresAt) => options.watch?.signedIn(name, expiresAt),
        revocable: options.revocable ?? false,
      }),
    )
  const secrets = Object.entries(headers)
    .filter(([header]) => header.toLowerCase() === 'authorization')
    .flatMap(([, value]) => [value, value.replace(/^\w+\s+/, '')])

  async function send(request: OutsideRequest): Promise<Reply> {
    const url = resolve(endpoint, name, request)
    const idempotent = request.idempotent ?? (request.readOnly === true || ['GET', 'HEAD', 'PUT', 'DELETE'].includes(request.method))
    const deadline = clock.now() + deadlineMs
    const asked = { method: request.method, path: url.pathname }
    for (let attempt = 0; ; attempt++) {
      checkGuard(request)
      const started = clock.now()
      const result = await span(
        name,
        {
          kind: 'client',
          attributes: { 'http.request.method': request.method, 'server.address': url.hostname, 'http.request.resend_count': attempt },
        },
        async (made) => {
          const sent = await sendOnce(request, url, idempotent, deadline - started)
          if (made) noteOn(made, sent)
          return sent
        },
      )
      const fields = {
        service: name,
        method: request.method,
        path: options.secretPath ? '…' : url.pathname,
        attempt,
        ms: clock.now() - started,
      }
      if (!('error' in result)) {
        const refusal = request.refusalIn?.(result)
        if (refusal) options.watch?.failed(name, { ms: fields.ms, error: refusal, at: clock.now(), asked })
        else options.watch?.answered(name, { ms: fields.ms, headers: result.headers, at: clock.now(), asked, status: result.status })
        logger.debug({ ...fields, status: result.status }, 'outside call answered')
        return result
      }
      const { error, repeat } = result
      options.watch?.failed(name, { ms: fields.ms, error, at: clock.now(), asked })
      const { status, code, requestId, message, cause } = error
      const failed = { ...fields, status, code, requestId, reason: cause instanceof Error ? cause.message : message }
      const canRetry = attempt < maxRetries && (repeat === 'always' || (repeat === 'ifIdempotent' && idempotent))
      const wait = error.retryAfterMs ?? backoffMs(attempt)
      if (!canRetry || clock.now() + wait >= deadline) {
        logger.warn(failed, 'outside call failed')
        throw error
      }
      logger.info({ ...failed, wait }, 'retrying an outside call')
      await clock.wait(wait, request.signal)
    }
  }

  async function sendOnce(request: OutsideRequest, url: URL, idempotent: boolean, remainingMs: number): Promise<Reply | Failure> {
    const time = AbortSignal.timeout(Math.max(1, remainingMs))
    let tooLarge = false
    try {
      const outgoing = createPipelineRequest({
        url: url.href,
        method: request.method,
        headers: createHttpHeaders({
          accept: 'application/json',
          ...headers,
          ...contentType(request.body),
          ...request.headers,
          ...traceHeaders(),
        }),
        body: encode(request.body),
        abortSignal: request.signal ? AbortSignal.any([request.signal, time]) : time,
        // A connection that the service is about to close could lose the response of a call that can't be repeated.
        disableKeepAlive: !idempotent,
        onDownloadProgress: ({ loadedBytes }) => {
          tooLarge = loadedBytes > maxBytes
          if (tooLarge) throw new Error('The answer is too large.')
        },
      })
      // The request's options would ignore it.
      if (options.agent) outgoing.agent = options.agent
      const response = await pipeline.sendRequest(client, outgoing)
      const answer = { status: response.status, headers: response.headers.toJSON(), text: response.bodyAsText ?? '' }
      const outcome = failureOfAnswer(name, answer, request.accept ?? [], secrets, clock.now(), {
        method: request.method,
        path: url.pathname,
      })
      if ('error' in outcome) return request.confidential ? withoutItsText(outcome) : outcome
      const { body } = outcome
      return {
        status: answer.status,
        headers: answer.headers,
        body,
        as: (schema) => checkShape(name, body, schema),
        list: (item, key) =>
          Array.isArray(body)
            ? checkShape(name, body, Type.Array(item))
            : checkShape(name, asRecord(body)[key], Type.Array(item), `/${key}`),
      }
    } catch (error) {
      request.signal?.throwIfAborted()
      return failureOfError(name, error, { timedOut: time.aborted, tooLarge })
    }
  }

  return Object.assign(send, { service: name, origin: endpoint.origin })
}

/** Lets services with tracing add their spans. */
function traceHeaders(): Record<string, string> {
  const parent = traceparent()
  return parent ? { traceparent: parent } : {}
}

function noteOn(made: Span, result: Reply | Failure): void {
  if (!('error' in result)) return void made.setAttribute('http.response.status_code', result.status)
  made.setAttribute('error.type', result.error.code)
  if (result.error.status !== undefined) made.setAttribute('http.response.status_code', result.error.status)
  made.setStatus({ code: SpanStatusCode.ERROR })
}

function resolve(endpoint: URL, service: string, { path, query = {} }: OutsideRequest): URL {
  const absolute = /^[a-z][a-z\d+.-]*:/i.test(path)
  const url = new URL(absolute ? path : endpoint.href.replace(/\/$/, '') + path)
  if (url.origin !== endpoint.origin) {
    const message = `${service} referred to another address (${url.origin}), which Slipway doesn’t follow.`
    throw new OutsideError({ service, code: 'foreignOrigin', message, retryable: false })
  }
  // An ID such as `..` would otherwise address another resource.
  if (/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path.split(/[?#]/)[0]!)) {
    throw new OutsideError({
      service,
      code: 'badPath',
      message: `"${path}" isn’t a path that Slipway calls on ${service}.`,
      retryable: false,
    })
  }
  for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, String(value))
  return url
}

function contentType(body: unknown): Record<string, string> {
  if (body === undefined) return {}
  return { 'content-type': body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json' }
}

function encode(body: unknown): string | undefined {
  if (body === undefined) return undefined
  return body instanceof URLSearchParams ? body.toString() : JSON.stringify(body)
}

/** Half a second, doubled up to 8 s; half of it is random, so that retries spread out. */
function backoffMs(attempt: number): number {
  const full = Math.min(8_000, 500 * 2 ** attempt)
  return Math.ceil(full / 2 + Math.random() * (full / 2))
}
