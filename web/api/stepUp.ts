import { ApiError } from '../../client/errors.ts'
import type { Kind } from './ask.ts'
import type { OperationId } from './client.ts'

/** A call that a stronger sign-in was asked for, kept while one is away to confirm. */
export interface HeldCall {
  person: string
  operation: OperationId
  input: unknown
  kinds: readonly Kind[]
  at: number
}

const key = 'slipway.held-call'
const keptForMs = 15 * 60_000

let refused: (Omit<HeldCall, 'at'> & { claims: string }) | undefined
let returned: HeldCall | null | undefined

export const isStepUpNeeded = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'stepUpNeeded'

/** Notes what was refused, so that `confirmIdentity` can keep it. */
export function noteRefused(error: unknown, call: Omit<HeldCall, 'at'>): void {
  if (isStepUpNeeded(error) && error.claims !== undefined) refused = { ...call, claims: error.claims }
}

/** Leaves for the sign-in with what the server asked for, and comes back to this very place. */
export function confirmIdentity(): void {
  if (!refused) return
  const { claims, ...call } = refused
  sessionStorage.setItem(key, JSON.stringify({ ...call, at: Date.now() }))
  location.assign(`/auth/login?${new URLSearchParams({ claims: btoa(claims), returnTo: location.pathname + location.search })}`)
}

/** What this person was about to do before leaving to confirm; once in the life of a page. */
export function heldCall(person: string): HeldCall | undefined {
  if (returned === undefined) {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    returned = text === null ? null : (JSON.parse(text) as HeldCall)
  }
  return returned && returned.person === person && Date.now() - returned.at < keptForMs ? returned : undefined
}

/** It is done, or no longer wanted. */
export function dropHeldCall(): void {
  returned = null
}
