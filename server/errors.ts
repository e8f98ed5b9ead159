import { type Static, Type } from 'typebox'

/** All error codes with status and title. Handlers throw codes, never statuses. */
export const errorCodes = {
  invalidRequest: [400, 'The request is not valid'],
  invalidFilter: [400, 'The filter is not valid'],
  unauthenticated: [401, 'Sign in first'],
  stepUpNeeded: [401, 'Confirm that it is you'],
  unauthorised: [401, 'You may not do this'],
  forbidden: [403, 'You may not do this'],
  crossSite: [403, 'Refused: the request came from another site'],
  insecureTransport: [403, 'Tokens and keys are accepted over https only'],
  notFound: [404, 'Not found'],
  notKnownYet: [404, 'Azure does not know this yet'],
  methodNotAllowed: [405, 'Method not allowed'],
  requestTimeout: [408, 'Request timeout'],
  conflict: [409, 'That is not possible now'],
  nameTaken: [409, 'The name is taken'],
  stillInUse: [409, 'It still holds something'],
  alreadyDecided: [409, 'It has been decided already'],
  maximumStay: [409, 'The group has a maximum stay'],
  wrongState: [409, 'That is not possible in its present state'],
  inFlight: [409, 'The same request is still being handled'],
  versionMismatch: [412, 'Someone changed it in the meantime'],
  payloadTooLarge: [413, 'The request is too large'],
  unsupportedMediaType: [415, 'Only JSON is accepted'],
  rangeNotSatisfiable: [416, 'Range not satisfiable'],
  expectationFailed: [417, 'Expectation failed'],
  misdirected: [421, 'Unknown host'],
  idempotencyMismatch: [422, 'The Idempotency-Key was used for another request'],
  tooManyRequests: [429, 'Too many requests'],
  headersTooLarge: [431, 'The headers are too large'],
  internal: [500, 'Something went wrong on our side'],
  outsideFailed: [502, 'A service Slipway depends on did not answer'],
  unavailable: [503, 'Slipway is not ready'],
  maintenance: [503, 'Slipway is being worked on'],
  notSetUp: [503, 'This is not set up here'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof errorCodes

export interface FieldProblem {
  /** Dotted path into the body, such as `ownerIds.0`, or the name of a query or path parameter. */
  field: string
  message: string
}

export function placeOf(parts: readonly string[]): string {
  // An empty name would look like the path of the whole body.
  return parts.map((part) => part.slice(0, 100) || '""').join('.')
}

export interface FailureOptions {
  errors?: FieldProblem[]
  /** The underlying error, for the log; never sent. */
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
    traceId: Type.Optional(Type.String({ description: 'Of the trace the call is part of, where traces are kept.' })),
    error: Type.Object({ code: Type.String(), message: Type.String() }),
    errors: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
  },
  { $id: 'Problem' },
)

/** Refers to the schema by name, so that the OpenAPI document has it once. */
export const ProblemReference = Type.Unsafe<Static<typeof Problem>>({ $ref: 'Problem#' })

export function problemOf(code: ErrorCode, message: string, requestId: string, errors?: FieldProblem[], traceId?: string) {
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

/**
 * Returns the content type of an error: problem details, or plain JSON for clients that accept `application/json` and not problem details.
 * @param accept the request's header, such as `application/json, text/plain, *\/*`
 */
export function errorTypeFor(accept = ''): string {
  const named = accept.split(',').map((range) => range.split(';')[0]!.trim().toLowerCase())
  const plain = named.includes('application/json') && !named.includes('application/problem+json')
  return `application/${plain ? '' : 'problem+'}json; charset=utf-8`
}
