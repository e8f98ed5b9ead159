import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { Budget } from '../../../db/tables.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import type { EdgePlan } from './schemas.ts'
import { startNextWave } from './wave/startNextWave.ts'

export const maxWaves = 1_000

/** Rollouts are created one at a time, so that two rollouts never reserve the same address range. */
export async function lockLaunch(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('slipway edge launch', 0))`.execute(db)
}

/** Creates the rollout with its waves, stores and accounts, and starts the first wave. The number of statements doesn't depend on the number of stores. */
export async function launch(
  { db, jobs, actor, now }: { db: Db; jobs: Jobs; actor: Person; now: Date },
  name: string,
  plan: EdgePlan,
): Promise<string> {
  const { settings } = plan
  const id = uuidv7()
  const { rows } = await sql<{ n: number }>`select nextval('edge_rollout_number') as n`.execute(db)
  const budget: Budget = {
    amount: settings.monthlyBudget,
    currency: 'GBP',
    contacts: settings.owners.flatMap(({ email }) => email ?? []).slice(0, 2),
    thresholds: [
      { percent: 80, basis: 'actual' },
      { percent: 100, basis: 'actual' },
    ],
  }
  await db
    .insertInto('edge_rollouts')
    .values({
      id,
      reference: `EDGE-${String(rows[0]!.n).padStart(4, '0')}`,
      name,
      status: 'running',
      wave_size: settings.waveSize,
      halt_after: settings.haltAfterFailures,
      halt_percent: settings.haltAfterPercent,
      tower_id: settings.tower.id,
      family_id: settings.family.id,
      cost_centre: settings.costCentre,
      region: settings.region,
      budget: JSON.stringify(budget),
      created_by: actor.id,
      halt_reason: null,
      halted_at: null,
      halted_by: null,
      created_at: now,
      updated_at: now,
      ended_at: null,
    })
    .execute()
  await db
    .insertInto('edge_rollout_owners')
    .values(settings.owners.map((owner, position) => ({ rollout_id: id, person_id: owner.id, position })))
    .execute()
  const waves = Array.from({ length: plan.waves }, (_, index) => ({ id: uuidv7(), number: index + 1 }))
  await sql`insert into edge_waves (id, rollout_id, number, status)
    select w.id, ${id}, w.number, 'planned' from jsonb_to_recordset(${JSON.stringify(waves)}::jsonb) as w (id uuid, number int)`.execute(db)
  const stores = plan.lines.map((planLine, position) => ({
    account: uuidv7(),
    wave: waves[planLine.wave! - 1]!.id,
    position,
    number: planLine.storeNumber,
    name: planLine.store!.name,
    town: planLine.store!.town,
    postcode: planLine.store!.postcode,
    region: planLine.store!.region,
    azure: planLine.azureRegion,
    account_name: planLine.accountName!,
    range: planLine.addressRange!,
  }))
  const storeRows = sql`jsonb_to_recordset(${JSON.stringify(stores)}::jsonb) as s (account uuid, wave uuid, position int, number text, name text,
    town text, postcode text, region text, azure text, account_name text, range cidr)`
  await sql`insert into accounts (id, name, description, kind, environment, workload, status, tower_id, family_id, cost_centre,
      data_classification, criticality, region, network, budget, store_numbers, created_at, updated_at)
    select s.account, s.account_name, 'Edge account of store ' || s.number || ', ' || s.name || '.', 'edge', 'production', 'Production',
      'provisioning', r.tower_id, r.family_id, r.cost_centre, 'internal', 'tier2', s.azure,
      '{"connectivity":"corporate","addressSpaces":[]}', r.budget, array[s.number], ${now}, ${now}
    from ${storeRows} join edge_rollouts r on r.id = ${id}`.execute(db)
  await sql`insert into account_owners (account_id, person_id, position)
    select s.account, o.person_id, o.position from ${storeRows} cross join edge_rollout_owners o where o.rollout_id = ${id}`.execute(db)
  await sql`update address_ranges a set account_id = s.account, allocated_at = ${now} from ${storeRows} where a.range = s.range`.execute(db)
  await sql`insert into edge_rollout_stores (rollout_id, wave_id, position, store_number, store_name, town, postcode, region, azure_region,
      account_id, account_name, address_range, status, updated_at)
    select ${id}, s.wave, s.position, s.number, s.name, s.town, s.postcode, s.region, s.azure, s.account, s.account_name, s.range, 'planned', ${now}
    from ${storeRows}`.execute(db)
  await startNextWave({ db, jobs, now }, id)
  return id
}
