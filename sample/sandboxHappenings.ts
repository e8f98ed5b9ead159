import type { SampleSandbox } from './sampleSandbox.ts'
import { stableId } from './stableId.ts'

const hour = 3_600_000

export function sandboxEvents(sandbox: SampleSandbox, now: Date): Record<string, unknown>[] {
  const { plan, template, ownerIds, requestedAt, start, end, stoppedAt } = sandbox
  const rows: { at: Date; kind: string; text: string; person: string | null; key: string }[] = []
  const add = (at: Date | null, kind: string, text: string, person: string | null = null, key = kind) => {
    if (at && at <= now) rows.push({ at, kind, text, person, key })
  }
  const isAutomatic = template.approval.mode !== 'required'
  add(requestedAt, 'approved', isAutomatic ? 'It was approved by the rule of its template.' : 'It was approved.', ownerIds[0])
  if (plan.status === 'failed') {
    add(new Date(now.getTime() - 2.4 * hour), 'provisioning', 'There is room for it: it is being set up.', null, 'admitted')
    add(new Date(now.getTime() - 2 * hour), 'failed', 'Setting it up is held up. Administrators were told.')
  }
  add(start && new Date(start.getTime() - 0.15 * hour), 'provisioning', 'There is room for it: it is being set up.', null, 'admitted')
  add(start, 'ready', `It is ready and lives for ${plan.hours >= 48 ? `${plan.hours / 24} days` : `${plan.hours} hours`} from now on.`)
  for (const { percent } of template.thresholds)
    if (start && plan.spent >= percent) {
      const untilMs = (stoppedAt ?? now).getTime() - start.getTime()
      add(
        new Date(start.getTime() + (untilMs * percent) / plan.spent),
        'spent',
        `It has spent ${percent}% of its budget of £${(sandbox.budget / 100).toFixed(2)}.`,
        null,
        `spent:${percent}:${sandbox.budget}`,
      )
    }
  for (const hours of template.reminder_hours)
    if (end && (!stoppedAt || stoppedAt >= end))
      add(
        new Date(end.getTime() - hours * hour),
        'reminded',
        `Its owners were reminded: ${hours} hours are left.`,
        null,
        `reminder:${hours}:${end.toISOString()}`,
      )
  if (plan.status === 'frozen')
    add(
      stoppedAt,
      'frozen',
      plan.because === 'budget' ? 'It was frozen because its budget is used up.' : 'It was frozen.',
      plan.because === 'owner' ? ownerIds[0]! : null,
      `frozen:${plan.because}:${sandbox.budget}`,
    )
  if (['deleting', 'deleted', 'quarantined'].includes(plan.status)) {
    const why = plan.because === 'expired' ? 'Its time is over.' : 'Its owner deleted it.'
    add(
      stoppedAt,
      'deleting',
      `${why} Everything is kept for 24 hours, in which it can be taken back.`,
      plan.because === 'owner' ? ownerIds[0]! : null,
    )
  }
  const removal = stoppedAt && new Date(stoppedAt.getTime() + 24 * hour)
  if (plan.status === 'deleted') add(removal, 'deleted', 'Everything in it is removed, which was checked.')
  if (plan.status === 'quarantined') add(removal, 'quarantined', 'It could not be removed in three tries. Administrators look after it.')
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
