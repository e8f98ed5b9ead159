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
import { type Failure, failureOfAnswer, failureOfError, withoutItsWords } from './attempt.ts'
import { bearer } from './bearer.ts'
import { type Clock, systemClock } from './clock.ts'
import { checkGuard } from './guardOutside.ts'
import { OutsideError } from './outsideError.ts'
import { asRecord } from './serviceAnswer.ts'
import { checkShape, type Shaped } from './shape.ts'
import type { CallWatch } from './watch.ts'

/** The part of a pino logger that the connectors use. */
export interface Logger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface OutsideOptions {
  /** The service as people know it. */
  name: string
  /** Where it is, with any path that all its calls share. Credentials go to this origin and no other. */
  endpoint: string
  credential?: TokenCredential
  scopes?: string[]
  /** Its tokens may be taken back before their time: see `bearer`. */
  revocable?: true
  /** Sent with every request; the value of `authorization` is kept out of logs and errors. */
  headers?: Record<string, string>
  /** Milliseconds a call may take in all, with its waits and retries. Default 30 000. */
  deadlineMs?: number
  /** Default 4. */
  maxRetries?: number
  /** The largest answer taken in, in bytes. Default 20 MiB. */
  maxBytes?: number
  /** Makes the connections, instead of a shared one. */
  agent?: Agent
  /** The path is as good as a password and stays out of the log. */
  secretPath?: boolean
  logger: Logger
  clock?: Clock
  /** Is told how the service answers. */
  watch?: CallWatch
}

export interface OutsideRequest {
  method: HttpMethods
  /** Below the endpoint; or an absolute URL the service handed out, which must be of the same origin. */
  path: string
  query?: Record<string, string | number | boolean | undefined>
  /** JSON, or a form. */
  body?: unknown
  headers?: Record<string, string>
  /** It only reads, although its method is another than GET or HEAD. */
  readOnly?: boolean
  /** Doing it twice is the same as once, so a lost reply may be retried. Default: true for GET, HEAD, PUT, DELETE, and what only reads. */
  idempotent?: boolean
  /** Statuses beyond 2xx that are an answer, not an error. */
  accept?: readonly number[]
  /** What is wrong with a good answer, where its parts say so: the service is seen to refuse. */
  refusalIn?: (reply: Reply) => OutsideError | undefined
  /** The answer may repeat a secret that was sent: nothing of what it says goes into errors or logs. */
  confidential?: true
  signal?: AbortSignal
}

export interface Reply {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** Parsed JSON; undefined when the answer was empty. */
  body: unknown
  /** The body if it has this shape; otherwise an OutsideError `unexpectedAnswer`. */
  as<T extends TSchema>(schema: T): Shaped<T>
  /** The items of a list: those under `key`, or the whole of a bare array. */
  list<T extends TSchema>(item: T, key: string): Shaped<T>[]
}

/** Rejects with an OutsideError, or with the reason of the aborted signal. */
export interface Send {
  (request: OutsideRequest): Promise<Reply>
  readonly service: string
  readonly origin: string
}

/** The one way out: bearer tokens, retries, deadline, bounds and redacted logs for one outside service. @throws when it is not https. */
export function outside(options: OutsideOptions): Send {
  const { name, logger, headers = {}, deadlineMs = 30_000, maxRetries = 4, maxBytes = 20 * 1_048_576, clock = systemClock } = options
  const endpoint = new URL(options.endpoint)
  if (endpoint.protocol !== 'https:') throw new Error(`${name} must be reached over https, not ${endpoint.protocol}//`)
  const client = createDefaultHttpClient()
  const pipeline = createEmptyPipeline()
  pipeline.addPolicy(decompressResponsePolicy())
  pipeline.addPolicy(userAgentPolicy({ userAgentPrefix: 'Slipway' }))
  pipeline.addPolicy(setClientRequestIdPolicy())
  // No redirect policy: a redirect is an error, so credentials never follow one.
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
      const again = attempt < maxRetries && (repeat === 'always' || (repeat === 'ifIdempotent' && idempotent))
      const wait = error.retryAfterMs ?? backOff(attempt)
      if (!again || clock.now() + wait >= deadline) {
        logger.warn(failed, 'outside call failed')
        throw error
      }
      logger.info({ ...failed, wait }, 'outside call is tried again')
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
        // A connection the service is about to close would lose a reply that cannot be asked for again.
        disableKeepAlive: !idempotent,
        onDownloadProgress: ({ loadedBytes }) => {
          tooLarge = loadedBytes > maxBytes
          if (tooLarge) throw new Error('The answer is too large.')
        },
      })
      // Among its options it would be left out.
      if (options.agent) outgoing.agent = options.agent
      const response = await pipeline.sendRequest(client, outgoing)
      const answer = { status: response.status, headers: response.headers.toJSON(), text: response.bodyAsText ?? '' }
      const outcome = failureOfAnswer(name, answer, request.accept ?? [], secrets, clock.now(), {
        method: request.method,
        path: url.pathname,
      })
      if ('error' in outcome) return request.confidential ? withoutItsWords(outcome) : outcome
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

/** So that a service that keeps traces can add its part. */
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
    const message = `${service} pointed to another address (${url.origin}), which Slipway does not follow.`
    throw new OutsideError({ service, code: 'foreignOrigin', message, retryable: false })
  }
  // An id such as `..` would otherwise climb to another resource.
  if (/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path.split(/[?#]/)[0]!)) {
    throw new OutsideError({ service, code: 'badPath', message: `"${path}" is not a path Slipway sends to ${service}.`, retryable: false })
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

/** Half a second, doubled each time up to 8 s; the half of it random so that callers spread out. */
function backOff(attempt: number): number {
  const full = Math.min(8_000, 500 * 2 ** attempt)
  return Math.ceil(full / 2 + Math.random() * (full / 2))
}
