import { sql } from 'kysely'
import type { Db } from '../../../../db/database.ts'
import type { EdgeStoreStatus } from '../../../../db/tables.ts'
import type { StepContext } from '../../../../workflows/workflow.ts'

export interface WaveInput {
  waveId: string
}
export type WaveContext = StepContext<WaveInput>

export const storeProgress = { nothing: 0, subscription: 1, network: 2, recorded: 3, registered: 4 } as const

export interface StoreInProgress {
  id: string
  store_number: string
  store_name: string
  azure_region: string
  account_id: string
  account_name: string
  subscription_id: string | null
  address_range: string
  status: EdgeStoreStatus
  attempt: number
  tries: number
  requested_at: Date | null
  poll: string | null
  step_since: Date | null
}

export interface WaveFacts {
  id: string
  number: number
  attempt: number
  rolloutId: string
  reference: string
  name: string
  costCentre: string
  /** Number of failed stores in this wave that halts the rollout. */
  limit: number
}

export async function loadWave(db: Db, waveId: string): Promise<WaveFacts> {
  const row = await db
    .selectFrom('edge_waves as w')
    .innerJoin('edge_rollouts as r', 'r.id', 'w.rollout_id')
    .select(['w.id', 'w.number', 'w.attempt', 'r.id as rolloutId', 'r.reference', 'r.name', 'r.cost_centre as costCentre'])
    .select(
      sql<number>`coalesce(r.halt_after, greatest(1, ceil(r.halt_percent
        * (select count(*) from edge_rollout_stores s where s.wave_id = w.id) / 100.0)))::int`.as('limit'),
    )
    .where('w.id', '=', waveId)
    .executeTakeFirstOrThrow()
  return row
}

export function tagsOf(wave: WaveFacts, store: Pick<StoreInProgress, 'store_number'>): Record<string, string> {
  return {
    costCentre: wave.costCentre,
    environment: 'production',
    service: 'store-edge',
    store: store.store_number,
    criticality: 'tier2',
    dataClassification: 'internal',
    managedBy: 'slipway',
    slipwayRequest: wave.reference,
  }
}
