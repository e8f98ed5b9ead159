import { type Static, Type } from 'typebox'

/** Handlers throw codes, never statuses. */
export const errorCodes = {
  invalidRequest: [400, 'Invalid request'],
  invalidFilter: [400, 'Invalid filter'],
  unauthenticated: [401, 'Sign in first'],
  stepUpNeeded: [401, 'Confirm your identity'],
  unauthorised: [401, 'You don’t have permission to do this'],
  forbidden: [403, 'You don’t have permission to do this'],
  crossSite: [403, 'Request from a different site denied'],
  insecureTransport: [403, 'Tokens and keys require https'],
  notFound: [404, 'Not found'],
  notKnownYet: [404, 'Not yet available in Azure'],
  methodNotAllowed: [405, 'Method not allowed'],
  requestTimeout: [408, 'Request timeout'],
  conflict: [409, 'Conflict with the current data'],
  nameTaken: [409, 'Name already in use'],
  stillInUse: [409, 'Still in use'],
  alreadyDecided: [409, 'Already decided'],
  maximumDuration: [409, 'The group has a maximum duration'],
  wrongState: [409, 'Not possible in the current status'],
  inFlight: [409, 'The same request is still being processed'],
  versionMismatch: [412, 'Updated by someone else'],
  payloadTooLarge: [413, 'Request too large'],
  unsupportedMediaType: [415, 'Only JSON is accepted'],
  rangeNotSatisfiable: [416, 'Range not satisfiable'],
  expectationFailed: [417, 'Expectation failed'],
  misdirected: [421, 'Unknown host'],
  idempotencyMismatch: [422, 'Idempotency-Key used for a different request'],
  tooManyRequests: [429, 'Too many requests'],
  headersTooLarge: [431, 'Headers too large'],
  internal: [500, 'Something went wrong on our side'],
  evidenceFailed: [500, 'The evidence couldn’t be recorded'],
  outsideFailed: [502, 'An external service failed'],
  overloaded: [503, 'Slipway is busy'],
  unavailable: [503, 'Slipway is not ready'],
  outcomeUnknown: [503, 'It isn’t known whether this was saved'],
  maintenance: [503, 'Slipway is in maintenance mode'],
  pausedAfterRestore: [503, 'Slipway is paused after a restore'],
  notSetUp: [503, 'Not configured in this installation'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof errorCodes

export interface FieldProblem {
  /** Dotted path into the body, such as `ownerIds.0`, or the name of a query or path parameter. */
  field: string
  message: string
}

export function joinFieldPath(pathParts: readonly string[]): string {
  // An empty name would look like the path of the whole body.
  return pathParts.map((part) => part.slice(0, 100) || '""').join('.')
}

interface FailureOptions {
  errors?: FieldProblem[]
  /** The underlying error, which is logged and never sent. */
  cause?: unknown
}

export class Failure extends Error {
  readonly code: ErrorCode
  readonly errors: FieldProblem[] | undefined
  constructor(code: ErrorCode, message?: string, options: FailureOptions = {}) {
    super(message ?? errorCodes[code][1], { cause: options.cause })
    this.code = code
    this.errors = options.errors
  }
}

/** Problem details (RFC 9457) with `code`, `message` and `requestId`; code and message are repeated under `error` for Azure clients. */
export const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String(),
    message: Type.String(),
    requestId: Type.String(),
    traceId: Type.Optional(Type.String({ description: 'Trace ID of the call; omitted if tracing isn’t configured.' })),
    error: Type.Object({ code: Type.String(), message: Type.String() }),
    errors: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
  },
  { $id: 'Problem' },
)

export const ProblemReference = Type.Unsafe<Static<typeof Problem>>({ $ref: 'Problem#' })

export function toProblem(code: ErrorCode, message: string, requestId: string, errors?: FieldProblem[], traceId?: string) {
  const [status, title] = errorCodes[code]
  return {
    type: 'about:blank',
    title,
    status,
    detail: message,
    code,
    message,
    requestId,
    error: { code, message },
    ...(errors ? { errors } : {}),
    ...(traceId ? { traceId } : {}),
  }
}

export const problemMediaTypes = ['application/problem+json', 'application/json'] as const

/**
 * Returns the content type of an error: problem details, or plain JSON for clients that accept `application/json` and not problem details.
 * @param accept the request's header, such as `application/json, text/plain, *\/*`
 */
export function errorTypeFor(accept = ''): string {
  const mediaTypes = accept.split(',').map((range) => range.split(';')[0]!.trim().toLowerCase())
  const accepted = problemMediaTypes.find((type) => mediaTypes.includes(type)) ?? problemMediaTypes[0]
  return `${accepted}; charset=utf-8`
}
