import { sql } from 'kysely'
import { isAbsentInCalendar } from '../../../approvals/absence.ts'
import type { Person } from '../../../auth/actor.ts'
import { isActor } from '../../../auth/sameIdentity.ts'
import type { Db } from '../../../db/database.ts'
import { type PersonRef, person } from '../../../people/queries.ts'
import { delegationCan } from './policy.ts'
import type { AbsenceOverview } from './schemas.ts'

const max = 200

interface Row {
  person: PersonRef
  person_id: string
  id: string | null
  delegate: PersonRef | null
  delegate_id: string | null
  to_self: boolean
  status: 'scheduled' | 'live' | null
  reason: string
  creator: PersonRef | null
  since: Date | null
  until: Date | null
  waiting: number
  total: number
}

const order = sql`s.id is not null, s.status = 'scheduled', s.waiting desc, s.since nulls first, s.person_id`

/** People without a delegate come first, and among them people with the most pending decisions. */
export async function loadAbsences(db: Db, actor: Person, now: Date): Promise<{ items: AbsenceOverview[]; total: number }> {
  const { rows } = await sql<Row>`
    with listed as (
      select d.person_id, d.id, d.delegate_id, d.status, d.reason, d.created_by, d.starts_at as since, d.ends_at as until
      from delegations d where d.status <> 'ended' and (d.ends_at is null or d.ends_at > ${now})
      union all
      select c.person_id, null, null, null, '', null, c.starts_at, c.ends_at
      from calendars c join people p on p.id = c.person_id and p.active
      where ${isAbsentInCalendar(now)} and not exists (
        select from delegations d where d.person_id = c.person_id and d.status = 'live' and (d.ends_at is null or d.ends_at > ${now}))
    ), counted as (
      select l.*, w.waiting from listed l join people p on p.id = l.person_id
      cross join lateral (
        select count(*)::int as waiting from own_seats(l.person_id, p.roles, '{open}') h
        where not exists (select from approval_decisions v where v.approval_id = h.approval_id and v.stage = h.stage
          and l.person_id in (v.approver_id, v.on_behalf_of))
      ) w
    ), first as (
      select s.*, count(*) over ()::int as total from counted s order by ${order} limit ${max}
    )
    select s.*, ${person(sql`s.person_id`)} as person, ${person(sql`s.delegate_id`)} as delegate, ${person(sql`s.created_by`)} as creator,
      ${isActor(actor, sql`s.delegate_id`)} as to_self
    from first s order by ${order}`.execute(db)
  return { items: rows.map((row) => presentAbsence(actor, row)), total: rows[0]?.total ?? 0 }
}

function presentAbsence(actor: Person, row: Row): AbsenceOverview {
  const { person, person_id, id, delegate, delegate_id, to_self: toSelf, status, reason, creator, since, until, waiting } = row
  const end =
    id && delegate_id && status
      ? delegationCan(actor, { personId: person_id, delegateId: delegate_id, toSelf, status }).end
      : 'This person has no delegate.'
  return {
    person,
    since: since?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
    source: !creator ? 'calendar' : creator.id === person.id ? 'own' : 'administrator',
    delegation: id && delegate && status && creator ? { id, delegate, status, reason, createdBy: creator } : null,
    waiting,
    can: {
      end,
      nameSomebody: id
        ? 'This person already has a delegate.'
        : actor.admin
          ? true
          : 'Only administrators can set a delegation for others.',
    },
  }
}
