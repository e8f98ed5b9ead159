import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { notFoundText } from '../auth/access.ts'
import { anonymous } from '../auth/actor.ts'
import { stepUpChallenge } from '../auth/stepUp.ts'
import { ExternalError } from '../clients/externalError.ts'
import { redact } from '../clients/redact.ts'
import type { Context } from '../context.ts'
import { reportOutages } from '../db/reportOutages.ts'
import { isUnavailable, UnknownOutcome } from '../db/unavailable.ts'
import { type ErrorCode, errorCodes, errorTypeFor, Failure, toProblem } from '../errors.ts'
import { failureAfterCommit, outcomeUnknown } from './afterCommit.ts'
import { recordRoutes } from './allowedMethods.ts'
import { AnonymousCalls } from './anonymousCalls.ts'
import { reasonOf, writeAudit } from './audit.ts'
import { constraintFailures } from './constraints.ts'
import { declaredErrors } from './declared.ts'
import { strictHeaders } from './headers.ts'
import { AuthorizationFailure } from './register.ts'
import { InvalidInput } from './validation.ts'

declare module 'fastify' {
  interface FastifyInstance {
    anonymousCalls: AnonymousCalls
  }
}

/** The advice depends on the cause. For example, retrying doesn't help if a permission is missing. */
export const outsideAdvice = {
  missing: 'Nothing was changed. Ask an administrator to grant it, then try again.',
  other: 'Nothing was changed. Try again in a minute.',
}

const inUse = ['stillInUse', 'Other records refer to this one, so it can’t be deleted. Nothing was changed.'] as const

/**
 * The caller deleted a record that others refer to, or named one that doesn't exist. Both can also happen between two concurrent calls.
 * PostgreSQL distinguishes them only in its texts, which can be in any language. The field comes from the name of the foreign key, which
 * consists of its table and column.
 */
function brokenReference(error: pg.DatabaseError, isDeletion: boolean): Failure {
  const { constraint = '', table = '' } = error
  if (isDeletion) {
    const [code, message] = constraintFailures[constraint] ?? inUse
    return new Failure(code, message, { cause: error })
  }
  const column = constraint.slice(`${table}_`.length, -'_fkey'.length)
  const field = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return new Failure('invalidRequest', `The record in ${field} doesn’t exist. Nothing was changed.`, {
    cause: error,
    errors: [{ field, message: 'doesn’t exist' }],
  })
}

/** @param isDeletion true for the method DELETE; other methods delete only rows that no other row refers to */
export function failureOf(error: unknown, isDeletion = false): Failure {
  if (error instanceof Failure) return error
  const fastifyError: Partial<FastifyError> = error instanceof Error ? error : {}
  if (error instanceof InvalidInput) {
    const errors = error.problems
    const message = errors.map(({ field, message }) => `${field || 'The body'} ${message.replace(/\.$/, '')}`).join('; ')
    return new Failure('invalidRequest', `${message}.`, { errors })
  }
  if (error instanceof ExternalError)
    return new Failure('outsideFailed', `${error.message} ${outsideAdvice[error.missing ? 'missing' : 'other']}`, { cause: error })
  if (error instanceof pg.DatabaseError) {
    if (error.code === '23503') return brokenReference(error, isDeletion)
    const constraintFailure = error.constraint ? constraintFailures[error.constraint] : undefined
    if (constraintFailure) {
      const [code, message, field] = constraintFailure
      return new Failure(code, message, { cause: error, ...(field ? { errors: [{ field, message }] } : {}) })
    }
    if (error.code === '22021' || error.code === '22P05')
      return new Failure(
        'invalidRequest',
        'The request has an invalid character. Nothing was changed. Remove the character and try again.',
        { cause: error },
      )
    if (error.code === '57014')
      return new Failure('unavailable', 'The database took too long. Nothing was changed. Narrow your search, or try again in a minute.', {
        cause: error,
      })
    if (error.code === '40001' || error.code === '40P01')
      return new Failure('conflict', 'Someone else changed this at the same time. Nothing was changed. Try again.', {
        cause: error,
      })
  }
  // Calls to other services fail with an ExternalError instead.
  if (error instanceof UnknownOutcome) return outcomeUnknown(error, { repeatable: false })
  if (isUnavailable(error))
    return new Failure('unavailable', 'The database is unavailable. Nothing was changed. Try again in a minute.', { cause: error })
  if (fastifyError.statusCode === 413)
    return new Failure('payloadTooLarge', 'The request is too large. Nothing was changed. Send less data at a time.')
  if (fastifyError.statusCode === 415) return new Failure('unsupportedMediaType', 'Send application/json.')
  if (fastifyError.statusCode === 416) return new Failure('rangeNotSatisfiable', 'The file doesn’t have this byte range.')
  if (fastifyError.statusCode === 412) return new Failure('versionMismatch', 'The file has changed. Download it again.')
  if (fastifyError.statusCode === 429) return new Failure('tooManyRequests', 'Too many requests. Wait a minute and try again.')
  if (fastifyError.statusCode === 400)
    return new Failure(
      'invalidRequest',
      fastifyError.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error instanceof SyntaxError
        ? 'The body isn’t valid JSON.'
        : 'The request is malformed.',
    )
  return new Failure(
    'internal',
    'Something went wrong on our side. Nothing was changed. Try again; if it fails again, send the request ID to the platform team.',
    { cause: error },
  )
}

/**
 * Responds to URLs that can't be routed, because they are malformed or have a parameter that is too long. The response has the same form as
 * other errors.
 */
export function sendUnroutableError(error: FastifyError, request: FastifyRequest, response: FastifyReply): void {
  const failure = new Failure('invalidRequest', 'The URL is malformed.', { cause: error })
  void response
    .code(errorCodes[failure.code][0])
    .headers({
      ...strictHeaders,
      'cache-control': 'no-store',
      'x-request-id': request.id,
      'content-type': errorTypeFor(request.headers.accept),
    })
    .send(JSON.stringify(toProblem(failure.code, failure.message, request.id)))
}

/** Returns whether the caller disconnected during the request. The call then had no effect, and a response would not reach the caller. */
function isClientDisconnected(error: unknown, { raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete && (error as Partial<FastifyError> | null)?.code === 'ECONNRESET'
}

const retryAfterSeconds: Partial<Record<ErrorCode, number>> = { maintenance: 300, overloaded: 2 }

export function registerErrorHandlers(app: FastifyInstance, context: Context): void {
  const anonymousCalls = new AnonymousCalls({ ...context, log: app.log })
  app.decorate('anonymousCalls', anonymousCalls)
  app.addHook('onClose', () => anonymousCalls.close())
  const outages = reportOutages(app.log, { component: 'calls', text: 'a call failed' })
  // The caller is known only after a query, so the response shows that the database works.
  app.addHook('onResponse', async ({ actor }, { statusCode }) => {
    if (statusCode < 500 && actor && actor.kind !== 'anonymous') outages.worked()
  })

  async function record(request: FastifyRequest, failure: Failure): Promise<void> {
    const operation = request.routeOptions.config.operation
    // The trail already has the event of a saved call, and might have the event of a call with an unknown outcome.
    if (!operation || request.isCommitted || failure.code === 'outcomeUnknown') return
    const isDenied =
      failure instanceof AuthorizationFailure ||
      failure.code === 'unauthenticated' ||
      failure.code === 'stepUpNeeded' ||
      failure.code === 'insecureTransport' ||
      failure.code === 'crossSite'
    // A call that never got a connection changed nothing, and an audit event for each such call would add to the load.
    if (!isDenied && (operation.method === 'GET' || operation.readOnly || operation.customAudit || failure.code === 'overloaded')) return
    const event = {
      operation: operation.id,
      requestId: request.id,
      outcome: isDenied ? ('denied' as const) : ('failed' as const),
      reason: reasonOf(failure),
      ...(request.auditSubject ? { subject: request.auditSubject } : {}),
    }
    const actor = request.actor ?? anonymous
    if (actor.kind === 'anonymous') await anonymousCalls.record({ ...event, code: failure.code, ip: request.ip })
    else await writeAudit(context.db, { actor, ...event })
  }

  app.setErrorHandler(async (error, request, response) => {
    if (isClientDisconnected(error, request)) {
      request.log.debug('the connection was closed before the request was complete')
      return response.code(400).send()
    }
    let failure = request.isCommitted ? failureAfterCommit(error) : failureOf(error, request.method === 'DELETE')
    const operation = request.routeOptions.config.operation
    if (operation && !declaredErrors(operation).includes(failure.code) && failure.code !== 'internal') {
      const declaredStatuses = new Set(declaredErrors(operation).map((code) => errorCodes[code][0]))
      if (!declaredStatuses.has(errorCodes[failure.code][0])) {
        request.log.error({ operation: operation.id, code: failure.code }, 'the response has an error that the operation doesn’t declare')
        if (context.config.mode === 'development')
          failure = new Failure('internal', `${operation.id} does not declare ${failure.code}.`, { cause: error })
      }
    }
    if (error instanceof ExternalError) context.clients.watch.permissionDenied(error, context.now().getTime())
    if (failure.code === 'overloaded') request.log.warn(failure.message)
    else if (failure.code === 'unavailable' && isUnavailable(failure.cause)) outages.failed(failure.cause)
    else if (errorCodes[failure.code][0] >= 500) request.log.error({ err: failure.cause ?? error }, failure.message)
    try {
      await record(request, failure)
    } catch (auditError) {
      if (isUnavailable(auditError)) outages.failed(auditError)
      else request.log.error({ err: auditError }, 'a denied call could not be recorded')
    }
    // The audit trail records the real reason. The caller gets the same text for private and missing records.
    const message = operation && failure.code === 'notFound' && request.actor?.kind === 'person' ? notFoundText(operation.id) : undefined
    const retryAfter = retryAfterSeconds[failure.code]
    if (retryAfter !== undefined) response.header('retry-after', String(retryAfter))
    if (failure.code === 'stepUpNeeded') response.header('www-authenticate', stepUpChallenge(context.config.stepUp.context))
    return response
      .code(errorCodes[failure.code][0])
      .type(errorTypeFor(request.headers.accept))
      .send(toProblem(failure.code, message ?? failure.message, request.id, failure.errors, request.traceId))
  })

  const methodsOf = recordRoutes(app)
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, response) => {
    const methods = methodsOf(request.url.split('?')[0] ?? '')
    if (methods.length > 0) {
      response.header('allow', methods.join(', '))
      throw new Failure('methodNotAllowed', `This URL accepts only ${methods.join(', ')}.`)
    }
    throw new Failure('notFound', `There is no ${request.method} ${redact(request.url.split('?')[0] ?? '').slice(0, 200)}.`)
  })
}
