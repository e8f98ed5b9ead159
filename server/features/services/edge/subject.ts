import { sql } from 'kysely'
import { administratorsOnly, type Subject } from '../../../subjects/subject.ts'

export const edgeRolloutSubject = {
  kind: 'edgeRollout',
  paths: ['/edge/rollouts/'],
  page: (id) => `/edge/rollouts/${id}`,
  nameSource: { table: sql`edge_rollouts`, name: sql`s.name` },
  scope: (id) => sql`select null::uuid as account_id, family_id, tower_id from edge_rollouts where id = ${id}`,
  activity: administratorsOnly(sql`edge_rollouts`, 'rollouts'),
} satisfies Subject

export const edgeStoresSubject = {
  kind: 'edgeStores',
  page: () => '/edge/stores',
} satisfies Subject

export const edgeWaveSubject = {
  kind: 'edgeWave',
  page: () => '/edge',
  nameSource: {
    table: sql`(select w.id, r.name || ', wave ' || w.number as name from edge_waves w join edge_rollouts r on r.id = w.rollout_id)`,
    name: sql`s.name`,
    excludedFromSearch: true,
  },
} satisfies Subject
