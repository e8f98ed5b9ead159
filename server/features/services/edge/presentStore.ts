import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Store } from './schemas.ts'
import type { CachedStore } from './storeCache.ts'

export async function presentStores(db: Db, stores: readonly CachedStore[], stale: boolean): Promise<Store[]> {
  if (stores.length === 0) return []
  const { rows } = await sql<{ number: string } & Store['edge']>`
    select n.number,
      case when s.status is not null then s.status when a.id is not null then 'account' else 'none' end as state,
      case when a.id is not null then jsonb_build_object('id', a.id, 'name', a.name) end as account,
      case when r.id is not null then jsonb_build_object('id', r.id, 'reference', r.reference, 'name', r.name) end as rollout
    from unnest(${stores.map(({ number }) => number)}::text[]) as n (number)
    left join lateral (
      select a.id, a.name from accounts a where a.kind = 'edge' and a.store_numbers @> array[n.number] and a.status <> 'deleted' limit 1
    ) a on true
    left join lateral (
      select s.status, s.rollout_id from edge_rollout_stores s where s.store_number = n.number and s.status <> 'skipped'
      order by s.updated_at desc limit 1
    ) s on true
    left join edge_rollouts r on r.id = s.rollout_id`.execute(db)
  const edgesByStore = new Map(rows.map(({ number, ...edge }) => [number, edge]))
  return stores.map(({ asOf, fetchedAt, delistedAt, ...store }) => ({
    ...store,
    asOf: asOf.toISOString(),
    fetchedAt: fetchedAt.toISOString(),
    delistedAt: delistedAt?.toISOString() ?? null,
    stale,
    edge: edgesByStore.get(store.number) ?? { state: 'none', account: null, rollout: null },
  }))
}
