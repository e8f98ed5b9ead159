import { sql } from 'kysely'
import type { Person } from '../../../../auth/actor.ts'
import type { Db } from '../../../../db/database.ts'
import type { ListDefinition, PageRowReader } from '../../../../http/list.ts'
import { person } from '../../../../people/queries.ts'
import { pausedAfterRestore } from '../../../../workflows/restorePause.ts'
import { presentStuckItem, type StuckRow } from './present.ts'
import { stuckWork } from './rows.ts'
import { type StuckItem, stuckKinds, stuckStates } from './schemas.ts'

const defaultSort = '-waiting,since'

export const stuckList = (db: Db, now: Date): ListDefinition => ({
  from: stuckWork(db, now),
  expensive: true,
  id: sql`w.id`,
  name: sql`lower(w.name)`,
  searchText: sql`lower(coalesce(w.name, '') || ' ' || coalesce(w.reference, ''))`,
  exactIdColumns: [sql`w.run_id`],
  defaultSort,
  fields: {
    kind: { label: 'Kind', type: 'enum', column: sql`w.kind`, values: stuckKinds },
    state: { label: 'Status', type: 'enum', column: sql`w.state`, values: stuckStates },
    waiting: {
      label: 'Waiting',
      type: 'enum',
      column: sql`case when cardinality(w.people) > 0 then 'people' else 'none' end`,
      values: ['people', 'none'],
    },
    people: { label: 'Waiting people', type: 'number', column: sql`cardinality(w.people)` },
    name: { label: 'Name', type: 'text', column: sql`lower(w.name)`, lowercased: true },
    reference: { label: 'Reference', type: 'text', column: sql`w.reference` },
    since: { label: 'Stuck since', type: 'date', column: sql`w.since` },
  },
})

const pauseOfRuns = sql`(select json_build_object('by', p.display_name, 'reason', q.reason)
  from queue_pauses q join people p on p.id = q.paused_by where q.queue = 'work')`

export const readStuckWork =
  (actor: Person, now: Date): PageRowReader<StuckItem> =>
  async (db, statement) => {
    const { rows } = await sql<StuckRow & { total: number | null; at: number | null }>`
      with found as materialized (${statement})
      select found.total, page.* from found left join lateral (
        select w.*, array_position(found.ids, w.id) as at, ${person(sql`w.people[1]`)} as person, cardinality(w.people) as people_count,
          r.kind as run_kind, r.status as run_status, r.undoes, r.cause_service, r.cause_code, r.cause_text,
          t.title as step_title, t.error, t.note, ${pauseOfRuns} as pause, ${pausedAfterRestore} as restored,
          exists (select from edge_waves v where w.kind = 'rollout' and v.rollout_id::text = w.id and v.status = 'running') as working
        from ${stuckWork(db, now)} left join work_runs r on r.id = w.run_id
        left join lateral (
          select s.title, s.error, s.note from work_steps s
          where s.run_id = w.run_id and s.status not in ('succeeded', 'skipped') order by s.position limit 1) t on true
        where w.id = any (found.ids)) page on true
      order by page.at`.execute(db)
    return { items: rows.filter(({ at }) => at !== null).map((row) => presentStuckItem(actor, row)), total: rows[0]!.total }
  }
