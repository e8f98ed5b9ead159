import type { Context } from '../../context.ts'
import type { RunnerContext } from '../../workflows/claim.ts'

export type DeliveryContext = Context & Pick<RunnerContext, 'databaseUrl' | 'log'>

const secondMs = 1_000
const day = 86_400 * secondMs

/** Times for which a message is retried, and for which a failing channel stays enabled. */
export const maxRetryMs = 5 * day
export const retentionMs = 90 * day

/**
 * The delay is five seconds after the first failure and four times longer after each further failure, up to a day. Half of it is random, so
 * that retries don't coincide.
 */
export function backOffMs(failures: number, random: () => number = Math.random): number {
  const fullDelayMs = Math.min(day, 5 * secondMs * 4 ** Math.min(failures - 1, 10))
  return Math.round(fullDelayMs / 2 + (random() * fullDelayMs) / 2)
}
