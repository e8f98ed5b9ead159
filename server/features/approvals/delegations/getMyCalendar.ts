import { Type } from 'typebox'
import { isAwayInCalendar } from '../../../approvals/away.ts'
import { operation } from '../../../http/operation.ts'
import { PersonRef, Timestamp } from '../../../people/schemas.ts'
import { suggestDelegates } from './suggestions.ts'

const NullableTime = Type.Union([Timestamp, Type.Null()])

export const getMyCalendar = operation({
  id: 'getMyCalendar',
  method: 'GET',
  path: '/me/calendar',
  tag: 'delegations',
  summary: 'Get your calendar absence and suggested delegates',
  description:
    'As last read. It sets no delegation automatically. Slipway stores only whether and when you are away, never the text of your automatic reply.',
  access: 'signedIn',
  answers: {
    200: Type.Object({
      away: Type.Boolean({ description: 'And you have no delegate.' }),
      since: NullableTime,
      until: Type.Union([Timestamp, Type.Null()], { description: 'Null until it is switched off.' }),
      checkedAt: NullableTime,
      suggestions: Type.Array(Type.Object({ person: PersonRef, why: Type.String() }), { description: 'At most three, best match first.' }),
    }),
  },
  async handler({ db, actor, now }) {
    const at = now()
    const found = await db
      .selectFrom('calendars as c')
      .selectAll('c')
      .where('c.person_id', '=', actor.id)
      .where(isAwayInCalendar(at))
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('delegations as d')
              .select('d.id')
              .where('d.person_id', '=', actor.id)
              .where('d.status', '=', 'live')
              .where((live) => live.or([live('d.ends_at', 'is', null), live('d.ends_at', '>', at)])),
          ),
        ),
      )
      .executeTakeFirst()
    if (!found) return { away: false, since: null, until: null, checkedAt: null, suggestions: [] }
    return {
      away: true,
      since: found.starts_at?.toISOString() ?? null,
      until: found.ends_at?.toISOString() ?? null,
      checkedAt: found.checked_at?.toISOString() ?? null,
      suggestions: await suggestDelegates(db, actor.id, found.ends_at, at),
    }
  },
})
