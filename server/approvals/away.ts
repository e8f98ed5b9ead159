import { type RawBuilder, sql } from 'kysely'

type Moment = Date | RawBuilder<unknown>
/** What a calendar said counts for so long. */
const calendarHours = 6

/** Whether this person is away by their calendar, and has named nobody who decides in their place. */
export function awayByCalendar(personId: RawBuilder<unknown>, now: Moment): RawBuilder<boolean> {
  return sql<boolean>`${personId} in (select c.person_id from calendars c where ${calendarSaysAway(now)}
    and not exists (select from delegations w where w.person_id = c.person_id and w.status = 'live' and (w.ends_at is null or w.ends_at > ${now})))`
}

/** The same of the alias `c` of calendars, whoever decides in their place. */
export const calendarSaysAway = (now: Moment) =>
  sql<boolean>`(c.away and c.checked_at > ${now}::timestamptz - make_interval(hours => ${calendarHours})
    and (c.starts_at is null or c.starts_at <= ${now}) and (c.ends_at is null or c.ends_at > ${now}))`
