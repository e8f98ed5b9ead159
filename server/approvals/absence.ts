import { type RawBuilder, sql } from 'kysely'

type TimeExpression = Date | RawBuilder<unknown>
/** Hours for which a calendar is valid after it was read. */
const calendarHours = 6

/** SQL condition: the calendar says that the person is absent, and they have no delegate. */
export function isAbsentByCalendar(personId: RawBuilder<unknown>, now: TimeExpression): RawBuilder<boolean> {
  return sql<boolean>`${personId} in (select c.person_id from calendars c where ${isAbsentInCalendar(now)}
    and not exists (select from delegations w where w.person_id = c.person_id and w.status = 'live' and (w.ends_at is null or w.ends_at > ${now})))`
}

/** SQL condition on the calendars alias `c`: the person is absent, with or without a delegate. */
export const isAbsentInCalendar = (now: TimeExpression) =>
  sql<boolean>`(c.away and c.checked_at > ${now}::timestamptz - make_interval(hours => ${calendarHours})
    and (c.starts_at is null or c.starts_at <= ${now}) and (c.ends_at is null or c.ends_at > ${now}))`
