import { isKeyOf } from '../../../shared/isKeyOf.ts'
import { count } from '../../../shared/waits.ts'
import type { Cause } from './types.ts'

/** Frequent codes of Slipway and of services. Other codes are described by their status or not at all. */
export const causeLabels = {
  AllocationFailed: 'no capacity',
  AuthorizationFailed: 'permission missing',
  Forbidden: 'access denied',
  QuotaExceeded: 'quota exceeded',
  RequestDisallowedByPolicy: 'not allowed by a policy',
  ResourceGroupDeletionBlocked: 'deletion blocked',
  SecretNotFound: 'secret not found',
  TooManyRequests: 'too many requests',
  answerTooLarge: 'response too large',
  connectionLost: 'connection lost',
  database: 'change rejected by the database',
  htmlAnswer: 'unreadable response',
  incompleteAnswer: 'incomplete response',
  locked: 'blocked by locks',
  missingPermission: 'permission missing',
  notYetVisible: 'change not visible yet',
  signInFailed: 'sign-in failed',
  stillInProgress: 'still in progress',
  subscriptionFailed: 'subscription not created',
  timeout: 'timed out',
  tookTooLong: 'took too long',
  undelivered: 'not delivered',
  unexpected: 'unexpected error',
  unexpectedAnswer: 'unexpected response',
  unreachable: 'not reachable',
  unreadableAnswer: 'unreadable response',
  http400: 'request rejected',
  http401: 'sign-in rejected',
  http403: 'access denied',
  http404: 'not found',
  http409: 'conflict',
  http429: 'too many requests',
} as const

export const otherCauseLabels = { service: 'service error', other: 'other error' } as const

export const runStateLabels = {
  failing: 'failing',
  failed: 'failed',
  waitingFor: (service: string) => `waiting for ${service}`,
  failedAt: (service: string) => `failed at ${service}`,
  someFailed: (failed: number) => `${failed} failed`,
} as const

/** Whole names, because `ServicePrincipalNotFound` is no error of the service. */
const serviceErrors = /^(http5\d\d|Internal(Server)?Error|Server(Busy|Error|Timeout)|Service(Busy|Error|Timeout|Unavailable))$/

function plainCause(code: string): string {
  const name = code.split(' ')[0]!
  if (isKeyOf(causeLabels, name)) return causeLabels[name]
  return serviceErrors.test(name) ? otherCauseLabels.service : otherCauseLabels.other
}

/** Formats a cause: `2 runs waiting for Azure: access denied`, or `2 runs failed at Azure: …` if none is retried automatically. */
export function describeCause({ code, ...runs }: Pick<Cause, 'service' | 'code' | 'count' | 'failed'>): string {
  return `${describeRuns(runs)}: ${plainCause(code)}`
}

export function describeRuns({ service, count: number, failed }: Pick<Cause, 'service' | 'count' | 'failed'>): string {
  const runs = count(number, 'run')
  const { failing, failed: allFailed, waitingFor, failedAt, someFailed } = runStateLabels
  if (failed === number) return `${runs} ${service ? failedAt(service) : allFailed}`
  return `${runs} ${service ? waitingFor(service) : failing}${failed === 0 ? '' : `, ${someFailed(failed)}`}`
}
