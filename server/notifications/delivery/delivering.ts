import type { Context } from '../../context.ts'
import type { RunnerContext } from '../../workflows/claim.ts'

/** What delivering needs. */
export type Delivering = Context & Pick<RunnerContext, 'databaseUrl' | 'log'>

const second = 1_000
const day = 86_400 * second

/** For so long a message is tried, and a channel that takes nothing is kept on. */
export const giveUpAfterMs = 5 * day
/** For so long the log is kept. */
export const keptMs = 90 * day

/** Five seconds after the first failure, four times as long after each further one up to a day; the half of it random, so that callers spread out. */
export function backOffMs(failures: number, random: () => number = Math.random): number {
  const full = Math.min(day, 5 * second * 4 ** Math.min(failures - 1, 10))
  return Math.round(full / 2 + (random() * full) / 2)
}
