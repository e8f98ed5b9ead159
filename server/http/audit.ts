import { v7 as uuidv7 } from 'uuid'
import { type Actor, actorName } from '../auth/actor.ts'
import type { Db } from '../db/database.ts'
import { isUnavailable } from '../db/unavailable.ts'
import type { ErrorCode } from '../errors.ts'

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

interface FailureText {
  code: ErrorCode
  message: string
}

/** The reason of an event about a rejected call or item; readers find the code at its start. */
export const reasonOf = ({ code, message }: FailureText) => `${code}: ${message}`.replaceAll('\0', '').slice(0, 500)

/**
 * Records the failure of one item of a call that saves its items separately. If the database goes away, the event is missing, but the call
 * can still report the items that are saved. An item with an unknown outcome gets no event, because it might already have one.
 * @returns false if the event is missing
 */
export async function writeItemFailure(db: Db, failure: FailureText, record: Omit<AuditRecord, 'reason'>): Promise<boolean> {
  if (failure.code === 'outcomeUnknown') return true
  try {
    await writeAudit(db, { ...record, reason: reasonOf(failure) })
    return true
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return false
  }
}
