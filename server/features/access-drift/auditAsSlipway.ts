import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../../db/database.ts'

interface Deed {
  operation: string
  subject: { kind: string; id: string }
  after: unknown
  reason: string
  now: Date
}

/** The clock has no session: its doings stand in the audit trail under Slipway's own name. */
export async function auditAsSlipway(db: Db, { operation, subject, after, reason, now }: Deed): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({
      id: randomUUIDv7(),
      at: now,
      actor_id: null,
      actor_name: 'Slipway',
      credential: 'none',
      operation,
      subject_kind: subject.kind,
      subject_id: subject.id,
      before: null,
      after: JSON.stringify(after),
      outcome: 'allowed',
      reason,
      request_id: 'clock',
    })
    .execute()
}
