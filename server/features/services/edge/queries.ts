import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import { canSeeActivityAs } from '../../../auth/canSeeActivity.ts'
import type { Db } from '../../../db/database.ts'
import type { StoreRegion } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { sortByIds } from '../../../http/list.ts'
import { people, person } from '../../../people/queries.ts'
import { rolloutCan } from './policy.ts'
import { type EdgeRollout, type EdgeRolloutStore, type EdgeRolloutSummary, type StoreCounts, storeStatuses } from './schemas.ts'
import { nextTitle } from './steps.ts'
import { edgeRolloutSubject } from './subject.ts'

const counts = sql`count(*)::int as total, ${sql.join(
  storeStatuses.map((status) => sql`(count(*) filter (where s.status = ${status}))::int as ${sql.ref(status)}`),
)}`
type StoreCountRow = StoreCounts & Record<string, unknown>
const countsOf = (row: StoreCountRow | undefined): StoreCounts => {
  const { total = 0, planned = 0, queued = 0, building = 0, ready = 0, completed = 0, failed = 0, skipped = 0 } = row ?? {}
  return { total, planned, queued, building, ready, completed, failed, skipped }
}
const time = (date: Date | null) => date?.toISOString() ?? null

/** Number of the wave that is running or halted or, if there is none, of the next wave. */
const currentWave = sql<
  number | null
>`(select w.number from edge_waves w where w.rollout_id = r.id and w.status in ('running', 'halted', 'planned')
  order by w.number limit 1)`

export async function loadSummaries(db: Db, ids: string[]): Promise<EdgeRolloutSummary[]> {
  if (ids.length === 0) return []
  const [rows, storeCounts] = await Promise.all([
    db
      .selectFrom('edge_rollouts as r')
      .selectAll('r')
      .select([
        person(sql`r.created_by`).as('creator'),
        sql<number>`(select count(*)::int from edge_waves w where w.rollout_id = r.id)`.as('waves'),
        currentWave.as('current_wave'),
      ])
      .where('r.id', 'in', ids)
      .execute(),
    sql<
      StoreCountRow & { rollout_id: string }
    >`select s.rollout_id, ${counts} from edge_rollout_stores s where s.rollout_id = any (${ids}::uuid[])
      group by s.rollout_id`.execute(db),
  ])
  const countsById = new Map(storeCounts.rows.map((row) => [row.rollout_id, row]))
  const summaries = rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    name: row.name,
    status: row.status,
    waves: row.waves,
    currentWave: row.current_wave,
    counts: countsOf(countsById.get(row.id)),
    haltReason: row.halt_reason,
    createdBy: row.creator,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    endedAt: time(row.ended_at),
  }))
  return sortByIds(ids, summaries)
}

/** @throws notFound */
export async function loadRollout(db: Db, actor: Person, id: string): Promise<EdgeRollout> {
  const [summary] = await loadSummaries(db, [id])
  if (!summary) throw new Failure('notFound', 'This rollout doesn’t exist.')
  const row = await db
    .selectFrom('edge_rollouts as r')
    .innerJoin('towers as t', 't.id', 'r.tower_id')
    .innerJoin('families as f', 'f.id', 'r.family_id')
    .selectAll('r')
    .select([
      't.name as tower_name',
      'f.name as family_name',
      people(sql`edge_rollout_owners`, sql`l.rollout_id = r.id`).as('owners'),
      person(sql`r.halted_by`).as('halter'),
    ])
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow()
  const [waves, regions, failures] = await Promise.all([wavesOf(db, id), regionsOf(db, id), failuresOf(db, id)])
  const remainingCount = summary.counts.planned + summary.counts.queued
  const hasRunningWave = waves.some((wave) => wave.status === 'running')
  return {
    ...summary,
    waves,
    waveSize: row.wave_size,
    haltAfterFailures: row.halt_after,
    haltAfterPercent: row.halt_percent,
    tower: { id: row.tower_id, name: row.tower_name },
    family: { id: row.family_id, name: row.family_name },
    owners: row.owners,
    costCentre: row.cost_centre,
    azureRegion: row.region,
    monthlyBudget: { amount: row.budget.amount, currency: row.budget.currency },
    halted:
      row.halt_reason === null
        ? null
        : { reason: row.halt_reason, at: (row.halted_at ?? row.updated_at).toISOString(), by: row.halter ?? null, failures },
    regions,
    version: row.version,
    can: {
      ...rolloutCan(actor, { status: row.status, failed: summary.counts.failed, remaining: remainingCount, working: hasRunningWave }),
      follow: canSeeActivityAs(actor, edgeRolloutSubject, []),
    },
  }
}

async function wavesOf(db: Db, rolloutId: string): Promise<EdgeRollout['waves']> {
  const { rows } = await sql<
    StoreCountRow & {
      number: number
      status: EdgeRollout['waves'][number]['status']
      attempt: number
      started_at: Date | null
      ended_at: Date | null
      run_id: string | null
      title: string | null
      note: string | null
    }
  >`with counted as (
      select s.wave_id, ${counts} from edge_rollout_stores s where s.rollout_id = ${rolloutId} group by s.wave_id
    )
    select w.number, w.status, w.attempt, w.started_at, w.ended_at, c.*, u.id as run_id, t.title, coalesce(t.error ->> 'message', t.note) as note
    from edge_waves w left join counted c on c.wave_id = w.id
    left join work_runs u on u.subject_kind = 'edgeWave' and u.subject_id = w.work_id
    left join lateral (
      select t.title, t.error, t.note from work_steps t
      where w.status = 'running' and t.run_id = u.id and t.status not in ('succeeded', 'skipped') order by t.position limit 1
    ) t on true
    where w.rollout_id = ${rolloutId} order by w.number`.execute(db)
  return rows.map((row) => ({
    number: row.number,
    status: row.status,
    attempt: row.attempt,
    counts: countsOf({ ...row, total: row.total ?? 0 }),
    startedAt: time(row.started_at),
    endedAt: time(row.ended_at),
    step: row.title,
    note: row.note,
    runId: row.run_id,
  }))
}

async function regionsOf(db: Db, rolloutId: string): Promise<EdgeRollout['regions']> {
  const { rows } = await sql<StoreCountRow & { region: StoreRegion }>`select s.region, ${counts} from edge_rollout_stores s
    where s.rollout_id = ${rolloutId} group by s.region order by s.region`.execute(db)
  return rows.map((row) => ({ region: row.region, counts: countsOf(row) }))
}

async function failuresOf(db: Db, rolloutId: string): Promise<{ reason: string; stores: number }[]> {
  const { rows } = await sql<{ reason: string; stores: number }>`select reason, count(*)::int as stores from edge_rollout_stores
    where rollout_id = ${rolloutId} and status = 'failed' group by reason order by stores desc, reason limit 10`.execute(db)
  return rows
}

export async function loadRolloutStores(db: Db, ids: string[]): Promise<EdgeRolloutStore[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('edge_rollout_stores as s')
    .innerJoin('edge_waves as w', 'w.id', 's.wave_id')
    .selectAll('s')
    .select(['w.number as wave'])
    .where('s.id', 'in', ids)
    .execute()
  return sortByIds(ids, rows.map(presentStore))
}

function presentStore(row: {
  id: string
  store_number: string
  store_name: string
  town: string
  postcode: string
  region: StoreRegion
  azure_region: string
  wave: number
  status: EdgeRolloutStore['status']
  progress: number
  reason: string | null
  note: string | null
  attempt: number
  account_id: string | null
  account_name: string
  address_range: string
  ready_at: Date | null
  completed_at: Date | null
  updated_at: Date
}): EdgeRolloutStore {
  return {
    id: row.id,
    storeNumber: row.store_number,
    name: row.store_name,
    town: row.town,
    postcode: row.postcode,
    region: row.region,
    azureRegion: row.azure_region,
    wave: row.wave,
    status: row.status,
    nextStep: row.status === 'building' ? nextTitle(row.progress) : null,
    reason: row.reason,
    note: row.status === 'building' ? row.note : null,
    attempt: row.attempt,
    account: row.account_id === null ? null : { id: row.account_id, name: row.account_name },
    accountName: row.account_name,
    addressRange: row.address_range,
    readyAt: time(row.ready_at),
    completedAt: time(row.completed_at),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** @throws notFound */
export async function lockRollout(db: Db, id: string) {
  const row = await db.selectFrom('edge_rollouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Failure('notFound', 'This rollout doesn’t exist.')
  return row
}

export async function rolloutFacts(db: Db, id: string): Promise<{ failed: number; remaining: number; working: boolean }> {
  const { rows } = await sql<{ failed: number; remaining: number; working: boolean }>`select
      (count(*) filter (where s.status = 'failed'))::int as failed,
      (count(*) filter (where s.status in ('planned', 'queued')))::int as remaining,
      exists (select from edge_waves w where w.rollout_id = ${id} and w.status = 'running') as working
    from edge_rollout_stores s where s.rollout_id = ${id}`.execute(db)
  return rows[0]!
}

export const inRollout = (id: string): RawBuilder<boolean> => sql<boolean>`s.rollout_id = ${id}`
