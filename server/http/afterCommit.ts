import type { FastifyRequest } from 'fastify'
import { ExternalError } from '../clients/externalError.ts'
import { UnknownOutcome } from '../db/unavailable.ts'
import { Failure } from '../errors.ts'
import type { Operation, Reply } from './operation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    isCommitted?: boolean
  }
}

/** @param repeatable true if the call has an Idempotency-Key that is saved together with its changes */
export function outcomeUnknown(cause: UnknownOutcome, { repeatable }: { repeatable: boolean }): Failure {
  const advice = repeatable
    ? 'Send it again with the same Idempotency-Key: it is done only once.'
    : 'Check whether it was saved before you try again.'
  return new Failure('outcomeUnknown', `It isn’t known whether this was saved, because the database connection was lost. ${advice}`, {
    cause,
  })
}

/** @throws outcomeUnknown with advice that depends on the call */
export async function withKnownOutcome<T>(transaction: () => Promise<T>, advice: { repeatable: boolean }): Promise<T> {
  try {
    return await transaction()
  } catch (error) {
    throw error instanceof UnknownOutcome ? outcomeUnknown(error, advice) : error
  }
}

/**
 * Runs a handler that opens its own transactions, inside the transaction of the call's Idempotency-Key. Its changes stay saved even if the
 * key can't be saved.
 */
export async function withOwnTransactions(
  { log }: Pick<FastifyRequest, 'log'>,
  handler: () => Promise<Reply<unknown>>,
  withKey: (handler: () => Promise<Reply<unknown>>) => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> {
  let savedResponse: Reply<unknown> | undefined
  try {
    return await withKey(async () => {
      savedResponse = await handler()
      return savedResponse
    })
  } catch (error) {
    if (!savedResponse) throw error
    log.error({ err: error }, 'the Idempotency-Key of a saved call could not be stored')
    return savedResponse
  }
}

/** Codes of Slipway’s clients for a request that was sent and whose response was lost. */
const lostResponseCodes = new Set(['timeout', 'connectionLost', 'unreadableAnswer', 'answerTooLarge'])
/** A gateway answers with these statuses without knowing what the service behind it did. */
const gatewayStatuses = new Set([502, 504])

/** Returns the error of a change in an external service, as `outcomeUnknown` if the service might have made the change. */
export function toExternalChangeError(error: unknown): unknown {
  if (!(error instanceof ExternalError)) return error
  if (!lostResponseCodes.has(error.code) && !gatewayStatuses.has(error.status ?? 0)) return error
  return new Failure('outcomeUnknown', `${error.message} It isn’t known whether the change was made. Check there before you try again.`, {
    cause: error,
  })
}

/**
 * Returns the failure for an error after the commit: the result of the run that the call started, or an error that says that the changes
 * are saved.
 */
export function failureAfterCommit(error: unknown): Failure {
  if (isRunResult(error)) return error
  return new Failure('internal', 'This was saved, but the response couldn’t be created. Reload to see the result.', { cause: error })
}

/** Azure rejected what the run did. Other failures only mean that the current state can't be read. */
const isRunResult = (error: unknown): error is Failure => error instanceof Failure && error.code === 'outsideFailed'

/**
 * Waits for the run that the call started. If that fails, for example because the database becomes unavailable, the response from the
 * commit is returned.
 * @throws outsideFailed if Azure rejected what the run did
 */
export async function waitForRun(
  operation: Pick<Operation, 'afterCommit' | 'id'>,
  after: Parameters<NonNullable<Operation['afterCommit']>>[0],
  { reply, log }: { reply: Reply<unknown>; log: FastifyRequest['log'] },
): Promise<Reply<unknown>> {
  try {
    return (await operation.afterCommit?.(after, reply)) ?? reply
  } catch (error) {
    if (isRunResult(error)) throw error
    log.warn({ err: error, operation: operation.id }, 'couldn’t wait for the result of a saved call')
    return reply
  }
}
