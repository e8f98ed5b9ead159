import type { FastifyRequest } from 'fastify'
import { OutsideError } from '../clients/outsideError.ts'
import { UnknownOutcome } from '../db/unavailable.ts'
import { Failure } from '../errors.ts'
import type { Operation, Reply } from './operation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The changes of the call are saved, so a later error must not say that nothing was changed. */
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

/** Runs the transaction of a call. @throws outcomeUnknown with advice that depends on the call */
export async function withKnownOutcome<T>(transaction: () => Promise<T>, advice: { repeatable: boolean }): Promise<T> {
  try {
    return await transaction()
  } catch (error) {
    throw error instanceof UnknownOutcome ? outcomeUnknown(error, advice) : error
  }
}

/**
 * Runs a call whose handler has its own transactions inside the transaction of its Idempotency-Key. After the handler, the changes are
 * saved, even if the key is not.
 */
export async function withOwnTransactions(
  { log }: Pick<FastifyRequest, 'log'>,
  handler: () => Promise<Reply<unknown>>,
  withKey: (handler: () => Promise<Reply<unknown>>) => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> {
  let savedAnswer: Reply<unknown> | undefined
  try {
    return await withKey(async () => {
      savedAnswer = await handler()
      return savedAnswer
    })
  } catch (error) {
    if (!savedAnswer) throw error
    log.error({ err: error }, 'the Idempotency-Key of a saved call could not be stored')
    return savedAnswer
  }
}

/** Codes of Slipway’s clients for a request that was sent and whose response was lost. */
const lostAnswerCodes = new Set(['timeout', 'connectionLost', 'unreadableAnswer', 'answerTooLarge'])
/** A gateway answers with these statuses without knowing what the service behind it did. */
const gatewayStatuses = new Set([502, 504])

/** Returns the error of a change in an external service, as `outcomeUnknown` if the service can have made the change. */
export function afterOutsideChange(error: unknown): unknown {
  if (!(error instanceof OutsideError)) return error
  if (!lostAnswerCodes.has(error.code) && !gatewayStatuses.has(error.status ?? 0)) return error
  return new Failure('outcomeUnknown', `${error.message} It isn’t known whether the change was made. Check there before you try again.`, {
    cause: error,
  })
}

/** An error after the commit: either the result of the run that the call started, or a failure to create the response. */
export function afterCommit(error: unknown): Failure {
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
  operation: Pick<Operation, 'committed' | 'id'>,
  after: Parameters<NonNullable<Operation['committed']>>[0],
  { answer, log }: { answer: Reply<unknown>; log: FastifyRequest['log'] },
): Promise<Reply<unknown>> {
  try {
    return (await operation.committed?.(after, answer)) ?? answer
  } catch (error) {
    if (isRunResult(error)) throw error
    log.warn({ err: error, operation: operation.id }, 'couldn’t wait for the result of a saved call')
    return answer
  }
}
