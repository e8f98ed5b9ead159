import { sql } from 'kysely'
import { type HourlyLoad, loadMetrics, type MonitoredResource } from '../../../clients/arm/monitor.ts'
import { inTransaction } from '../../../db/database.ts'
import type { MeteredResource } from '../../../db/tables.ts'
import { accrue, minorOf } from '../../services/lookups/money.ts'
import { notifySandboxPeople } from '../leases/notify.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { lockSandbox } from '../sandboxes/queries.ts'
import { money } from './labels.ts'
import type { MeterContext } from './meterContext.ts'

const hourMs = 3_600_000
const idleCpuPercent = 5
const maxCandidates = 50
const maxMeasured = 20
const scanIntervalMs = 6 * hourMs

interface Candidate {
  id: string
  subscription_id: string
  resource_group: string | null
  idle_hours: number
  resources: MeteredResource[]
}

/**
 * Finds sandboxes that cost money although, during the template’s idle hours, they were not changed and their load was low. Their owners
 * get the suggestion to end the lease early, once per end date of the lease. A sandbox that can’t be measured never counts as idle.
 */
export async function findIdle(context: MeterContext, signal?: AbortSignal): Promise<void> {
  const { db, now, log } = context
  const at = now()
  const candidates = await candidatesAt(context, at)
  for (const [subscriptionId, group] of Map.groupBy(candidates, (each) => each.subscription_id)) {
    try {
      const idle = await idleAmong(context, subscriptionId, group, at, signal)
      for (const each of idle) await inTransaction(db, (tx) => notifyIdle({ ...context, db: tx }, each, at))
    } catch (error) {
      signal?.throwIfAborted()
      log.warn({ err: error, subscriptionId }, 'couldn’t find idle sandboxes')
    }
    await db
      .updateTable('sandbox_meters')
      .set({ idle_checked_at: at })
      .where(
        'sandbox_id',
        'in',
        group.map(({ id }) => id),
      )
      .execute()
  }
}

async function candidatesAt({ db }: MeterContext, at: Date): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select s.id, s.subscription_id, s.resource_group, (s.terms->>'idleHours')::int as idle_hours, m.resources
    from sandboxes s join sandbox_meters m on m.sandbox_id = s.id
    where s.status = 'active' and s.hourly_rate > 0 and s.subscription_id is not null and s.terms->>'idleHours' is not null
      and s.lease_start <= ${at}::timestamptz - (s.terms->>'idleHours')::int * interval '1 hour' and s.lease_end > ${at}
      and coalesce(m.idle_checked_at, '-infinity') <= ${new Date(at.getTime() - scanIntervalMs)}
      and not exists (select from sandbox_events e where e.sandbox_id = s.id
        and e.key = 'idle:' || to_char(s.lease_end at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by m.idle_checked_at nulls first, s.id limit ${maxCandidates}`.execute(db)
  return rows
}

async function idleAmong(
  { clients, config }: MeterContext,
  subscriptionId: string,
  group: Candidate[],
  at: Date,
  signal?: AbortSignal,
): Promise<Candidate[]> {
  const longestIdleHours = Math.max(...group.map((each) => each.idle_hours))
  const from = new Date(at.getTime() - longestIdleHours * hourMs)
  const changes = await clients.arm.listLastGroupChanges(subscriptionId, from, at, config.external.clientId)
  const latest = [...changes.values()].toSorted((a, b) => b.getTime() - a.getTime())[0]
  const idleSince = (each: Candidate) => new Date(at.getTime() - each.idle_hours * hourMs)
  const unchanged = group.flatMap((each) => {
    const changed = each.resource_group === null ? latest : changes.get(each.resource_group.toLowerCase())
    const measuredMachines = measuredOf(each.resources)
    return (changed && changed > idleSince(each)) || !measuredMachines ? [] : [{ each, measured: measuredMachines }]
  })
  signal?.throwIfAborted()
  const virtualMachines = unchanged.flatMap(({ measured: measuredMachines }) => measuredMachines)
  const loads = await clients.monitor.listHourlyLoads(virtualMachines, from, at)
  return unchanged
    .filter(({ each, measured: measuredMachines }) => isIdle(measuredMachines, loads, idleSince(each)))
    .map(({ each }) => each)
}

/** The VMs to measure; undefined if there are none, too many, or some that can’t be measured. */
function measuredOf(resources: MeteredResource[]): MonitoredResource[] | undefined {
  const virtualMachines = resources.filter(({ type, running }) => running && loadMetrics[type.toLowerCase()] !== undefined)
  const measuredMachines = virtualMachines.flatMap(({ id, type, region }) => (region ? [{ id, type, region }] : []))
  return measuredMachines.length > 0 && measuredMachines.length <= maxMeasured && measuredMachines.length === virtualMachines.length
    ? measuredMachines
    : undefined
}

/** A deleted VM doesn’t change the result. */
function isIdle(measuredMachines: MonitoredResource[], loadsByResource: Map<string, HourlyLoad[]>, sinceDate: Date): boolean {
  return measuredMachines.every(({ id }) => {
    const machineLoads = loadsByResource.get(id.toLowerCase())
    if (machineLoads === undefined) return true
    const loads = machineLoads.filter((load) => load.at >= sinceDate)
    return loads.length > 0 && loads.every(({ average }) => average < idleCpuPercent)
  })
}

async function notifyIdle({ db }: Pick<MeterContext, 'db'>, { id, idle_hours }: Candidate, now: Date): Promise<void> {
  const sandbox = await lockSandbox(db, id)
  if (sandbox.status !== 'active' || !sandbox.lease_end || sandbox.lease_end <= now) return
  const remainingCost = accrue(BigInt(sandbox.hourly_rate), sandbox.lease_end.getTime() - now.getTime()).amount
  const savedText = money(Math.min(minorOf(remainingCost), Math.max(0, sandbox.budget_limit - sandbox.spent)), sandbox.currency)
  const key = `idle:${sandbox.lease_end.toISOString()}`
  const text = `This sandbox seems unused: it had no changes and low load on its VMs for ${idle_hours} hours.`
  if (!(await recordEvent(db, { sandboxId: id, kind: 'idle', text, key, now }))) return
  await notifySandboxPeople(
    db,
    sandbox,
    {
      kind: 'idle',
      title: `${sandbox.name} seems unused`,
      body: `No changes and low load on its VMs for ${idle_hours} hours. Freeze or delete the sandbox now to save about ${savedText} until its lease ends.`,
      members: false,
    },
    { by: null, key },
  )
}
