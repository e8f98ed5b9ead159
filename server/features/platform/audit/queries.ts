import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { outcomeColumn } from '../../../audit/outcome.ts'
import type { Db } from '../../../db/database.ts'
import { sortByIds } from '../../../http/list.ts'
import { type AuditEvent, recordedVotes } from './schemas.ts'
import { subjectNames } from './subjects.ts'

export type PresentedEvent = Static<typeof AuditEvent>

interface EventRow {
  id: string
  at: Date
  operation: string
  outcome: PresentedEvent['outcome']
  actorId: string | null
  actorName: string
  credential: string
  subjectKind: string | null
  subjectId: string | null
  vote: PresentedEvent['vote']
  reason: string | null
  requestId: string
  seq: number | null
  erased: PresentedEvent['erased']
}

const eventColumns: RawBuilder<unknown> = sql`e.id, e.at, e.operation, ${outcomeColumn} as outcome, e.actor_id as "actorId", e.actor_name as "actorName",
  e.credential, e.subject_kind as "subjectKind", e.subject_id as "subjectId",
  case when e.after ->> 'decision' in (${sql.join([...recordedVotes])}) then e.after ->> 'decision' end as vote, e.reason, e.request_id as "requestId",
  (select seq from audit_chain c where c.event_id = e.id) as seq,
  array(select distinct x.part from audit_erasures x where x.event_id = e.id order by x.part desc) as erased`

export async function loadEvents(db: Db, ids: string[]): Promise<PresentedEvent[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<EventRow>`select ${eventColumns} from audit_events e where e.id = any (${ids}::uuid[])`.execute(db)
  return presentEvents(db, sortByIds(ids, rows))
}

async function presentEvents(db: Db, rows: EventRow[]): Promise<PresentedEvent[]> {
  const subjects = rows.flatMap(({ subjectKind, subjectId }) => (subjectKind === null ? [] : [{ kind: subjectKind, id: subjectId }]))
  const names = await subjectNames(db, subjects)
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    operation: row.operation,
    outcome: row.outcome,
    actor: { id: row.actorId, displayName: row.actorName, credential: row.credential },
    subject:
      row.subjectKind === null
        ? null
        : { kind: row.subjectKind, id: row.subjectId, name: names.get(`${row.subjectKind} ${row.subjectId}`) ?? null },
    vote: row.vote,
    reason: row.reason,
    requestId: row.requestId,
    seq: row.seq,
    erased: row.erased,
  }))
}
