import { count } from '../../../shared/waits.ts'
import type { Cause } from './types.ts'

/** Frequent codes of Slipway and of services. Other codes are described by their status or not at all. */
const causes: Readonly<Record<string, string>> = {
  AllocationFailed: 'no capacity',
  AuthorizationFailed: 'permission missing',
  Forbidden: 'access denied',
  QuotaExceeded: 'quota used up',
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
  timeout: 'no response in time',
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
}

function plainCause(code: string): string {
  const known = causes[code.split(' ')[0]!]
  if (known) return known
  return /^http5|^(InternalServer|Server|Service)/.test(code) ? 'error of the service' : 'other error'
}

/** Formats a cause: `2 runs waiting for Azure: access denied`, or `2 runs failed at Azure: …` if none is retried automatically. */
export function describeCause({ code, ...runs }: Pick<Cause, 'service' | 'code' | 'count' | 'failed'>): string {
  return `${describeRuns(runs)}: ${plainCause(code)}`
}

export function describeRuns({ service, count: number, failed }: Pick<Cause, 'service' | 'count' | 'failed'>): string {
  const runs = count(number, 'run')
  const failedPart = failed === 0 || failed === number ? '' : `, ${failed} failed`
  const state = failed === number ? (service ? `failed at ${service}` : 'failed') : service ? `waiting for ${service}` : 'failing'
  return `${runs} ${state}${failedPart}`
}
