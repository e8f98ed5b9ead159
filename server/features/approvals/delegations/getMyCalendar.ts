import { Type } from 'typebox'
import { isAbsentInCalendar } from '../../../approvals/absence.ts'
import { operation } from '../../../http/operation.ts'
import { NullableTimestamp, PersonRef, Timestamp } from '../../../people/schemas.ts'
import { suggestDelegates } from './suggestions.ts'

export const getMyCalendar = operation({
  id: 'getMyCalendar',
  method: 'GET',
  path: '/me/calendar',
  tag: 'delegations',
  summary: 'Get your calendar absence and suggested delegates',
  description:
    'Returns the calendar as last read; no delegation is set automatically. Slipway stores only when you are away, never the text of your automatic reply.',
  access: 'signedIn',
  responses: {
    200: Type.Object({
      away: Type.Boolean({ description: 'True if you are away and have no delegate.' }),
      since: NullableTimestamp,
      until: Type.Union([Timestamp, Type.Null()], {
        description: 'End of the absence; null if it lasts until your automatic reply is switched off.',
      }),
      checkedAt: NullableTimestamp,
      suggestions: Type.Array(Type.Object({ person: PersonRef, reason: Type.String() }), {
        description: 'Suggested delegates, at most three, best match first.',
      }),
    }),
  },
  async handler({ db, actor, now }) {
    const at = now()
    const calendar = await db
      .selectFrom('calendars as c')
      .selectAll('c')
      .where('c.person_id', '=', actor.id)
      .where(isAbsentInCalendar(at))
      .where((expression) =>
        expression.not(
          expression.exists(
            expression
              .selectFrom('delegations as d')
              .select('d.id')
              .where('d.person_id', '=', actor.id)
              .where('d.status', '=', 'live')
              .where((endsExpression) =>
                endsExpression.or([endsExpression('d.ends_at', 'is', null), endsExpression('d.ends_at', '>', at)]),
              ),
          ),
        ),
      )
      .executeTakeFirst()
    if (!calendar) return { away: false, since: null, until: null, checkedAt: null, suggestions: [] }
    return {
      away: true,
      since: calendar.starts_at?.toISOString() ?? null,
      until: calendar.ends_at?.toISOString() ?? null,
      checkedAt: calendar.checked_at?.toISOString() ?? null,
      suggestions: await suggestDelegates(db, actor.id, calendar.ends_at, at),
    }
  },
})
