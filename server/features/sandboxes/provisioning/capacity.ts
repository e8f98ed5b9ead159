import { sql } from 'kysely'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import type { SandboxHosting } from '../../../db/tables.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { type ServiceContext, startProvision } from './start.ts'

export { estimateQueueEntries as placesFor, type QueueEntry as Place, queuePositions } from '../sandboxes/queue.ts'

/** Number of sandboxes per transaction. During a transaction, no other caller can allocate capacity. */
const batchSize = 20
const maxBatches = 50

interface Host {
  id: string
  subscription_id: string
  free: number
}
const hostKinds = { resourceGroup: 'shared', subscription: 'pool' } as const

/**
 * Allocates hosts to queued sandboxes in the order of their arrival and starts to provision them, in the caller’s transaction. An advisory
 * lock allows one caller at a time. Hosts and sandboxes that other transactions have locked wait for the next call.
 * @returns the number of allocated sandboxes
 */
export async function allocateQueued({ db, jobs, now }: ServiceContext & { now: Date }): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('slipway sandbox places', 0))`.execute(db)
  await endCooldowns(db, now)
  let allocated = 0
  for (const hosting of ['resourceGroup', 'subscription'] as const) {
    const hosts = await hostsWithCapacity(db, hosting)
    const freeCapacity = hosts.reduce((sum, { free }) => sum + free, 0)
    if (freeCapacity === 0) continue
    const waitingRows = await db
      .selectFrom('sandboxes')
      .select(['id', 'name'])
      .where('status', '=', 'queued')
      .where('hosting', '=', hosting)
      .orderBy('queue_number')
      .limit(Math.min(freeCapacity, batchSize))
      .forUpdate()
      .skipLocked()
      .execute()
    for (const sandbox of waitingRows) await assignHost({ db, jobs }, sandbox, hosting, emptiestHost(hosts), now)
    allocated += waitingRows.length
  }
  return allocated
}

export async function allocateQueuedSandboxes({ db, jobs, now }: ServiceContext & { now: () => Date }): Promise<number> {
  let allocated = 0
  for (let round = 0; round < maxBatches; round++) {
    const batch = await inTransaction(db, (tx) => allocateQueued({ db: tx, jobs, now: now() }))
    allocated += batch
    if (batch === 0) break
  }
  return allocated
}

async function endCooldowns(db: Db, now: Date): Promise<void> {
  const restedHosts = await db
    .updateTable('sandbox_hosts')
    .set({ status: 'available', cooldown_until: null, version: sql`version + 1`, updated_at: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sandbox_hosts')
        .select('id')
        .where('status', '=', 'coolingDown')
        .where('cooldown_until', '<=', now)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  await recordSystemEvent(
    db,
    ...restedHosts.map(({ id }) => ({
      action: 'sandboxHostRested' as const,
      subject: { kind: 'sandboxHost', id },
      before: { status: 'coolingDown' },
      after: { status: 'available' },
      reason: 'The cooling-off period is over.',
    })),
  )
}

async function hostsWithCapacity(db: Db, hosting: SandboxHosting): Promise<Host[]> {
  const hosts = await db
    .selectFrom('sandbox_hosts')
    .select(['id', 'subscription_id', 'capacity'])
    .where('kind', '=', hostKinds[hosting])
    .where('status', '=', 'available')
    .orderBy('name')
    .forUpdate()
    .skipLocked()
    .execute()
  if (hosts.length === 0) return []
  // The count is read after the locks, when no other caller can take capacity.
  const usedHosts = await db
    .selectFrom('sandboxes')
    .select(['host_id', sql<number>`count(*)`.as('count')])
    .where(
      'host_id',
      'in',
      hosts.map(({ id }) => id),
    )
    .where('status', 'not in', ['queued', 'deleted'])
    .groupBy('host_id')
    .execute()
  return hosts
    .map(({ capacity, ...host }) => ({ ...host, free: capacity - (usedHosts.find(({ host_id }) => host_id === host.id)?.count ?? 0) }))
    .filter(({ free }) => free > 0)
}

const emptiestHost = (hosts: Host[]): Host => hosts.reduce((best, host) => (host.free > best.free ? host : best))

async function assignHost(
  { db, jobs }: { db: Db; jobs: Jobs },
  sandbox: { id: string; name: string },
  hosting: SandboxHosting,
  host: Host,
  now: Date,
): Promise<void> {
  host.free -= 1
  await updateRow(db, 'sandboxes', sandbox.id, {
    status: 'provisioning',
    host_id: host.id,
    subscription_id: host.subscription_id,
    resource_group: hosting === 'resourceGroup' ? `rg-sbx-${sandbox.name}` : null,
    ...nextVersion(now),
  })
  await recordEvent(db, {
    sandboxId: sandbox.id,
    kind: 'provisioning',
    text: 'Capacity is available, so setup started.',
    key: 'admitted',
    now,
  })
  await recordSystemEvent(db, {
    action: 'sandboxAdmitted',
    subject: { kind: 'sandbox', id: sandbox.id },
    before: { status: 'queued' },
    after: { status: 'provisioning', hostId: host.id, subscriptionId: host.subscription_id },
    reason: 'Capacity is available.',
  })
  await startProvision({ db, jobs }, { sandboxId: sandbox.id, requestedBy: null, reason: '', now })
  await publishChange(db, { kind: 'sandbox', id: sandbox.id })
}
