import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { PolicyStatus } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { type PersonRef, person } from '../../../people/queries.ts'
import type { ReplayChangeKind } from './compare.ts'
import { replayCan } from './policy.ts'
import type { PolicyReplayResponse } from './schemas.ts'
import { readFlows, readWaits } from './storedReplay.ts'

interface VersionKey {
  id: string
  version: number
}
const maxRecipients = 10

/** @throws notFound */
export async function requireVersion(db: Db, { id, version }: VersionKey): Promise<{ status: PolicyStatus }> {
  const row = await db
    .selectFrom('approval_policies')
    .select('status')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) throw new Failure('notFound', 'This version of the policy doesn’t exist.')
  return row
}

/** @throws notFound */
export async function loadReplay(db: Db, actor: Person, key: VersionKey): Promise<PolicyReplayResponse> {
  const can = replayCan(actor, await requireVersion(db, key))
  const row = await db
    .selectFrom('policy_replays as r')
    .innerJoin('approval_policies as p', (join) => join.onRef('p.id', '=', 'r.policy_id').onRef('p.version', '=', 'r.policy_version'))
    .selectAll('r')
    .select([
      sql<boolean>`r.rules <> jsonb_build_object('reject', p.reject, 'approve', p.approve, 'stages', p.stages)`.as('stale'),
      person(sql`r.started_by`).as('starter'),
      sql<Date | null>`case when r.unrecorded > 0 then (select min(a.opened_at) from approvals a where a.subject_kind = r.subject_kind and a.opened_at >
        (select u.opened_at from approvals u where u.subject_kind = r.subject_kind and u.opened_at < r.until_at and u.facts = '{}'
          order by u.opened_at desc limit 1)) end`.as('recorded_since'),
    ])
    .where('r.policy_id', '=', key.id)
    .where('r.policy_version', '=', key.version)
    .executeTakeFirst()
  if (!row) return { replay: null, can }
  const { flows, changed } = readFlows(row.flows)
  return {
    replay: {
      days: row.days,
      from: row.from_at.toISOString(),
      until: row.until_at.toISOString(),
      status: row.status,
      checked: row.checked,
      total: row.total,
      unrecorded: row.unrecorded,
      recordedSince: row.recorded_since?.toISOString() ?? null,
      changed,
      stale: row.stale,
      startedBy: row.starter,
      startedAt: row.started_at.toISOString(),
      finishedAt: row.finished_at?.toISOString() ?? null,
      flows: flows.sort((a, b) => b.count - a.count),
      waits: readWaits(row.waits),
      notifications: await loadNotifications(db, row.id),
    },
    can,
  }
}

async function loadNotifications(db: Db, replayId: string) {
  const { rows } = await sql<{
    before: number
    after: number
    people: number
    topRecipients: { person: PersonRef; before: number; after: number }[]
  }>`
    select coalesce(sum(notifications_before), 0)::int as before, coalesce(sum(notifications_after), 0)::int as after, count(*) as people,
      coalesce((select json_agg(json_build_object('person', ${person(sql`m.person_id`)}, 'before', m.notifications_before, 'after', m.notifications_after)
          order by greatest(m.notifications_before, m.notifications_after) desc, m.person_id)
        from (select * from policy_replay_people where replay_id = ${replayId}
          order by greatest(notifications_before, notifications_after) desc, person_id limit ${maxRecipients}) m), '[]'::json) as "topRecipients"
    from policy_replay_people where replay_id = ${replayId}`.execute(db)
  return rows[0]!
}

export function inReplay({ id, version }: VersionKey): RawBuilder<boolean> {
  return sql<boolean>`c.replay_id = (select r.id from policy_replays r where r.policy_id = ${id} and r.policy_version = ${version})`
}

export const changeKind = sql<ReplayChangeKind>`case when c.simulated ? 'onlyReminders' then 'differentReminders' else c.change end`
