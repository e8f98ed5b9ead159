import type { Context } from '../../context.ts'
import type { RunnerContext } from '../../workflows/claim.ts'

export type DeliveryContext = Context & Pick<RunnerContext, 'databaseUrl' | 'log'>

const second = 1_000
const day = 86_400 * second

/** How long a message is retried, and how long a failing channel stays enabled. */
export const maxRetryMs = 5 * day
export const cacheMs = 90 * day

/**
 * Five seconds after the first failure, then four times longer each time, up to a day. Half of it is random, so that retries spread out.
 */
export function backOffMs(failures: number, random: () => number = Math.random): number {
  const full = Math.min(day, 5 * second * 4 ** Math.min(failures - 1, 10))
  return Math.round(full / 2 + (random() * full) / 2)
}
