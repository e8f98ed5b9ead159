import { type RawBuilder, sql } from 'kysely'
import { type Erasure, erasureDigest } from '../../audit/verifyErasures.ts'
import { erasing } from '../../audit/verifyTrail.ts'
import type { Db } from '../../db/database.ts'
import type { AuditPart } from '../../db/tables.ts'
import { likePattern } from '../../http/filter.ts'

/** A person as the trail may know them. */
export interface Traces {
  id: string
  displayName: string | null
  email: string | null
}

/** Content is looked through row by row: longer than a request usually may, for something that is done a few times a year. */
const patience = '50s'

/** The person, or an id that is no longer of anybody. */
export async function tracesOf(db: Db, id: string): Promise<Traces> {
  const row = await db.selectFrom('people').select(['display_name', 'email']).where('id', '=', id).executeTakeFirst()
  return { id, displayName: row?.display_name ?? null, email: row?.email ?? null }
}

const content = sql`concat_ws(' ', lower(e.before::text), lower(e.after::text), lower(e.reason))`
const holds = (text: string) => sql<boolean>`${content} like ${`%${likePattern(text.toLowerCase().replaceAll('*', ' '))}%`}`

function namesThem({ id, email }: Traces): RawBuilder<boolean> {
  return email ? sql<boolean>`(${holds(id)} or ${holds(email)})` : holds(id)
}

/** What may be erased of an event: orders of erasure never are, and an event only once it has its place in the chain. */
const erasable = sql<boolean>`e.operation <> ${erasing} and exists (select from audit_chain c where c.event_id = e.id)`

export async function countTraces(db: Db, traces: Traces) {
  await sql`select set_config('statement_timeout', ${patience}, true)`.execute(db)
  const { id, displayName } = traces
  const own = sql`(e.actor_id = ${id} and e.who_salt is not null)`
  const about = sql`(e.subject_id = ${id} and e.subject_salt is not null)`
  const { rows } = await sql<{ who: number; subject: number; what: number; byName: number; notYet: number }>`
    select count(*) filter (where ${own} and chained) as who, count(*) filter (where ${about} and chained) as subject,
      count(*) filter (where named and chained) as what, count(*) filter (where by_name and not named and chained) as "byName",
      count(*) filter (where (${own} or ${about} or named) and not chained) as "notYet"
    from (
      select e.*, e.what_salt is not null and ${namesThem(traces)} as named,
        e.what_salt is not null and ${displayName ? holds(displayName) : sql`false`} as by_name,
        exists (select from audit_chain c where c.event_id = e.id) as chained
      from audit_events e where e.operation <> ${erasing} and (e.actor_id = ${id} or e.subject_id = ${id} or ${namesThem(traces)}
        or ${displayName ? holds(displayName) : sql`false`})) e`.execute(db)
  return rows[0]!
}

/**
 * Takes a person's traces out of the trail: who, where they did it; about whom, where it was about them; and the content that names them.
 * @returns how many of each, and the digest that the order commits to
 */
export async function eraseTraces(db: Db, traces: Traces, { requestId, alsoByName }: { requestId: string; alsoByName: boolean }) {
  await sql`select set_config('statement_timeout', ${patience}, true)`.execute(db)
  const { id, displayName } = traces
  const named = alsoByName && displayName ? sql`(${namesThem(traces)} or ${holds(displayName)})` : namesThem(traces)
  const { rows } = await sql<Pick<Erasure, 'eventId' | 'part'>>`
    insert into audit_erasures (event_id, part, request_id)
    select e.id, 'who', ${requestId} from audit_events e where e.actor_id = ${id} and e.who_salt is not null and ${erasable}
    union all
    select e.id, 'subject', ${requestId} from audit_events e where e.subject_id = ${id} and e.subject_salt is not null and ${erasable}
    union all
    select e.id, 'what', ${requestId} from audit_events e where e.what_salt is not null and ${named} and ${erasable}
    returning event_id::text as "eventId", part`.execute(db)
  const of = (part: AuditPart) => sql`(select event_id from audit_erasures where request_id = ${requestId} and part = ${part})`
  await sql`update audit_events set actor_id = null, actor_name = 'erased', credential = 'erased', who_salt = null
    where id in ${of('who')}`.execute(db)
  await sql`update audit_events set subject_id = null, subject_salt = null where id in ${of('subject')}`.execute(db)
  await sql`update audit_events set before = null, after = null, reason = null, what_salt = null where id in ${of('what')}`.execute(db)
  const count = (part: AuditPart) => rows.filter((row) => row.part === part).length
  return { who: count('who'), subject: count('subject'), what: count('what'), digest: erasureDigest(rows) }
}
