import { challengeClaims } from './challenge.ts'
import { ApiError } from './errors.ts'
import { type AccessToken, createTokenCycler, type TokenCycler } from './tokenCycler.ts'
import { untilAborted } from './untilAborted.ts'

/** `statuses` lists the statuses that the API description declares. Routes are generated from the operations. */
export interface Route {
  method: string
  /** Contains `{name}` for each path parameter. */
  path: string
  statuses: readonly number[]
  /** True if API keys can call the operation, in the header `x-api-key`. */
  apiKey?: true
}

export interface OperationTypes {
  params?: unknown
  query?: unknown
  body?: unknown
  headers?: unknown
  responses: Record<number, unknown>
}

/** A source of tokens. Every credential of `@azure/identity` can be used. */
export interface Credential {
  getToken(scopes: string | string[], options?: { claims?: string; enableCae?: boolean }): Promise<AccessToken | null>
}

export interface ClientOptions {
  /** The base URL, for example `https://slipway.example`. A path in front of the API is kept (spec §5). */
  host: string
  routes: Readonly<Record<string, Route>>
  /** Provides the bearer token of each call, which is sent only over https. Without a credential, the browser’s session cookie is used. */
  credential?: Credential
  /** Scope of the token. The default is `api://slipway/.default`. */
  scopes?: string[]
  headers?: Record<string, string>
  /** Timeout of a call in milliseconds. 0, the default, means no limit (spec §9). */
  timeout?: number
  fetch?: typeof fetch
}

export interface CallOptions {
  signal?: AbortSignal
  /** Timeout in milliseconds, which overrides the timeout of the client. */
  timeout?: number
  /**
   * `return`: the method resolves with the `ApiError` of a status that is not declared, instead of rejecting with it. The default is
   * `throw`.
   */
  errorHandling?: 'throw' | 'return'
}
type ReturnsErrors = CallOptions & { errorHandling: 'return' }

type Optional<T> = undefined extends T ? true : Record<never, never> extends T ? true : false
type Part<Name extends string, T> = unknown extends T
  ? { [N in Name]?: undefined }
  : [T] extends [never]
    ? { [N in Name]?: undefined }
    : Optional<T> extends true
      ? { [N in Name]?: T }
      : { [N in Name]: T }
type Field<O, Name extends string> = Name extends keyof O ? O[Name] : never

export type Input<O> = Part<'params', Field<O, 'params'>> &
  Part<'query', Field<O, 'query'>> &
  Part<'body', Field<O, 'body'>> &
  Part<'headers', Field<O, 'headers'>>

/** One of the declared responses. After a check of `status`, `body` has the type of that status. */
export type ClientResponse<O extends OperationTypes> = {
  [S in keyof O['responses'] & number]: { status: S; body: O['responses'][S]; headers: Headers }
}[keyof O['responses'] & number]

export type Client<Operations extends { [Id in keyof Operations]: OperationTypes }> = {
  [Id in keyof Operations]: Method<Operations[Id]>
}
interface Method<O extends OperationTypes> {
  (
    input: Record<never, never> extends Input<O> ? Input<O> | undefined : Input<O>,
    options: ReturnsErrors,
  ): Promise<ClientResponse<O> | ApiError>
  (
    ...args: Record<never, never> extends Input<O>
      ? [input?: Input<O>, options?: CallOptions & { errorHandling?: 'throw' }]
      : [input: Input<O>, options?: CallOptions & { errorHandling?: 'throw' }]
  ): Promise<ClientResponse<O>>
}

interface AnyInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  headers?: Record<string, unknown>
  body?: unknown
}

/**
 * The client has one method per operation. A method resolves with success and with the error responses that the API description declares.
 * It rejects with an `ApiError` for every other status (unless `errorHandling` is `return`), with a `TimeoutError` when its time is up, or with
 * the reason of the aborted signal (spec §8).
 */
export function createClient<Operations extends { [Id in keyof Operations]: OperationTypes }>(options: ClientOptions): Client<Operations> {
  if (!options.host) throw new Error('A host is required.')
  const base = new URL(options.host).href.replace(/\/+$/, '')
  const { credential, scopes = ['api://slipway/.default'] } = options
  const tokens = credential && createTokenCycler((request) => credential.getToken(scopes, { ...request, enableCae: true }))
  const call =
    (route: Route) =>
    (input: AnyInput = {}, callOptions: CallOptions = {}) =>
      withTimeout(callOptions.timeout ?? options.timeout ?? 0, callOptions.signal, async (signal) => {
        const url = base + fillPath(route.path, input.params ?? {}) + queryString(input.query ?? {})
        const headers = new Headers({ accept: 'application/json', ...options.headers, ...withoutUndefined(input.headers) })
        const request: RequestInit = { method: route.method, headers, redirect: 'error', ...(signal && { signal }) }
        if (input.body !== undefined) {
          headers.set('content-type', 'application/json')
          request.body = JSON.stringify(input.body)
        }
        const send = (): Promise<Response> => (options.fetch ?? fetch)(url, request)
        const response = tokens ? await sendWithToken(tokens, url, request, headers, send) : await sendWithCookie(request, send)
        return parseResponse(route, response)
      }).catch((error: unknown) => {
        if (callOptions.errorHandling === 'return' && error instanceof ApiError) return error
        throw error
      })
  const methods = Object.entries(options.routes).map(([id, route]) => [id, call(route)] as const)
  // The route table and the types are generated from the same document, but the compiler can't know this.
  return Object.fromEntries(methods) as unknown as Client<Operations>
}

function sendWithCookie(request: RequestInit, send: () => Promise<Response>): Promise<Response> {
  request.credentials = 'same-origin'
  return send()
}

async function sendWithToken(
  tokens: TokenCycler,
  url: string,
  request: RequestInit,
  headers: Headers,
  send: () => Promise<Response>,
): Promise<Response> {
  if (!url.toLowerCase().startsWith('https://')) {
    throw new Error('Bearer token authentication is not permitted for non-TLS protected (non-https) URLs.')
  }
  request.credentials = 'omit'
  const { token } = await tokens.current()
  headers.set('authorization', `Bearer ${token}`)
  const response = await send()
  const claims = response.status === 401 ? challengeClaims(response.headers.get('www-authenticate')) : undefined
  if (claims === undefined) return response
  await response.body?.cancel()
  headers.set('authorization', `Bearer ${(await tokens.forClaims(claims, token)).token}`)
  return send()
}

async function parseResponse(route: Route, response: Response): Promise<{ status: number; body: unknown; headers: Headers }> {
  const { status, headers } = response
  const content = await response.text()
  const type = headers.get('content-type') ?? ''
  let body: unknown = content === '' ? undefined : content
  // An HTML page comes from a proxy, never from the API.
  let isReadable = content === '' || !/\bhtml\b/.test(type)
  if (content !== '' && /[/+]json\b/.test(type)) {
    try {
      body = JSON.parse(content)
    } catch {
      isReadable = false
    }
  }
  if (!route.statuses.includes(status)) throw new ApiError(status, headers, body)
  if (!isReadable)
    throw new ApiError(status, headers, { code: 'unreadableAnswer', message: 'The service returned a response that can’t be read.' })
  return { status, body, headers }
}

function fillPath(template: string, params: Record<string, unknown>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '')
    if (value === '') throw new Error(`The path parameter ${name} is required.`)
    // A URL parser would treat these values as steps up the path, even if they are percent-encoded.
    if (value === '.' || value === '..') throw new Error(`The path parameter ${name} can’t be "${value}".`)
    return encodeURIComponent(value)
  })
}

function queryString(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined && item !== null) search.append(name, String(item))
  }
  return search.size === 0 ? '' : `?${search}`
}

function withoutUndefined(headers: Record<string, unknown> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
}

/** The limit includes the wait for a token. Calls share the token request, so a single call can't cancel it. */
async function withTimeout<T>(ms: number, caller: AbortSignal | undefined, run: (signal?: AbortSignal) => Promise<T>): Promise<T> {
  if (ms <= 0) return untilAborted(caller, run(caller))
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException(`No response within ${ms} ms.`, 'TimeoutError')), ms)
  const signal = caller ? AbortSignal.any([caller, controller.signal]) : controller.signal
  try {
    return await untilAborted(signal, run(signal))
  } finally {
    clearTimeout(timer)
  }
}
