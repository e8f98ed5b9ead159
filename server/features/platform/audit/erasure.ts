import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AuditKey } from '../../../audit/auditKey.ts'
import { saltedHash } from '../../../audit/record.ts'
import { type Erasure, erasureDigest, signErasure } from '../../../audit/verifyErasures.ts'
import type { Db } from '../../../db/database.ts'

/** An erasure reads the whole trail, which needs a long timeout. Erasures happen only a few times a year. */
const statementTimeout = '50s'
const setStatementTimeout = (db: Db) => sql`select set_config('statement_timeout', ${statementTimeout}, true)`.execute(db)

export async function findPerson(db: Db, id: string): Promise<{ id: string; displayName: string | null }> {
  const row = await db.selectFrom('people').select('display_name').where('id', '=', id).executeTakeFirst()
  return { id, displayName: row?.display_name ?? null }
}

interface ErasureCounts {
  who: number
  subject: number
  what: number
  byName: number
  unchained: number
}

export async function countErasure(db: Db, personId: string): Promise<ErasureCounts & { actors: string[]; nameActors: string[] }> {
  await setStatementTimeout(db)
  const { rows } = await sql<ErasureCounts & { actors: string[]; nameActors: string[] }>`
    select count(*) filter (where who and chained) as who, count(*) filter (where subject and chained and not name_only) as subject,
      count(*) filter (where what and chained and not name_only) as what, count(*) filter (where name_only and chained) as "byName",
      count(*) filter (where not chained and not name_only) as "unchained",
      coalesce(array_agg(distinct acted_by) filter (where acted_by <> ${personId} and not name_only), '{}') as actors,
      coalesce(array_agg(distinct acted_by) filter (where acted_by <> ${personId} and name_only), '{}') as "nameActors"
    from audit_erasure_plan(${personId}::uuid)`.execute(db)
  return rows[0]!
}

interface ErasurePlan {
  eventId: string
  who: boolean
  subject: boolean
  what: boolean
  subjectId: string | null
  before: string | null
  after: string | null
  reason: string | null
}

interface ConfirmedErasure {
  id: string
  personId: string
  byName: boolean
  requestId: string
  key: AuditKey
}

/**
 * Replaces everything that identifies a person in all chained events. The database computes the new content. This function salts, hashes
 * and signs it, so that the trail can still be verified.
 * @returns the number of altered parts by kind, and the signed erasure
 */
export async function eraseEvents(db: Db, { id, personId, byName, requestId, key }: ConfirmedErasure) {
  await setStatementTimeout(db)
  const { rows } = await sql<ErasurePlan>`
    select event_id::text as "eventId", who, subject, what, subject_id as "subjectId", before, after, reason
    from audit_erasure_plan(${personId}::uuid) where chained and (${byName} or not name_only)`.execute(db)
  const erasedParts = rows.flatMap((row) => [
    ...(row.who ? [hashedPart(row.eventId, 'who', [null, 'erased', 'erased'])] : []),
    ...(row.subject ? [hashedPart(row.eventId, 'subject', [row.subjectId])] : []),
    ...(row.what ? [hashedPart(row.eventId, 'what', [row.before, row.after, row.reason])] : []),
  ])
  await sql`select erase_audit_person(${id}::uuid, ${JSON.stringify(erasedParts)}::jsonb)`.execute(db)
  const count = (part: Erasure['part']) => erasedParts.filter((each) => each.part === part).length
  const order = signErasure(key, id, erasureDigest(erasedParts), requestId)
  return { counts: { who: count('who'), subject: count('subject'), what: count('what') }, order }
}

function hashedPart(eventId: string, part: Erasure['part'], content: (string | null)[]) {
  const salt = randomUUID()
  return { eventId, part, salt, hash: saltedHash(part, salt, content) }
}
