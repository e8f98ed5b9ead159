import { ApiError } from '../../client/errors.ts'
import type { Kind } from './ask.ts'
import type { OperationId } from './client.ts'

/** A call that a stronger sign-in was asked for, kept while one is away to confirm. */
export interface HeldCall {
  person: string
  operation: OperationId
  input: unknown
  kinds: readonly Kind[]
  /** What will be done, as a sentence of its own: “Approve access to basket-prod for Priya Shah”. */
  what?: string
  /** What one had typed, where the screen offers it again. */
  draft?: unknown
  at: number
}

/** The screen that asked offers these again itself: what they answer is shown once, or not all of what was typed may be kept. */
export const offeredByScreen: ReadonlySet<OperationId> = new Set<OperationId>([
  'generateApiKey',
  'createNotificationChannel',
  'updateNotificationChannel',
  'rotateNotificationSecret',
])
/** What these are sent holds something as secret as a password, which no storage of a browser is for. */
const notKept: ReadonlySet<OperationId> = new Set<OperationId>(['createNotificationChannel', 'updateNotificationChannel'])

const key = 'slipway.held-call'
const keptForMs = 15 * 60_000

let refused: (Omit<HeldCall, 'at'> & { claims: string }) | undefined
let returned: HeldCall | null | undefined

export const isStepUpNeeded = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'stepUpNeeded'

/** Notes what was refused, so that `confirmIdentity` can keep it. */
export function noteRefused(error: unknown, call: Omit<HeldCall, 'at'>): void {
  if (isStepUpNeeded(error) && error.claims !== undefined) refused = { ...call, claims: error.claims }
}

let asking: string | undefined
const listeners = new Set<() => void>()
function setAsking(what: string | undefined): void {
  asking = what
  for (const listener of listeners) listener()
}

/** Asks the person to confirm who they are, in a dialog that names what waits for it: for calls that no form with a banner made. */
export function confirmFirst(what: string): void {
  if (!refused) return
  refused.what = what
  setAsking(what)
}
/** What waits for the person to confirm, for the dialog that asks. */
export const confirming = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => asking,
  dismiss: () => setAsking(undefined),
}

/** Keeps what was typed, too. The screen leaves out of it what is secret. */
export function noteDraft(draft: unknown): void {
  if (refused) refused.draft = draft
}

/** Leaves for the sign-in with what the server asked for, and comes back to this very place. */
export function confirmIdentity(): void {
  if (!refused) return
  const { claims, ...call } = refused
  const { params } = call.input as { params?: unknown }
  const kept = notKept.has(call.operation) ? { ...call, input: { params } } : call
  sessionStorage.setItem(key, JSON.stringify({ ...kept, at: Date.now() }))
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
