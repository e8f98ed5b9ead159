import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/database.ts'
import { whyItRuns } from '../db/ranBy.ts'
import type { DeedName } from './deeds.ts'

/** The name under which Slipway's own deeds stand in the trail. */
export const slipwayName = 'Slipway'

export interface Deed {
  deed: DeedName
  subject: { kind: string; id: string }
  before?: unknown
  after?: unknown
  /** In plain words. */
  reason: string
  /** `failed`: it was tried and did not come about. */
  outcome?: 'allowed' | 'failed'
}

/**
 * What Slipway does by itself stands in the audit trail under its own name, with what leads back to the run, the job or the call that made it
 * do so. In the transaction of what is done: where that is not repeated, neither is this. However many there are, it is one statement.
 */
export async function auditAsSlipway(db: Db, ...done: Deed[]): Promise<void> {
  if (done.length === 0) return
  const rows = done.map(({ deed, subject, before, after, reason, outcome = 'allowed' }) => {
    return { id: uuidv7(), deed, kind: subject.kind, subject: subject.id, before, after, reason, outcome }
  })
  await sql`
    insert into audit_events (id, actor_name, credential, operation, subject_kind, subject_id, before, after, outcome, reason, request_id)
    select d.id, ${slipwayName}, 'none', d.deed, d.kind, d.subject, d.before, d.after, d.outcome, d.reason, ${whyItRuns()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as d (id uuid, deed text, kind text, subject text, before jsonb, after jsonb, reason text, outcome text)`.execute(db)
}
