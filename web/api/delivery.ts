import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../client/errors.ts'
import { routes } from '../../client/routes.ts'
import type { CallInput, CallResult, OperationId } from './client.ts'
import { multiTransactionOperations } from './multiTransactionOperations.ts'
import { isOutcomeUnknown } from './problem.ts'
import { getMe } from './queries.ts'
import { call, type Kind } from './queryCall.ts'

/** The response of a call that was repeated, because its first response was lost. */
export interface DelayedResponse {
  kinds: readonly Kind[]
  answer: unknown
}

/**
 * The time after the click in which a call can be repeated. Later, the person no longer expects the change. The server keeps
 * Idempotency-Keys longer.
 */
const maxRepeatMs = 2 * 60_000
const repeatDelaysMs = [2_000, 4_000, 8_000, 16_000, 32_000]
const proxyStatuses: readonly number[] = [502, 503, 504]

let whenReachable = (): Promise<void> => Promise.resolve()
let listener: ((late: DelayedResponse) => void) | undefined

export function setWhenReachable(wait: () => Promise<void>): void {
  whenReachable = wait
}

/**
 * Calls `onLate` with each response to a repeated call, unless each item has its own outcome.
 * @returns a function that removes the listener
 */
export function onDelayedResponse(onLate: (late: DelayedResponse) => void): () => void {
  listener = onLate
  return () => {
    listener = undefined
  }
}

/**
 * Sends a call that changes something. A POST whose response was lost is sent again, up to five times in two minutes and only while the
 * same person is signed in, with the same Idempotency-Key: the server responds without repeating the effect.
 * @throws ApiError, with the code `outcomeUnknown` if the server didn’t say whether the change was saved; TypeError without a connection
 */
export async function deliver<Id extends OperationId>(
  client: QueryClient,
  id: Id,
  input: CallInput<Id>,
  kinds: readonly Kind[],
): Promise<CallResult<Id>> {
  if (routes[id].method !== 'POST') return call(id, input)
  const deadline = Date.now() + maxRepeatMs
  const person = client.getQueryData(getMe().queryKey)?.id
  const { headers } = input as { headers?: object }
  const keyedInput = { ...input, headers: { 'idempotency-key': crypto.randomUUID(), ...headers } }
  let lost: unknown
  for (const delayMs of [0, ...repeatDelaysMs]) {
    if (lost !== undefined) {
      await Promise.all([sleep(delayMs), reachableBefore(deadline)])
      const current = await currentPerson()
      // The clock also counts the time in which the computer slept, so the deadline might have passed.
      if (current === 'unknown' && Date.now() < deadline) continue
      if (current === undefined || current !== person || Date.now() >= deadline) break
    }
    try {
      const response = await call(id, keyedInput)
      if (lost !== undefined && !hasItemOutcomes(response)) listener?.({ kinds, answer: response })
      return response
    } catch (error) {
      if (!isResponseLost(id, error)) throw error
      lost = error
    }
  }
  throw asUnknownOutcome(lost)
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const reachableBefore = (deadline: number) => Promise.race([whenReachable(), sleep(deadline - Date.now())])

/**
 * Returns who is signed in now, because another tab might have changed it.
 * @returns 'unknown' without a response, undefined if signed out
 */
const currentPerson = (): Promise<string | undefined> =>
  call('getMe', {}).then(
    ({ id }) => id,
    (error: unknown) => (hasNoResponse(error) ? 'unknown' : undefined),
  )

/** Returns true if Slipway didn't respond: `fetch` rejects with a TypeError, or a proxy responds instead. */
const hasNoResponse = (error: unknown) =>
  error instanceof TypeError || (error instanceof ApiError && error.code === undefined && proxyStatuses.includes(error.status))

const isInFlight = (error: unknown) => error instanceof ApiError && error.code === 'inFlight'

function isResponseLost(id: OperationId, error: unknown): boolean {
  return hasNoResponse(error) || isInFlight(error) || (isOutcomeUnknown(error) && !multiTransactionOperations.has(id))
}

/** Converts a lost response to `outcomeUnknown`, because the server might still save the change, and the caller must not repeat it. */
function asUnknownOutcome(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  return new ApiError(error.status, new Headers(), { code: 'outcomeUnknown', message: error.message, requestId: error.requestId })
}

/** The screen itself shows the outcome of each item, because each can be rejected. */
const hasItemOutcomes = (response: unknown) => typeof response === 'object' && response !== null && 'results' in response
