import { type RawBuilder, sql } from 'kysely'
import { hasOutcome, type Outcome } from '../../../audit/outcome.ts'

interface Series {
  /** The table and a condition. */
  from: RawBuilder<unknown>
  at: RawBuilder<Date>
}

const rows = (table: string, column: string, condition: RawBuilder<unknown> = sql`true`): Series => ({
  from: sql`${sql.table(table)} where ${condition}`,
  at: sql.ref<Date>(column),
})

const events = (outcome: Outcome): Series => ({
  from: sql`audit_events e where ${hasOutcome([outcome])}`,
  at: sql.ref<Date>('at'),
})

/** The rows that each trend counts, in the order in which a page shows them. */
export const trends = {
  approvals: {
    automatic: rows('approvals', 'closed_at', sql`status = 'approved' and automatic is not null`),
    approved: rows('approvals', 'closed_at', sql`status = 'approved' and automatic is null`),
    rejected: rows('approvals', 'closed_at', sql`status = 'rejected'`),
  },
  audit: {
    denied: events('denied'),
    failed: events('failed'),
  },
  deliveries: {
    sent: rows('deliveries', 'created_at', sql`status = 'sent'`),
    givenUp: rows('deliveries', 'created_at', sql`status = 'givenUp'`),
  },
  drift: {
    found: rows('access_differences', 'first_seen_at'),
    resolved: rows('access_differences', 'resolved_at', sql`status <> 'open'`),
  },
  emergency: { started: rows('emergency_accesses', 'created_at') },
  feedback: {
    good: rows('feedback', 'created_at', sql`rating >= 4`),
    other: rows('feedback', 'created_at', sql`rating < 4`),
  },
  runs: {
    completed: rows('work_runs', 'ended_at', sql`status = 'succeeded'`),
    cancelled: rows('work_runs', 'ended_at', sql`status = 'cancelled'`),
  },
  sandboxes: {
    created: rows('sandboxes', 'created_at'),
    deleted: rows('sandboxes', 'deleted_at', sql`deleted_at is not null`),
    budgetUsedUp: rows('sandboxes', 'limit_reached_at', sql`limit_reached_at is not null`),
  },
  signIns: {
    signedIn: rows('audit_events', 'at', sql`operation = 'signIn' and outcome = 'allowed'`),
    denied: rows('audit_events', 'at', sql`operation = 'signIn' and outcome = 'denied'`),
  },
} as const satisfies Record<string, Record<string, Series>>

export type TrendName = keyof typeof trends
export const trendNames = Object.keys(trends) as TrendName[]
