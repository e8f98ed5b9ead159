import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { SandboxStatus } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { person } from '../../../people/queries.ts'
import { displayStatus } from '../sandboxes/states.ts'
import { sandboxHostCan } from './policy.ts'
import type { SandboxHost } from './schemas.ts'

const maxNamed = 100

type HostedSandbox = Omit<SandboxHost['sandboxes'][number], 'status'> & { status: SandboxStatus; leaseEnd: string | null }

const usesHost = sql`s.host_id = sandbox_hosts.id and s.status not in ('queued', 'deleted')`

export const maxHosts = 500

/** Lists hosts with their sandboxes by name, shared hosts first. If there are more than `maxHosts`, it returns one more than this limit. */
export async function loadHosts(db: Db, actor: Person, now: Date, condition: RawBuilder<boolean> = sql`true`): Promise<SandboxHost[]> {
  const owner = person(sql`(select o.person_id from sandbox_owners o where o.sandbox_id = s.id order by o.position limit 1)`)
  const rows = await db
    .selectFrom('sandbox_hosts')
    .selectAll()
    .select([
      sql<number>`(select count(*) from sandboxes s where ${usesHost})`.as('used'),
      sql<number>`(select count(*) from (select from sandboxes s where s.host_id = sandbox_hosts.id limit 1) any_ever)`.as('history'),
      sql<HostedSandbox[]>`(select coalesce(json_agg(x), '[]'::json) from (
        select s.id, s.name, s.status, s.lease_end as "leaseEnd", ${owner} as owner from sandboxes s where ${usesHost} order by s.name limit ${maxNamed}) x)`.as(
        'sandboxes',
      ),
    ])
    .where(condition)
    .orderBy(sql`kind desc, name, id`)
    .limit(maxHosts + 1)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    subscriptionId: row.subscription_id,
    name: row.name,
    kind: row.kind,
    capacity: row.capacity,
    used: row.used,
    status: row.status,
    cooldownUntil: row.cooldown_until?.toISOString() ?? null,
    cooldownHours: row.cooldown_hours,
    note: row.note,
    sandboxes: row.sandboxes.map(({ leaseEnd, status, ...sandbox }) => ({
      ...sandbox,
      status: displayStatus({ status, lease_end: leaseEnd === null ? null : new Date(leaseEnd) }, now),
    })),
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
    can: sandboxHostCan(actor, row),
  }))
}

export async function loadHost(db: Db, actor: Person, id: string, now: Date): Promise<SandboxHost> {
  const [host] = await loadHosts(db, actor, now, sql<boolean>`sandbox_hosts.id = ${id}`)
  if (!host) throw new Failure('notFound', 'This sandbox host doesn’t exist.')
  return host
}

/** Locks the host until the transaction ends, so that it gets no new sandbox. @throws notFound */
export async function lockHost(db: Db, actor: Person, id: string, now: Date): Promise<SandboxHost> {
  await db.selectFrom('sandbox_hosts').select('id').where('id', '=', id).forUpdate().execute()
  return loadHost(db, actor, id, now)
}
