import { type RawBuilder, sql } from 'kysely'

/**
 * Outcomes of audit events as readers see them. The trail stores three outcomes. An event that only asked for a second factor is stored as
 * `denied`, and one with invalid input as `failed`. Both looked like rejections by a rule. The reason of an event starts with the code.
 */
export const outcomes = ['allowed', 'denied', 'stepUpNeeded', 'failed', 'invalidRequest'] as const
export type Outcome = (typeof outcomes)[number]

export const outcomeLabels: Record<Outcome, string> = {
  allowed: 'Done',
  denied: 'Denied',
  stepUpNeeded: 'Step-up sign-in needed',
  failed: 'Failed',
  invalidRequest: 'Invalid input',
}

const conditions: Record<Outcome, RawBuilder<boolean>> = {
  allowed: sql`e.outcome = 'allowed'`,
  denied: sql`(e.outcome = 'denied' and (e.reason like 'stepUpNeeded:%') is not true)`,
  stepUpNeeded: sql`(e.outcome = 'denied' and e.reason like 'stepUpNeeded:%')`,
  failed: sql`(e.outcome = 'failed' and (e.reason like 'invalidRequest:%') is not true)`,
  invalidRequest: sql`(e.outcome = 'failed' and e.reason like 'invalidRequest:%')`,
}

/** The outcome of `audit_events e`. After its reason was erased, an event has the stored outcome again. */
export const outcomeColumn: RawBuilder<Outcome> = sql`(case when ${conditions.stepUpNeeded} then 'stepUpNeeded'
  when ${conditions.invalidRequest} then 'invalidRequest' else e.outcome end)`

/** Condition on `audit_events e`. It compares the stored outcome as well, because only that has an index. */
export function hasOutcome(values: readonly string[]): RawBuilder<boolean> {
  const found = outcomes.filter((outcome) => values.includes(outcome))
  if (found.length === 0) return sql<boolean>`false`
  return sql<boolean>`(${sql.join(
    found.map((outcome) => conditions[outcome]),
    sql` or `,
  )})`
}
