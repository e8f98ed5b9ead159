import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../client/errors.ts'
import { routes } from '../../client/routes.ts'
import { call, type Kind } from './ask.ts'
import type { CallInput, CallResult, OperationId } from './client.ts'
import { isOutcomeUnknown } from './problem.ts'
import { getMe } from './queries.ts'
import { savedInParts } from './savedInParts.ts'

/** A call whose first response was lost, and that got a response when it was sent again. */
export interface LateAnswer {
  kinds: readonly Kind[]
  answer: unknown
}

/**
 * The time after the click in which a repeat can be sent. After that, the person no longer expects the change. The server keeps
 * Idempotency-Keys longer.
 */
const maxRepeatMs = 2 * 60_000
/** The delay before each repeat. */
const repeatDelaysMs = [2_000, 4_000, 8_000, 16_000, 32_000]
const proxyStatuses: readonly number[] = [502, 503, 504]

let whenReachable = (): Promise<void> => Promise.resolve()
let listener: ((late: LateAnswer) => void) | undefined

/** `main.tsx` sets how to wait for the connection. */
export function setWhenReachable(wait: () => Promise<void>): void {
  whenReachable = wait
}

/** Calls `onLate` for each late response, except responses with an outcome per item. @returns the function that ends this */
export function onLateAnswer(onLate: (late: LateAnswer) => void): () => void {
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
      // The clock also counts the time in which the computer slept.
      if (current === 'unknown' && Date.now() < deadline) continue
      if (current === undefined || current !== person || Date.now() >= deadline) break
    }
    try {
      const answer = await call(id, keyedInput)
      if (lost !== undefined && !hasItemOutcomes(answer)) listener?.({ kinds, answer })
      return answer
    } catch (error) {
      if (!isAnswerLost(id, error)) throw error
      lost = error
    }
  }
  throw asUnknownOutcome(lost)
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const reachableBefore = (deadline: number) => Promise.race([whenReachable(), sleep(deadline - Date.now())])

/** Fetches who is signed in now, because another tab can have changed it. @returns 'unknown' without a response, undefined if signed out */
const currentPerson = (): Promise<string | undefined> =>
  call('getMe', {}).then(
    ({ id }) => id,
    (error: unknown) => (isWithoutAnswer(error) ? 'unknown' : undefined),
  )

/** True without a response of Slipway: `fetch` rejects with a TypeError, or a proxy responded instead. */
const isWithoutAnswer = (error: unknown) =>
  error instanceof TypeError || (error instanceof ApiError && error.code === undefined && proxyStatuses.includes(error.status))

/** True if the first request is still being processed. */
const isInFlight = (error: unknown) => error instanceof ApiError && error.code === 'inFlight'

function isAnswerLost(id: OperationId, error: unknown): boolean {
  return isWithoutAnswer(error) || isInFlight(error) || (isOutcomeUnknown(error) && !savedInParts.has(id))
}

/** The caller must not repeat a call that can still be saved, so a proxy’s response and `inFlight` also mean an unknown outcome. */
function asUnknownOutcome(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  return new ApiError(error.status, new Headers(), { code: 'outcomeUnknown', message: error.message, requestId: error.requestId })
}

/** The screen shows these outcomes. Each item can be rejected. */
const hasItemOutcomes = (answer: unknown) => typeof answer === 'object' && answer !== null && 'results' in answer
