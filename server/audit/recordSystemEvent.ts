import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/database.ts'
import { currentCause } from '../db/executionContext.ts'
import type { SystemActionName } from './systemActions.ts'

export const slipwayName = 'Slipway'

export interface SystemAction {
  action: SystemActionName
  subject: { kind: string; id: string }
  before?: unknown
  after?: unknown
  /** This reason is shown to people. */
  reason: string
  outcome?: 'allowed' | 'failed'
}

/**
 * Records system actions, with a reference to the run, job or call that caused them. Call it in the transaction of the change, so that a
 * retry can't repeat the change or the event. All events are written in one statement.
 */
export async function recordSystemEvent(db: Db, ...systemActions: SystemAction[]): Promise<void> {
  if (systemActions.length === 0) return
  const rows = systemActions.map(({ action, subject, before, after, reason, outcome = 'allowed' }) => {
    return { id: uuidv7(), action, kind: subject.kind, subject: subject.id, before, after, reason, outcome }
  })
  await sql`
    insert into audit_events (id, actor_name, credential, operation, subject_kind, subject_id, before, after, outcome, reason, request_id)
    select d.id, ${slipwayName}, 'none', d.action, d.kind, d.subject, d.before, d.after, d.outcome, d.reason, ${currentCause()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as d (id uuid, action text, kind text, subject text, before jsonb, after jsonb, reason text, outcome text)`.execute(db)
}
