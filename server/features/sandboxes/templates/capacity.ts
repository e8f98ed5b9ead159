import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { SandboxHosting } from '../../../db/tables.ts'
import { estimateQueueEntries } from '../sandboxes/queue.ts'
import type { SandboxTemplate } from './schemas.ts'

type Capacity = SandboxTemplate['capacity']

export async function loadCapacity(db: Db, now: Date): Promise<Record<SandboxHosting, Capacity>> {
  const [{ rows }, entries] = await Promise.all([
    sql<{ hosting: SandboxHosting; total: number; free: number; queued: number }>`
      with held as (
        select s.host_id, count(*) as used
        from sandboxes s where s.host_id is not null and s.status not in ('queued', 'deleted') group by s.host_id
      ), places as (
        select case h.kind when 'shared' then 'resourceGroup' else 'subscription' end as hosting, h.capacity,
          h.status = 'available' or h.cooldown_until <= ${now} as open,
          greatest(h.capacity - coalesce(held.used, 0), 0) as free
        from sandbox_hosts h left join held on held.host_id = h.id
        where h.status in ('available', 'coolingDown')
      )
      select kinds.hosting, coalesce(sum(p.capacity), 0)::bigint as total,
        coalesce(sum(p.free) filter (where p.open), 0)::bigint as free,
        (select count(*) from sandboxes q where q.hosting = kinds.hosting and q.status = 'queued') as queued
      from (values ('resourceGroup'), ('subscription')) kinds (hosting) left join places p on p.hosting = kinds.hosting
      group by kinds.hosting`.execute(db),
    estimateQueueEntries(db, now),
  ])
  const capacityOf = (hosting: SandboxHosting): Capacity => {
    const { total, free, queued } = rows.find((candidate) => candidate.hosting === hosting)!
    return { total, free, queued, nextFreeAt: entries[hosting]?.estimatedAt?.toISOString() ?? null }
  }
  return { resourceGroup: capacityOf('resourceGroup'), subscription: capacityOf('subscription') }
}
