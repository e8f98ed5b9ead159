import { messageFor } from '../server/features/sandboxes/leases/labels.ts'
import { graceHours, type LeaseTransition } from '../server/features/sandboxes/sandboxes/lease.ts'
import type { LockedSandbox } from '../server/features/sandboxes/sandboxes/queries.ts'
import { formatHours, formatMoney } from '../server/format.ts'
import type { SampleSandbox } from './sampleSandbox.ts'
import type { Company } from './shapes.ts'
import { stableId } from './stableId.ts'

const hour = 3_600_000
const capacityText = 'Capacity is available, so setup started.'

/** The texts are the same as in the product's own events. */
export function sandboxEvents(sandbox: SampleSandbox, reference: string, company: Company, now: Date): Record<string, unknown>[] {
  const { plan, template, ownerIds, approvedAt, start, end, stoppedAt } = sandbox
  const rows: { at: Date; kind: string; text: string; person: string | null; key: string }[] = []
  const add = (at: Date | null, kind: string, text: string, person: string | null = null, key = kind) => {
    if (at && at <= now) rows.push({ at, kind, text, person, key })
  }
  const active = { name: plan.name, status: 'active', lease_hours: plan.hours, terms: { thresholds: template.thresholds } }
  const addTransition = (at: Date | null, transition: LeaseTransition, by?: Company['people'][number], key?: string) => {
    // A lease that starts, freezes or is deleted needs no other columns.
    const { kind, text } = messageFor(active as unknown as LockedSandbox, transition, { by: by ?? null, now: at ?? now })
    add(at, kind, text, by?.id, key)
  }
  const actors = {
    owner: company.people.find(({ id }) => id === ownerIds[0]),
    admin: company.people.find(({ appRoles }) => appRoles.includes('Slipway.Admin')),
  }
  const { cause = 'owner' } = plan
  const actor = cause === 'owner' || cause === 'admin' ? actors[cause] : undefined
  add(approvedAt, 'approved', `${reference} was approved.`)
  if (plan.status === 'failed') {
    add(new Date(now.getTime() - 2.4 * hour), 'provisioning', capacityText, null, 'admitted')
    add(new Date(now.getTime() - 2 * hour), 'failed', `${plan.name} failed: “Limit regions and services”.`)
  }
  add(start && new Date(start.getTime() - 0.15 * hour), 'provisioning', capacityText, null, 'admitted')
  addTransition(start, { kind: 'start' })
  for (const { percent } of template.thresholds)
    if (start && plan.spent >= percent) {
      const untilMs = (stoppedAt ?? now).getTime() - start.getTime()
      add(
        new Date(start.getTime() + (untilMs * percent) / plan.spent),
        'spent',
        `${percent}% of the budget of ${formatMoney({ amount: sandbox.budget, currency: 'GBP' })} is spent.`,
        null,
        `spent:${percent}:${sandbox.budget}`,
      )
    }
  for (const hours of template.reminder_hours)
    if (end && (!stoppedAt || stoppedAt >= end))
      add(
        new Date(end.getTime() - hours * hour),
        'reminded',
        `Owners were reminded that the lease ends within ${formatHours(hours)}.`,
        null,
        `reminder:${hours}:${end.toISOString()}`,
      )
  if (plan.status === 'frozen' && cause !== 'expired')
    addTransition(stoppedAt, { kind: 'freeze', cause }, actor, `frozen:${cause}:${sandbox.budget}`)
  if (['deleting', 'deleted', 'quarantined'].includes(plan.status) && cause !== 'budget')
    addTransition(stoppedAt, { kind: 'delete', cause }, actor)
  const removal = stoppedAt && new Date(stoppedAt.getTime() + graceHours * hour)
  if (plan.status === 'deleted') add(removal, 'deleted', 'Everything in the sandbox is deleted. Slipway checked twice.')
  if (plan.status === 'quarantined')
    add(removal, 'quarantined', 'Removal failed 3 times, most recently at “Delete the resources”. Administrators will fix it.')
  return rows.map((row) => ({
    id: stableId(`sandbox-event/${plan.name}/${row.key}`),
    sandbox_id: sandbox.id,
    at: row.at,
    kind: row.kind,
    text: row.text,
    person_id: row.person,
    key: row.key,
  }))
}
