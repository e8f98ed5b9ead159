import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

/**
 * An audit event in the form that the chain hashes. Every value is text, so that hashes don't depend on the formatting of numbers or times.
 */
export interface AuditRecord {
  id: string
  /** UTC with microseconds. */
  at: string
  operation: string
  outcome: string
  requestId: string
  subjectKind: string | null
  actorId: string | null
  actorName: string
  credential: string
  subjectId: string | null
  before: string | null
  after: string | null
  reason: string | null
  /** Null if the part has been erased. The same is true for the other two salts. */
  whoSalt: string | null
  subjectSalt: string | null
  whatSalt: string | null
}

export interface PartHashes {
  who: string
  subject: string
  what: string
}
export const auditParts = ['who', 'subject', 'what'] as const
export type AuditPartName = (typeof auditParts)[number]

export const chainStart = '0'.repeat(64)
const form = 'slipway-audit-1'

export const sha256 = (text: string): string => hash('sha256', text, 'hex')

function contentOf(record: AuditRecord, partName: AuditPartName): (string | null)[] {
  if (partName === 'who') return [record.actorId, record.actorName, record.credential]
  if (partName === 'subject') return [record.subjectId]
  return [record.before, record.after, record.reason]
}
export const saltOf = (record: AuditRecord, partName: AuditPartName): string | null => record[`${partName}Salt`]

/** @returns undefined if the part has been erased */
export function partHash(record: AuditRecord, partName: AuditPartName): string | undefined {
  const salt = saltOf(record, partName)
  return salt === null ? undefined : saltedHash(partName, salt, contentOf(record, partName))
}

/** @param content the values of the part: actor ID, name and credential; subject ID; or before, after and reason */
export function saltedHash(partName: AuditPartName, salt: string, content: (string | null)[]): string {
  return sha256(JSON.stringify([form, partName, salt, ...content]))
}

/** Hashes the previous hash, the fields that can't be erased, and the hashes of the record's parts. */
export function recordHash(previous: string, seq: number, record: AuditRecord, partHashes: PartHashes): string {
  const { id, at, operation, outcome, requestId, subjectKind } = record
  const plainColumns = [id, at, operation, outcome, requestId, subjectKind]
  return sha256(`${previous}\n${JSON.stringify([form, seq, ...plainColumns, partHashes.who, partHashes.subject, partHashes.what])}`)
}

/** Needs the alias `audit_events e`. */
export const recordColumns: RawBuilder<unknown> = sql`e.id::text as id,
  to_char(e.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.operation, e.outcome, e.request_id as "requestId",
  e.subject_kind as "subjectKind", e.actor_id::text as "actorId", e.actor_name as "actorName", e.credential, e.subject_id as "subjectId",
  e.before::text as before, e.after::text as after, e.reason, e.who_salt::text as "whoSalt", e.subject_salt::text as "subjectSalt",
  e.what_salt::text as "whatSalt"`
