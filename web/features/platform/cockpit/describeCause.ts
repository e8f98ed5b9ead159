import { count } from '../../../shared/waits.ts'
import { describeCode } from './describeCode.ts'
import type { Cause } from './types.ts'

/** Formats a cause: `2 runs waiting for Azure (403)`, or `2 runs failed at Azure (403)` if none is retried automatically. */
export function describeCause({ code, ...runs }: Pick<Cause, 'service' | 'code' | 'count' | 'failed'>): string {
  return `${describeRuns(runs)} (${describeCode(code)})`
}

export function describeRuns({ service, count: number, failed }: Pick<Cause, 'service' | 'count' | 'failed'>): string {
  const runs = count(number, 'run')
  const failedPart = failed === 0 || failed === number ? '' : `, ${failed} failed`
  const state = failed === number ? (service ? `failed at ${service}` : 'failed') : service ? `waiting for ${service}` : 'failing'
  return `${runs} ${state}${failedPart}`
}
