import { ApiError } from '../../client/errors.ts'
import type { OperationId } from './client.ts'
import type { Kind } from './queryCall.ts'

export interface PendingStepUpCall {
  person: string
  operation: OperationId
  input: unknown
  kinds: readonly Kind[]
  /** A description for the dialog: “Approve access to basket-prod for Priya Shah”. */
  what?: string
  /** Effects that can't be undone, shown before the call is repeated. */
  warning?: string
  tone?: 'danger'
  /** The values of the form, if the screen can restore them. They go to `sessionStorage`, so they must not contain secrets. */
  draft?: unknown
  at: number
  /** The fragment of the URL to which only the sign-in for this call returns, for a call that is then repeated without a click. */
  returnMark?: string
}

/**
 * The screens of these operations restore their forms themselves, because the response is shown only once, or some values must not be
 * stored.
 */
export const offeredByScreen: ReadonlySet<OperationId> = new Set<OperationId>([
  'generateApiKey',
  'createNotificationChannel',
  'updateNotificationChannel',
  'rotateNotificationSecret',
])
/** Their forms announce the sign-in beside the button, and their effect can be undone. */
const continuedOperations: ReadonlySet<OperationId> = new Set<OperationId>(['createPimAssignment', 'proposeApprovalPolicy'])
/** The inputs contain secrets such as webhook URLs, which must not be kept in browser storage. */
const notStoredOperations: ReadonlySet<OperationId> = new Set<OperationId>(['createNotificationChannel', 'updateNotificationChannel'])

const key = 'slipway.held-call'
const retentionMs = 15 * 60_000

let deniedCall: (Omit<PendingStepUpCall, 'at'> & { claims: string }) | undefined
let restoredCall: PendingStepUpCall | null | undefined
let isReturn = false

export const isStepUpNeeded = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'stepUpNeeded'

export function saveDeniedCall(error: unknown, call: Omit<PendingStepUpCall, 'at'>): void {
  if (isStepUpNeeded(error) && error.claims !== undefined) deniedCall = { ...call, claims: error.claims }
}

let pendingConfirmation: string | undefined
const listeners = new Set<() => void>()
function setPendingConfirmation(action: string | undefined): void {
  pendingConfirmation = action
  for (const listener of listeners) listener()
}

/** Opens the step-up dialog for a denied call that has no form with a banner. */
export function confirmFirst(action: string): void {
  if (!deniedCall) return
  deniedCall.what = action
  setPendingConfirmation(action)
}
export const confirming = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => pendingConfirmation,
  dismiss: () => setPendingConfirmation(undefined),
}

/** Also stores the values of the form, in `sessionStorage`. The screen must leave out secrets. */
export function saveDraftForStepUp(draft: unknown): void {
  if (deniedCall) deniedCall.draft = draft
}

export const continuesAfterSignIn = (): boolean => deniedCall !== undefined && continuedOperations.has(deniedCall.operation)

export function confirmIdentity(): void {
  if (!deniedCall) return
  const { claims, ...call } = deniedCall
  const { params } = call.input as { params?: unknown }
  const storedCall = notStoredOperations.has(call.operation) ? { ...call, input: { params } } : call
  const returnMark = continuesAfterSignIn() ? `#${crypto.randomUUID()}` : ''
  sessionStorage.setItem(key, JSON.stringify({ ...storedCall, at: Date.now(), ...(returnMark && { returnMark }) }))
  const returnTo = location.pathname + location.search + returnMark
  location.assign(`/auth/login?${new URLSearchParams({ claims: btoa(claims), returnTo })}`)
}

/** Returns the stored call if the same person made it less than 15 minutes ago. The stored text is removed when it is read. */
export function pendingStepUpCall(person: string): PendingStepUpCall | undefined {
  if (restoredCall === undefined) {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    restoredCall = text === null ? null : (JSON.parse(text) as PendingStepUpCall)
    isReturn = restoredCall?.returnMark !== undefined && restoredCall.returnMark === location.hash
    if (isReturn) history.replaceState(history.state, '', location.pathname + location.search)
  }
  return restoredCall && restoredCall.person === person && Date.now() - restoredCall.at < retentionMs ? restoredCall : undefined
}

export function takeReturn(): boolean {
  const wasReturn = isReturn
  isReturn = false
  return wasReturn
}

export function discardStepUpCall(): void {
  restoredCall = null
}
