import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { trendNames, trends } from './series.ts'

const weekCount = 12
const weekMs = 7 * 86_400_000

export const getTrend = operation({
  id: 'getTrend',
  method: 'GET',
  path: '/trends/{name}',
  tag: 'cockpit',
  summary: 'Count events of the last 12 weeks, by week',
  description: 'Weeks start on Monday at 00:00 UTC. The last week has not ended.',
  access: 'adminOrAuditor',
  canLag: true,
  params: Type.Object({ name: Type.Enum(trendNames) }, { additionalProperties: false }),
  responses: {
    200: Type.Object({
      weeks: Type.Array(Type.String({ format: 'date', description: 'First day of the week.' })),
      series: Type.Array(Type.Object({ key: Type.String(), counts: Type.Array(Type.Integer(), { description: 'One number per week.' }) })),
    }),
  },
  async handler({ db, params, now }) {
    const start = firstMonday(now())
    const series = Object.entries(trends[params.name])
    const counts = series.map(
      ([
        key,
        { from, at },
      ]) => sql`select ${key}::text as key, floor(extract(epoch from ${at} - ${start}::timestamptz) * 1000 / ${weekMs})::int as week,
        count(*)::int as count from ${from} and ${at} >= ${start} group by week`,
    )
    const { rows } = await sql<{ key: string; week: number; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
    return {
      weeks: Array.from({ length: weekCount }, (_, week) => new Date(start.getTime() + week * weekMs).toISOString().slice(0, 10)),
      series: series.map(([key]) => ({
        key,
        counts: Array.from({ length: weekCount }, (_, week) => rows.find((row) => row.key === key && row.week === week)?.count ?? 0),
      })),
    }
  },
})

function firstMonday(now: Date): Date {
  const day = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const sinceMonday = (now.getUTCDay() + 6) % 7
  return new Date(day - sinceMonday * 86_400_000 - (weekCount - 1) * weekMs)
}
