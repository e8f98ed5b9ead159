import { v7 as uuidv7 } from 'uuid'
import { type Actor, actorName } from '../auth/actor.ts'
import type { Db } from '../db/database.ts'

export interface AuditRecord {
  actor: Actor
  operation: string
  requestId: string
  outcome: 'allowed' | 'denied' | 'failed'
  reason?: string
  subject?: { kind: string; id: string }
  before?: unknown
  after?: unknown
}

export async function writeAudit(db: Db, record: AuditRecord): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({
      id: uuidv7(),
      actor_id: record.actor.kind === 'person' ? record.actor.id : null,
      actor_name: actorName(record.actor),
      credential: record.actor.kind === 'anonymous' ? 'none' : record.actor.credential,
      operation: record.operation,
      subject_kind: record.subject?.kind ?? null,
      subject_id: record.subject?.id ?? null,
      before: record.before === undefined ? null : JSON.stringify(record.before),
      after: record.after === undefined ? null : JSON.stringify(record.after),
      outcome: record.outcome,
      reason: record.reason ?? null,
      request_id: record.requestId,
    })
    .execute()
}
