import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { SandboxHosting } from '../../../db/tables.ts'
import type { SandboxTemplate } from './schemas.ts'

type Capacity = SandboxTemplate['capacity']

const none: Capacity = { total: 0, free: 0, queued: 0, nextFreeAt: null }

export async function loadCapacity(db: Db, now: Date): Promise<Record<SandboxHosting, Capacity>> {
  const { rows } = await sql<{ hosting: SandboxHosting; total: number; free: number; queued: number; next_at: Date | null }>`
    with held as (
      select s.host_id, count(*) as used, min(coalesce(s.delete_at, s.lease_end + interval '24 hours')) as ends
      from sandboxes s where s.host_id is not null and s.status not in ('queued', 'deleted') group by s.host_id
    ), places as (
      select case h.kind when 'shared' then 'resourceGroup' else 'subscription' end as hosting, h.capacity,
        h.status = 'available' or h.cooldown_until <= ${now} as open,
        greatest(h.capacity - coalesce(held.used, 0), 0) as free,
        case when h.status = 'coolingDown' then h.cooldown_until else held.ends + case h.kind when 'pool' then h.cooldown_hours else 0 end * interval '1 hour' end as ends
      from sandbox_hosts h left join held on held.host_id = h.id
      where h.status in ('available', 'coolingDown')
    )
    select kinds.hosting, coalesce(sum(p.capacity), 0)::bigint as total,
      coalesce(sum(p.free) filter (where p.open), 0)::bigint as free, min(p.ends) as next_at,
      (select count(*) from sandboxes q where q.hosting = kinds.hosting and q.status = 'queued') as queued
    from (values ('resourceGroup'), ('subscription')) kinds (hosting) left join places p on p.hosting = kinds.hosting
    group by kinds.hosting`.execute(db)
  const capacityOf = (hosting: SandboxHosting): Capacity => {
    const row = rows.find((candidate) => candidate.hosting === hosting)
    if (!row) return none
    const { total, free, queued, next_at } = row
    const next = next_at && (next_at > now ? next_at : now)
    return { total, free, queued, nextFreeAt: free > 0 ? null : (next?.toISOString() ?? null) }
  }
  return { resourceGroup: capacityOf('resourceGroup'), subscription: capacityOf('subscription') }
}
