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
import { type Failure, failureOfError, failureOfResponse, redactErrorText } from './attempt.ts'
import { bearer } from './bearer.ts'
import { type Clock, systemClock } from './clock.ts'
import { ExternalError } from './externalError.ts'
import type { ProxyAgents } from './proxy.ts'
import { reportFailedCalls } from './reportFailedCalls.ts'
import { asRecord } from './serviceResponse.ts'
import { checkShape, type ShapeOf } from './shape.ts'
import type { CallWatch } from './watch.ts'
import { checkGuard } from './withCallGuard.ts'

export interface Logger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface ExternalOptions {
  name: string
  /** URL of the service, with the path that all calls have in common. Credentials are sent to this origin only. */
  endpoint: string
  credential?: TokenCredential
  scopes?: string[]
  revocable?: true
  /** Sent with every request; the value of `authorization` is kept out of logs and errors. */
  headers?: Record<string, string>
  /** Time limit in milliseconds for a call, including all waits and retries. Default 30 000. */
  deadlineMs?: number
  /** Default 4. */
  maxRetries?: number
  /** Largest response in bytes. Default 20 MiB. */
  maxBytes?: number
  agent?: Agent
  proxy?: ProxyAgents | undefined
  /** True if the path is a credential, which must not be logged. */
  secretPath?: boolean
  logger: Logger
  clock?: Clock
  watch?: CallWatch
}

export interface ExternalRequest {
  method: HttpMethods
  /** Path below the endpoint, or an absolute URL from the service with the same origin. */
  path: string
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  headers?: Record<string, string>
  /** True if the call only reads, although its method is not GET or HEAD. */
  readOnly?: boolean
  /**
   * True if the call is idempotent, so that it can be retried after a lost response. Default: true for GET, HEAD, PUT, DELETE and reads.
   */
  idempotent?: boolean
  /** Statuses besides 2xx that are not errors. */
  accept?: readonly number[]
  errorIn?: (reply: Reply) => ExternalError | undefined
  /** True if the response might repeat a secret that was sent. Its text is then kept out of errors and logs. */
  confidential?: true
  signal?: AbortSignal
}

export interface Reply {
  status: number
  /** Header names are in lower case. */
  headers: Readonly<Record<string, string>>
  /** Parsed JSON; undefined if the response is empty. */
  body: unknown
  /**
   * Returns the body if it has this shape.
   * @throws ExternalError `unexpectedAnswer` otherwise
   */
  as<T extends TSchema>(schema: T): ShapeOf<T>
  list<T extends TSchema>(item: T, key: string): ShapeOf<T>[]
}

/** Rejects with an ExternalError, or with the reason of the aborted signal. */
export interface Send {
  (request: ExternalRequest): Promise<Reply>
  readonly service: string
  readonly origin: string
}

/**
 * Creates the sender for an external service. All calls use one, because it adds tokens, retries, a deadline, limits and logs without
 * secrets.
 * @throws if the endpoint is not https
 */
export function createSend(options: ExternalOptions): Send {
  const { name, logger, headers = {}, deadlineMs = 30_000, maxRetries = 4, maxBytes = 20 * 1_048_576, clock = systemClock } = options
  const endpoint = new URL(options.endpoint)
  if (endpoint.protocol !== 'https:') throw new Error(`${name} must be reached over https, not ${endpoint.protocol}//`)
  const client = createDefaultHttpClient()
  const pipeline = createEmptyPipeline()
  pipeline.addPolicy(decompressResponsePolicy())
  pipeline.addPolicy(userAgentPolicy({ userAgentPrefix: 'Slipway' }))
  pipeline.addPolicy(setClientRequestIdPolicy())
  // The pipeline has no redirect policy. A redirect is an error, so that credentials are never sent to its target.
  options.watch?.registerService(name)
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

  const failedCalls = reportFailedCalls(logger, name, clock.now)

  async function send(request: ExternalRequest): Promise<Reply> {
    const url = toUrl(endpoint, name, request)
    const idempotent = request.idempotent ?? (request.readOnly === true || ['GET', 'HEAD', 'PUT', 'DELETE'].includes(request.method))
    const deadline = clock.now() + deadlineMs
    const requestInfo = { method: request.method, path: url.pathname }
    for (let attempt = 0; ; attempt++) {
      checkGuard(request)
      const startedAt = clock.now()
      const result = await span(
        name,
        {
          kind: 'client',
          attributes: { 'http.request.method': request.method, 'server.address': url.hostname, 'http.request.resend_count': attempt },
        },
        async (activeSpan) => {
          const sendResult = await sendOnce(request, url, idempotent, deadline - startedAt)
          if (activeSpan) recordOnSpan(activeSpan, sendResult)
          return sendResult
        },
      )
      const fields = {
        service: name,
        method: request.method,
        path: options.secretPath ? '…' : url.pathname,
        attempt,
        ms: clock.now() - startedAt,
      }
      if (!('error' in result)) {
        const error = request.errorIn?.(result)
        if (error) options.watch?.failed(name, { ms: fields.ms, error, at: clock.now(), requested: requestInfo })
        else
          options.watch?.onResponse(name, {
            ms: fields.ms,
            headers: result.headers,
            at: clock.now(),
            requested: requestInfo,
            status: result.status,
          })
        if (!error) failedCalls.worked(fields)
        logger.debug({ ...fields, status: result.status }, 'call to an external service completed')
        return result
      }
      const { error, repeat } = result
      options.watch?.failed(name, { ms: fields.ms, error, at: clock.now(), requested: requestInfo })
      const { status, code, requestId, message, cause } = error
      const failed = { ...fields, status, code, requestId, reason: cause instanceof Error ? cause.message : message }
      const canRetry = attempt < maxRetries && (repeat === 'always' || (repeat === 'ifIdempotent' && idempotent))
      const wait = error.retryAfterMs ?? backoffMs(attempt)
      if (!canRetry || clock.now() + wait >= deadline) {
        failedCalls.failed(failed, error)
        throw error
      }
      logger.info({ ...failed, wait }, 'retrying a call to an external service')
      await clock.wait(wait, request.signal)
    }
  }

  async function sendOnce(request: ExternalRequest, url: URL, idempotent: boolean, remainingMs: number): Promise<Reply | Failure> {
    const timeoutSignal = AbortSignal.timeout(Math.max(1, remainingMs))
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
        abortSignal: request.signal ? AbortSignal.any([request.signal, timeoutSignal]) : timeoutSignal,
        // If the service were about to close a reused connection, the response could be lost, and some calls can't be repeated.
        disableKeepAlive: !idempotent,
        onDownloadProgress: ({ loadedBytes }) => {
          tooLarge = loadedBytes > maxBytes
          if (tooLarge) throw new Error('The response is too large.')
        },
      })
      // The pipeline ignores an agent in the options of the request.
      const agent = options.agent ?? (idempotent ? options.proxy?.keepAlive : options.proxy?.single)
      if (agent) outgoing.agent = agent
      const response = await pipeline.sendRequest(client, outgoing)
      const answer = { status: response.status, headers: response.headers.toJSON(), text: response.bodyAsText ?? '' }
      const outcome = failureOfResponse(name, answer, request.accept ?? [], secrets, clock.now(), {
        method: request.method,
        path: url.pathname,
      })
      if ('error' in outcome) return request.confidential ? redactErrorText(outcome) : outcome
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
      return failureOfError(name, error, { timedOut: timeoutSignal.aborted, tooLarge })
    }
  }

  return Object.assign(send, { service: name, origin: endpoint.origin })
}

/** Lets services with tracing add their spans. */
function traceHeaders(): Record<string, string> {
  const parent = traceparent()
  return parent ? { traceparent: parent } : {}
}

function recordOnSpan(activeSpan: Span, result: Reply | Failure): void {
  if (!('error' in result)) return void activeSpan.setAttribute('http.response.status_code', result.status)
  activeSpan.setAttribute('error.type', result.error.code)
  if (result.error.status !== undefined) activeSpan.setAttribute('http.response.status_code', result.error.status)
  activeSpan.setStatus({ code: SpanStatusCode.ERROR })
}

function toUrl(endpoint: URL, service: string, { path, query = {} }: ExternalRequest): URL {
  const absolute = /^[a-z][a-z\d+.-]*:/i.test(path)
  const url = new URL(absolute ? path : endpoint.href.replace(/\/$/, '') + path)
  if (url.origin !== endpoint.origin) {
    const message = `${service} redirected to a different URL (${url.origin}), which Slipway doesn’t follow.`
    throw new ExternalError({ service, code: 'foreignOrigin', message, retryable: false })
  }
  // Without encoding, an ID such as `..` would address another resource.
  if (/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path.split(/[?#]/)[0]!)) {
    throw new ExternalError({
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

/** The delay starts at half a second and doubles up to 8 s. Half of it is random, so that retries don't coincide. */
function backoffMs(attempt: number): number {
  const fullDelayMs = Math.min(8_000, 500 * 2 ** attempt)
  return Math.ceil(fullDelayMs / 2 + Math.random() * (fullDelayMs / 2))
}
