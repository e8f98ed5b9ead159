import type { IncidentStatus } from '../../db/tables.ts'

const states: Record<string, IncidentStatus> = {
  1: 'new',
  2: 'inProgress',
  3: 'onHold',
  6: 'resolved',
  7: 'closed',
  8: 'cancelled',
}

/** Maps an incident's state. A company's own state counts as in progress while the incident is active. */
export function statusOf({ state, active }: { state?: string; active?: string }): Exclude<IncidentStatus, 'sending' | 'failed' | 'gone'> {
  const known = states[state ?? ''] as Exclude<IncidentStatus, 'sending' | 'failed' | 'gone'> | undefined
  return known ?? (active === 'false' ? 'closed' : 'inProgress')
}

export const openStatuses = ['new', 'inProgress', 'onHold'] as const satisfies IncidentStatus[]
/** Statuses that can still change: a resolved incident can be reopened. */
export const followedStatuses = [...openStatuses, 'resolved'] as const satisfies IncidentStatus[]

export const isOpen = (status: IncidentStatus): boolean => openStatuses.some((each) => each === status)
