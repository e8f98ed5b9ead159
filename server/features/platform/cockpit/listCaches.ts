import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { Can, NullableTimestamp } from '../../../people/schemas.ts'
import { caches } from './caches.ts'
import { cockpitCan } from './policy.ts'

interface CacheAges {
  count: number
  oldest: Date | null
  newest: Date | null
}

export const listCaches = operation({
  id: 'listCaches',
  method: 'GET',
  path: '/cockpit/caches',
  tag: 'cockpit',
  summary: 'List caches of external data, with their age',
  description: 'Excludes Azure data of single accounts, which each replica caches for one minute.',
  access: 'adminOrAuditor',
  responses: {
    200: Type.Object({
      caches: Type.Array(
        Type.Object({
          name: Type.String(),
          title: Type.String(),
          contents: Type.String(),
          count: Type.Integer(),
          oldest: NullableTimestamp,
          newest: NullableTimestamp,
          stale: Type.Boolean({ description: 'True if the newest entry is older than the refresh interval allows.' }),
          refreshable: Type.Boolean(),
          problem: Type.Unsafe<string | null>({
            type: ['string', 'null'],
            description: 'Reason why the last refresh failed; null if it succeeded.',
          }),
        }),
      ),
      can: Can,
    }),
  },
  async handler({ db, actor, now }) {
    const entries = Object.entries(caches)
    const ages = await Promise.all(entries.map(async ([, { ages }]) => (await sql<CacheAges>`${ages}`.execute(db)).rows[0]))
    const problems = await Promise.all(
      entries.map(async ([, { problem }]) => problem && (await sql<{ problem: string }>`${problem}`.execute(db)).rows[0]?.problem),
    )
    return {
      caches: entries.map(([name, { title, contents, oldAfterHours, refresh }], index) => {
        const { count = 0, oldest = null, newest = null } = ages[index] ?? {}
        return {
          name,
          title,
          contents,
          count,
          oldest: oldest?.toISOString() ?? null,
          newest: newest?.toISOString() ?? null,
          stale: newest !== null && now().getTime() - newest.getTime() > oldAfterHours * 3_600_000,
          refreshable: refresh !== undefined,
          problem: problems[index] ?? null,
        }
      }),
      can: cockpitCan(actor),
    }
  },
})
