import { type RawBuilder, sql } from 'kysely'
import { decidedBy, isSeatHolder } from '../../../approvals/openSeats.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { sandboxRequestKind } from './submit.ts'

/**
 * Selects the requests (alias `r`) that lists show to the actor: their own requests, requests for their sandboxes, and requests that they
 * can decide or decided. Administrators and auditors see all requests. The IDs are read once and shared by the page and its total.
 */
export async function visibleRequests(db: Db, actor: Person, now: Date): Promise<RawBuilder<boolean>> {
  if (actor.admin || actor.auditor) return sql<boolean>`true`
  const { rows } = await sql<{ ids: string[] }>`select array(
    select a.subject_id from approvals a where a.subject_kind = ${sandboxRequestKind} and ${isSeatHolder(actor, now)}
    union
    select a.subject_id from ${decidedBy(actor.id)} d join approvals a on a.id = d.approval_id and a.subject_kind = ${sandboxRequestKind}
    union
    select q.id from sandbox_owners o join sandbox_requests q on q.sandbox_id = o.sandbox_id where o.person_id = ${actor.id}) as ids`.execute(
    db,
  )
  return sql<boolean>`(r.requester_id = ${actor.id} or r.id = any (${rows[0]!.ids}::uuid[]))`
}
