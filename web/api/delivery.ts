import { routes } from '../../client/routes.ts'
import { call, type Kind } from './ask.ts'
import type { CallInput, CallResult, OperationId } from './client.ts'

/** A call whose answer was lost, and that was answered after the connection was back. */
export interface LateAnswer {
  kinds: readonly Kind[]
  answer: unknown
}

let whenReachable = (): Promise<void> => Promise.resolve()
let listener: ((late: LateAnswer) => void) | undefined

/** `main.tsx` sets how to wait for the connection. */
export function setWhenReachable(wait: () => Promise<void>): void {
  whenReachable = wait
}

/** Calls `onLate` for each late answer. @returns the function that ends this */
export function onLateAnswer(onLate: (late: LateAnswer) => void): () => void {
  listener = onLate
  return () => {
    listener = undefined
  }
}

/**
 * Sends a call that changes something. If the connection is lost before the answer, a POST is sent again once when the connection is back,
 * with the same Idempotency-Key: the server answers it without a second effect. @throws ApiError, or TypeError without a connection
 */
export async function deliver<Id extends OperationId>(id: Id, input: CallInput<Id>, kinds: readonly Kind[]): Promise<CallResult<Id>> {
  if (routes[id].method !== 'POST') return call(id, input)
  const { headers } = input as { headers?: object }
  const keyedInput = { ...input, headers: { 'idempotency-key': crypto.randomUUID(), ...headers } }
  try {
    return await call(id, keyedInput)
  } catch (error) {
    // `fetch` rejects with a TypeError if there was no answer.
    if (!(error instanceof TypeError)) throw error
    await whenReachable()
    const answer = await call(id, keyedInput)
    listener?.({ kinds, answer })
    return answer
  }
}
