import { ApiError } from '../../client/errors.ts'
import type { Kind } from './ask.ts'
import type { OperationId } from './client.ts'

/** A call that needs step-up sign-in, kept while the person is at the identity provider. */
export interface HeldCall {
  person: string
  operation: OperationId
  input: unknown
  kinds: readonly Kind[]
  /** Describes the call in a sentence: “Approve access to basket-prod for Priya Shah”. */
  what?: string
  /** Effects that can't be undone, for the person who continues the call. */
  warning?: string
  /** The tone of the button that made the call. */
  tone?: 'danger'
  /** The form's values, if the screen can restore them. */
  draft?: unknown
  at: number
}

/** The screens of these operations restore their forms themselves: the response is shown only once, or some values must not be stored. */
export const offeredByScreen: ReadonlySet<OperationId> = new Set<OperationId>([
  'generateApiKey',
  'createNotificationChannel',
  'updateNotificationChannel',
  'rotateNotificationSecret',
])
/** These calls contain secrets such as webhook URLs, which must not be kept in browser storage. */
const notStoredOperations: ReadonlySet<OperationId> = new Set<OperationId>(['createNotificationChannel', 'updateNotificationChannel'])

const key = 'slipway.held-call'
const keptForMs = 15 * 60_000

let deniedCall: (Omit<HeldCall, 'at'> & { claims: string }) | undefined
let restoredCall: HeldCall | null | undefined

export const isStepUpNeeded = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'stepUpNeeded'

/** Remembers the denied call, so that `confirmIdentity` can store it. */
export function rememberDeniedCall(error: unknown, call: Omit<HeldCall, 'at'>): void {
  if (isStepUpNeeded(error) && error.claims !== undefined) deniedCall = { ...call, claims: error.claims }
}

let pendingQuestion: string | undefined
const listeners = new Set<() => void>()
function setPendingQuestion(what: string | undefined): void {
  pendingQuestion = what
  for (const listener of listeners) listener()
}

/** Opens the step-up dialog for calls that no form with a banner made. The dialog names the pending call. */
export function confirmFirst(what: string): void {
  if (!deniedCall) return
  deniedCall.what = what
  setPendingQuestion(what)
}
/** The call that is waiting for a step-up sign-in, for the dialog. */
export const confirming = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => pendingQuestion,
  dismiss: () => setPendingQuestion(undefined),
}

/** Also stores the form's values. The screen must leave out secrets. */
export function noteDraft(draft: unknown): void {
  if (deniedCall) deniedCall.draft = draft
}

/** Goes to the step-up sign-in that the server requires, and returns to the same page. */
export function confirmIdentity(): void {
  if (!deniedCall) return
  const { claims, ...call } = deniedCall
  const { params } = call.input as { params?: unknown }
  const storedCall = notStoredOperations.has(call.operation) ? { ...call, input: { params } } : call
  sessionStorage.setItem(key, JSON.stringify({ ...storedCall, at: Date.now() }))
  location.assign(`/auth/login?${new URLSearchParams({ claims: btoa(claims), returnTo: location.pathname + location.search })}`)
}

/** Returns the call that this person made before the step-up sign-in, once per page load. */
export function heldCall(person: string): HeldCall | undefined {
  if (restoredCall === undefined) {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    restoredCall = text === null ? null : (JSON.parse(text) as HeldCall)
  }
  return restoredCall && restoredCall.person === person && Date.now() - restoredCall.at < keptForMs ? restoredCall : undefined
}

/** Forgets the stored call after it succeeded or was discarded. */
export function dropHeldCall(): void {
  restoredCall = null
}
